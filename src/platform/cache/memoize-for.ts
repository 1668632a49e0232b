/** Memoization of an async function for a limited time. */

/**
 * Returns a function that runs `work` at most once in `ms` milliseconds per isolate. While one request
 * runs it again, all others get the last result: a request can't wait for the I/O of another one
 * (Cloudflare docs: Workers, Errors, "Cannot perform I/O on behalf of a different request").
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
