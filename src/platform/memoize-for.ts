/** Work whose result counts for a while, so that asking often costs no more than asking now and then. */

/**
 * `work`, done at most once in `ms` milliseconds by this isolate. While it is being done anew the
 * last result serves all others: a request may not wait for what another one has begun (Cloudflare
 * docs: Workers, Errors, "Cannot perform I/O on behalf of a different request").
 */
export function memoizeFor<T>(
	ms: number,
	work: () => Promise<T>,
	now: () => number = Date.now,
): () => Promise<T> {
	let last: { result: T; until: number } | undefined;
	return async () => {
		if (last && now() < last.until) return last.result;
		if (last) last.until = now() + ms;
		const result = await work();
		last = { result, until: now() + ms };
		return result;
	};
}
