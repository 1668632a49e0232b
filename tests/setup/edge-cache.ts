/**
 * A stand-in for the cache in front of the Worker. vitest.config.ts resolves cloudflare:workers to this
 * file for edge-cache.ts. As on the platform, `cache` is the cache of the running request or job, and
 * has nothing outside one (workerd: src/cloudflare/workers.ts).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";

type Cache = Pick<typeof import("cloudflare:workers")["cache"], "purge">;

/** The mock that receives purges and returns their result. */
export const purgeMock = vi.fn<Cache["purge"]>();

/** The result of a rejected purge, as after too many. */
export const purgeRejected = { success: false, errors: [{ code: 1, message: "later" }] };

const currentCache = new AsyncLocalStorage<Cache>();

export const cache = new Proxy({} as Cache, {
	get: (_, name) => {
		const current = currentCache.getStore();
		return current && Reflect.get(current, name);
	},
});

/** Runs `work` as a request or a job with the cache in front. */
export function withCacheInFront<T>(work: () => T): T {
	return currentCache.run({ purge: purgeMock }, work);
}
