/**
 * The peak rate of calls with the secret key, in calls a second, by endpoint: Stripe limits it (Stripe
 * docs: Rate limits).
 */
export class PeakRate {
	#second = 0;
	#calls = new Map<string, number>();
	#peak = new Map<string, number>();

	count(method: string, path: string): void {
		const second = Math.floor(Date.now() / 1000);
		if (second !== this.#second) this.#calls.clear();
		this.#second = second;
		const endpoint = `${method} ${path.replace(/\/(pi|ch|re|du|evt|pm)_\w+/, "/:id")}`;
		for (const name of [endpoint, "all"]) {
			const calls = (this.#calls.get(name) ?? 0) + 1;
			this.#calls.set(name, calls);
			this.#peak.set(name, Math.max(calls, this.#peak.get(name) ?? 0));
		}
	}

	/** The most calls within one second, by endpoint; `all` is their total. */
	byEndpoint(): Record<string, number> {
		return Object.fromEntries(this.#peak);
	}
}
