/** The rate limits of a local shop, where all requests come from one IP address. */

/** Requests a minute that a local shop allows: more than any test or bench sends. */
const localRateLimit = 1_000_000;

/** Returns a Worker's configuration with the local rate limits. A deployment uses the original. */
export function withLocalLimits<T extends { ratelimits: { simple: { limit: number } }[] }>(
	config: T,
): T {
	const ratelimits = config.ratelimits.map((rateLimit) => ({
		...rateLimit,
		simple: { ...rateLimit.simple, limit: localRateLimit },
	}));
	return { ...config, ratelimits };
}
