/** Serves public pages, embeds and files from the cache, or renders them for it: platform/cache/page-cache.ts. */

import {
	type CachePolicy,
	removeEdgeCacheHeaders,
	setEdgeCacheHeaders,
} from "../platform/cache/cache-policy.ts";
import { renderWithPolicy } from "../platform/cache/cache-provider.ts";
import { renderForCache, revalidate, toResponse } from "../platform/cache/cached-response.ts";
import { edgeCache } from "../platform/cache/edge-cache.ts";
import type { CacheOutcome } from "../platform/cache/memory-cache.ts";
import { pageCache } from "../platform/cache/page-cache.ts";
import { setRoute } from "../platform/services/log.ts";
import { shopOrigin } from "../platform/settings/settings.ts";
import { variantTypeFor } from "../values/images.ts";
import { cacheKey, isCacheableFile } from "./cached-routes.ts";

type Render = (request: Request) => Promise<Response>;

/** A response, and whether the edge cache may share it. Then it must not include a request's id. */
export interface ServedResponse {
	response: Response;
	shared: boolean;
}

/**
 * Returns the request for what is the same for all visitors: its normalized URL, and what the rate limit, the log and
 * errors need of the visitor. Undefined if the response may be one visitor's own.
 */
export function toSharedRequest(request: Request): Request | undefined {
	const key = cacheKey(request);
	const { pathname, search } = new URL(request.url);
	if (key === undefined && !isCacheableFile(request)) return undefined;
	const accept = request.headers.get("accept") ?? "*/*";
	const headers = new Headers({
		// Images vary on it, and the edge cache compares it literally.
		Accept: key === undefined ? (variantTypeFor(accept) ?? "*/*") : accept,
	});
	for (const name of ["cf-connecting-ip", "cf-ray"]) {
		const value = request.headers.get(name);
		if (value !== null) headers.set(name, value);
	}
	const url = new URL(key ?? pathname + search, shopOrigin());
	// A page may be a redirect itself.
	return new Request(url, { method: request.method, headers, redirect: "manual" });
}

/** What an edge cache did, by its header (Cloudflare docs: Cloudflare cache responses). All else is a miss. */
const edgeOutcomes: Record<string, keyof typeof cacheStatus> = {
	HIT: "hit",
	STALE: "stale",
	UPDATING: "stale",
};

/** Returns what CachedPages answered as the response to a visitor's request: a 304 if the browser has it. */
export function toVisitorResponse(shared: Response, request: Request): Response {
	const response = withHeaders(shared, removeEdgeCacheHeaders);
	const edgeStatus = response.headers.get("Cf-Cache-Status");
	if (edgeStatus !== null) {
		setCacheStatus(response.headers, "cloudflare", edgeOutcomes[edgeStatus] ?? "miss");
	}
	const etag = response.status === 200 ? response.headers.get("ETag") : null;
	return revalidate(response, request, etag ?? undefined);
}

/** Serves what is the same for all visitors: from the cache in the isolate, or rendered for the edge cache. */
export async function serveCached(request: Request, render: Render): Promise<ServedResponse> {
	if (edgeCache()) return renderForEdge(request, render);
	const key = cacheKey(request);
	const response =
		key === undefined
			? (await renderFile(request, render)).response
			: await serveFromIsolate(key, render);
	return { response: withHeaders(response, removeEdgeCacheHeaders), shared: false };
}

/** What Cache-Status says of each outcome (RFC 9211). */
const cacheStatus: Record<CacheOutcome | "stale", string> = {
	hit: "hit",
	stale: "hit; detail=stale",
	coalesced: "fwd=miss; collapsed",
	miss: "fwd=miss",
};

/** Sets Cache-Status, for operators: `shop` is the cache in the isolate. */
function setCacheStatus(
	headers: Headers,
	cache: "cloudflare" | "shop",
	outcome: keyof typeof cacheStatus,
) {
	headers.set("Cache-Status", `${cache}; ${cacheStatus[outcome]}`);
}

async function serveFromIsolate(key: string, render: Render): Promise<Response> {
	const { value, outcome } = await pageCache.get(key, () => renderForCache(key, render));
	if (value.route) setRoute(value.route);
	const response = toResponse(value);
	setCacheStatus(response.headers, "shop", outcome);
	return response;
}

/** Renders a response with the headers for the edge cache. */
async function renderForEdge(request: Request, render: Render): Promise<ServedResponse> {
	const { response, policy } = await renderWithEdgePolicy(request, render);
	return {
		response: withHeaders(response, (headers) => setEdgeCacheHeaders(headers, policy)),
		shared: policy !== undefined,
	};
}

type Rendered = { response: Response; policy: CachePolicy | undefined };

async function renderWithEdgePolicy(request: Request, render: Render): Promise<Rendered> {
	const key = cacheKey(request);
	if (key === undefined) return renderFile(request, render);
	const { value, policy } = await renderForCache(key, render);
	return { response: toResponse(value), policy };
}

/** Renders a file from its URL, and from Accept, which images name in Vary. */
async function renderFile(request: Request, render: Render): Promise<Rendered> {
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
