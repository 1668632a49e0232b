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

/** Runs `work` in an invocation of the entrypoint that has the cache in front. */
export function withCacheInFront<T>(work: () => T): T {
	return currentCache.run({ purge: purgeMock }, work);
}

/** The Worker's entrypoints, as other entrypoints call them. */
export const exports = {
	CachedPages: {
		purge: (tags: string[]) =>
			withCacheInFront(async () => {
				const { purgeTags } = await import("../../src/platform/cache/edge-cache.ts");
				return purgeTags(tags);
			}),
	},
};

/** A stored response, and the request headers that it varies on. */
interface Stored {
	response: Response;
	vary: string[];
	varied: (string | null)[];
}

const maxAgePattern = /^public, max-age=[1-9]/;

/**
 * Workers Cache in front of an entrypoint, as documented: the key is path and query, character for character (Workers
 * Cache, Cache keys), and what `Vary` names. It stores what Cloudflare-CDN-Cache-Control or Cache-Control allow, and a
 * response with neither. Nothing expires.
 */
export function workersCache(entrypoint: (request: Request) => Promise<Response>) {
	const entries = new Map<string, Stored[]>();
	return async (request: Request): Promise<Response> => {
		const { pathname, search } = new URL(request.url);
		const stored = entries.get(pathname + search) ?? [];
		const known = stored.find(({ vary, varied }) =>
			vary.every((name, index) => request.headers.get(name) === varied[index]),
		);
		if (known) return withStatus(known.response.clone(), "HIT");
		const response = await withCacheInFront(() => entrypoint(request));
		const policy =
			response.headers.get("Cloudflare-CDN-Cache-Control") ?? response.headers.get("Cache-Control");
		if (policy !== null && !maxAgePattern.test(policy)) return withStatus(response, "BYPASS");
		const vary = response.headers.get("Vary")?.split(/\s*,\s*/) ?? [];
		const varied = vary.map((name) => request.headers.get(name));
		const kept = withStatus(response, "MISS");
		entries.set(pathname + search, [...stored, { response: kept.clone(), vary, varied }]);
		return kept;
	};
}

/** Cloudflare removes the headers for its cache and says what it did. */
function withStatus(response: Response, status: string): Response {
	const copy = new Response(response.body, response);
	copy.headers.delete("Cloudflare-CDN-Cache-Control");
	copy.headers.delete("Cache-Tag");
	copy.headers.set("Cf-Cache-Status", status);
	return copy;
}
