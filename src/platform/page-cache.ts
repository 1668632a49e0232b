/**
 * The cache of public pages and embeds. A page sets its lifetime and tags with
 * `Astro.cache.set(cachePolicy(...))`; each write calls `purge` with the tags of what it changes.
 *
 * On Cloudflare the edge cache in front of the Worker stores them, and a hit does not run the Worker
 * (edge-cache.ts). Local development has no edge cache, so a cache in the isolate replaces it, with the
 * same policies. See docs/decisions/2026-11-21-edge-cache.md.
 */
import { inBackground } from "./background.ts";
import { type CacheTag, removeEdgeCacheHeaders, setEdgeCacheHeaders } from "./cache-policy.ts";
import { renderWithPolicy } from "./cache-provider.ts";
import {
	type CachedResponse,
	renderForCache,
	revalidate,
	sizeOf,
	toResponse,
} from "./cached-response.ts";
import { cacheKey, isCacheableFile } from "./cached-routes.ts";
import { withD1Metrics } from "./d1-metrics.ts";
import { edgeCache, enqueuePurge } from "./edge-cache.ts";
import { setRoute } from "./log.ts";
import { type CacheOutcome, type CachePolicy, SwrCache } from "./swr-cache.ts";

type Render = (request: Request) => Promise<Response>;

/** A response, and whether the edge cache may share it. Then it must not include a request's id. */
export interface ServedResponse {
	response: Response;
	shared: boolean;
}

const pageCache = new SwrCache<CachedResponse>({
	// Metrics of its own, because no response waits for it.
	background: (work) => inBackground(withD1Metrics(work)),
	sizeOf,
});

/** Purges the pages with any of `tags`: in this isolate immediately, in the edge cache within seconds. The caller does not wait. */
export function purge(...tags: CacheTag[]): void {
	pageCache.purge(tags);
	enqueuePurge(tags);
}

/** Serves a request from the cache, or renders it. With an edge cache, it always renders. */
export async function serveCached(request: Request, render: Render): Promise<ServedResponse> {
	if (edgeCache()) return renderForEdge(request, render);
	const key = cacheKey(request);
	const response =
		key === undefined ? await render(request) : await serveFromIsolate(key, request, render);
	return { response: withHeaders(response, removeEdgeCacheHeaders), shared: false };
}

/** The Cache-Status header of each outcome, for operators (RFC 9211). */
const cacheStatus: Record<CacheOutcome, string> = {
	hit: "shop; hit",
	stale: "shop; hit; detail=stale",
	coalesced: "shop; fwd=miss; collapsed",
	miss: "shop; fwd=miss",
};

async function serveFromIsolate(key: string, request: Request, render: Render): Promise<Response> {
	const { value, outcome } = await pageCache.get(key, () => renderForCache(key, render));
	if (value.route) setRoute(value.route);
	const response = toResponse(value, request);
	response.headers.set("Cache-Status", cacheStatus[outcome]);
	return revalidate(response, request, value.etag);
}

/** Renders a response with the headers for the edge cache. */
async function renderForEdge(request: Request, render: Render): Promise<ServedResponse> {
	const { response, policy } = await renderWithEdgePolicy(request, render);
	return {
		response: withHeaders(response, (headers) => setEdgeCacheHeaders(headers, policy)),
		shared: policy !== undefined,
	};
}

async function renderWithEdgePolicy(
	request: Request,
	render: Render,
): Promise<{ response: Response; policy: CachePolicy | undefined }> {
	const key = cacheKey(request);
	if (key !== undefined) {
		const { value, policy } = await renderForCache(key, render);
		// The edge cache's key is the full URL, so it stores only the normalized URL of a page.
		const { pathname, search } = new URL(request.url);
		const isNormalized = key === pathname + search;
		return { response: toResponse(value, request), policy: isNormalized ? policy : undefined };
	}
	if (!isCacheableFile(request)) return { response: await render(request), policy: undefined };
	// Without the request's headers, because the edge cache handles conditional requests. Only Accept is
	// passed on, which images name in Vary.
	const headers = { Accept: request.headers.get("accept") ?? "*/*" };
	const fileRequest = new Request(request.url, { method: request.method, headers });
	const { response, policy } = await renderWithPolicy(() => render(fileRequest));
	return { response, policy: response.status === 200 ? policy : undefined };
}

/** Returns a copy of a response with changed headers: those of a response from fetch are immutable. */
function withHeaders(response: Response, change: (headers: Headers) => void): Response {
	const copy = new Response(response.body, response);
	change(copy.headers);
	return copy;
}
