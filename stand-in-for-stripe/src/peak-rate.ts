/**
 * The peak rate of calls with the secret key, in calls a second, by endpoint: Stripe limits it (Stripe
 * docs: Rate limits).
 */
export class PeakRate {
	#second = 0;
	#calls = new Map<string, number>();
	#peak = new Map<string, number>();

	/** Counts a call to an endpoint. Returns how many calls to any there were within this second. */
	count(endpoint: string): number {
		const second = Math.floor(Date.now() / 1000);
		if (second !== this.#second) this.#calls.clear();
		this.#second = second;
		for (const name of [endpoint, "all"]) {
			const calls = (this.#calls.get(name) ?? 0) + 1;
			this.#calls.set(name, calls);
			this.#peak.set(name, Math.max(calls, this.#peak.get(name) ?? 0));
		}
		return this.#calls.get("all") ?? 0;
	}

	/** The most calls within one second, by endpoint; `all` is their total. */
	byEndpoint(): Record<string, number> {
		return Object.fromEntries(this.#peak);
	}
}
