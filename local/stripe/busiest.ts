/**
 * Counts the shop's peak calls within one second by endpoint, which Stripe limits (Stripe docs: Rate
 * limits).
 */
export class Busiest {
	#second = 0;
	#now = new Map<string, number>();
	#peak = new Map<string, number>();

	count(method: string, path: string): void {
		const second = Math.floor(Date.now() / 1000);
		if (second !== this.#second) this.#now.clear();
		this.#second = second;
		const endpoint = `${method} ${path.replace(/\/(pi|ch|re|du|evt|pm)_\w+/, "/:id")}`;
		for (const name of [endpoint, "all"]) {
			const calls = (this.#now.get(name) ?? 0) + 1;
			this.#now.set(name, calls);
			this.#peak.set(name, Math.max(calls, this.#peak.get(name) ?? 0));
		}
	}

	/** The peak calls within a second, by endpoint; `all` is their total. */
	seen(): Record<string, number> {
		return Object.fromEntries(this.#peak);
	}
}
