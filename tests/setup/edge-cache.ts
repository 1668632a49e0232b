/**
 * A stand-in for the cache in front of the Worker, which vitest.config.ts puts in place of
 * cloudflare:workers where platform-cache.ts imports that. It behaves as the platform's does: `cache`
 * stands for the cache of the request or job that is running, and outside one it has nothing
 * (workerd: src/cloudflare/workers.ts).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";

type Cache = Pick<typeof import("cloudflare:workers")["cache"], "purge">;

/** What the cache is asked to purge, and how it answers. */
export const purgeMock = vi.fn<Cache["purge"]>();

/** How the cache refuses, as it does where it has been asked too often. */
export const purgeRejected = { success: false, errors: [{ code: 1, message: "later" }] };

const currentCache = new AsyncLocalStorage<Cache>();

export const cache = new Proxy({} as Cache, {
	get: (_, name) => {
		const current = currentCache.getStore();
		return current && Reflect.get(current, name);
	},
});

/** Runs `work` as a request or a job that has the cache in front. */
export function withCacheInFront<T>(work: () => T): T {
	return currentCache.run({ purge: purgeMock }, work);
}
