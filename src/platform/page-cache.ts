/**
 * The cache of public pages and embeds. A page sets its lifetime and tags with
 * `Astro.cache.set(cachePolicy(...))`; each write calls `purge` with the tags of what it changes.
 *
 * On Cloudflare the edge cache in front of the Worker stores them, and a hit does not run the Worker
 * (edge-cache.ts). Local development has no edge cache, so a cache in the isolate replaces it, with the
 * same headers. See docs/decisions/2026-11-21-edge-cache.md.
 */
import { partnerParameter, partnerPattern } from "../../widgets/src/partner.ts";
import { colourNames } from "../shop/embeds/iframe.ts";
import { decodeCursor, encodeCursor } from "../shop/paging.ts";
import { inBackground } from "./background.ts";
import { withD1Metrics } from "./d1-metrics.ts";
import { edgeCache, enqueuePurge } from "./edge-cache.ts";
import { etagFor, parseIfNoneMatch } from "./etag.ts";
import { currentRoute, setRoute } from "./log.ts";
import { shopOrigin } from "./settings.ts";
import { type CacheOutcome, type CachePolicy, type LoadResult, SwrCache } from "./swr-cache.ts";

/** What a page shows: lists of tools, lists of reviews, or one tool with its reviews. */
export type CacheTag = "tools" | "reviews" | `tool:${string}`;

/** The lifetime of a page without a purge, in seconds: fresh for five minutes, then stale-while-revalidate for an hour. */
const pageTtl = { maxAge: 300, swr: 3600 };

/** How long the edge cache serves an expired page if rendering fails, in seconds. Without the directive it has no end. */
const staleIfErrorS = 24 * 60 * 60;

/** Returns the cache policy of a page that shows `tags`, for `Astro.cache.set`. */
export function cachePolicy(...tags: CacheTag[]): {
	maxAge: number;
	swr: number;
	tags: CacheTag[];
} {
	return { ...pageTtl, tags };
}

/** Browsers revalidate each time and get a 304 if nothing changed. `no-store` would disable the back/forward cache. */
const browserCacheControl = "public, max-age=0, must-revalidate";

/** The Cache-Control header for Cloudflare's cache alone. */
const edgeCacheHeader = "Cloudflare-CDN-Cache-Control";

/**
 * The cached paths and the query parameters that are part of the cache key. Other parameters are
 * removed before the page is rendered, so that they can neither change nor fill the cache.
 */
const cachedRoutes: readonly { path: RegExp; params: readonly string[] }[] = [
	{ path: /^\/$/, params: [] },
	{ path: /^\/tools$/, params: ["cursor"] },
	// The page's oEmbed link includes the partner's name.
	{ path: /^\/tools\/[\w-]+$/, params: [partnerParameter] },
	{ path: /^\/review$/, params: ["cursor", partnerParameter] },
	{ path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+\.json$/, params: [] },
	{
		path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+(\.html)?$/,
		params: ["theme", "lang", "partner", ...colourNames],
	},
];

/**
 * The URLs of immutable files: pictures, their variants and the widgets' script. The edge cache stores
 * them for their own max-age. The cache in the isolate is small and does not.
 */
const cachedFilePattern = /^\/(images\/[0-9a-f]{64}(\?w=\d+)?|w\/[\w.]+\/widgets\.js)$/;

/** Maximum age of a file in the edge cache, in seconds: a deleted picture is gone after a day. */
const maxFileAgeS = 24 * 60 * 60;

/** Maximum length of a cached query parameter, in characters. */
const maxParamLength = 200;

/** Maximum size of a cached body, in bytes. */
const maxBodyBytes = 256 * 1024;

/** Returns the cache key of a request, a path with its query, or undefined if the response is not cached. */
export function cacheKey({ method, url }: Pick<Request, "method" | "url">): string | undefined {
	if (method !== "GET" && method !== "HEAD") return undefined;
	const { pathname, searchParams } = new URL(url);
	const route = cachedRoutes.find(({ path }) => path.test(pathname));
	if (!route) return undefined;
	const keyParams = new URLSearchParams();
	for (const name of route.params) {
		const [value, ...duplicates] = searchParams.getAll(name);
		if (value === undefined) continue;
		if (name === partnerParameter && !partnerPattern.test(value)) continue;
		// Duplicates are ambiguous, and no link of the shop has such values.
		if (duplicates.length > 0 || value.length > maxParamLength) return undefined;
		if (name === "cursor" && !isCursor(value)) return undefined;
		keyParams.set(name, value);
	}
	return keyParams.size > 0 ? `${pathname}?${keyParams}` : pathname;
}

function isCursor(text: string): boolean {
	const cursor = decodeCursor(text);
	return cursor !== null && encodeCursor(cursor) === text;
}

/** A cached response. */
interface CachedResponse {
	status: number;
	headers: [string, string][];
	body: Uint8Array<ArrayBuffer>;
	etag: string | undefined;
	route: string | undefined;
}

const pageCache = new SwrCache<CachedResponse>({
	// Metrics of its own, because no response waits for it.
	background: (work) => inBackground(withD1Metrics(work)),
	sizeOf: ({ body, headers }) =>
		headers.reduce((bytes, [name, value]) => bytes + name.length + value.length, body.byteLength),
});

/** Serves a request from the cache, or renders it. With an edge cache, it always renders. */
export async function serveCached(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	const hasEdgeCache = edgeCache() !== undefined;
	const key = cacheKey(request);
	if (key === undefined) {
		if (hasEdgeCache && isCacheableFile(request)) return toEdgeFileResponse(request, render);
		const response = await render(request);
		return hasEdgeCache ? withNoStore(response) : stripEdgeHeaders(response);
	}
	const load = () => renderForCache(key, render);
	if (hasEdgeCache) return toEdgeResponse(request, key, await load());
	const { value, outcome } = await pageCache.get(key, load);
	if (value.route) setRoute(value.route);
	return toResponse(value, outcome, request);
}

/** Purges the pages with any of `tags`: in this isolate immediately, in the edge cache within seconds. The caller does not wait. */
export function purge(...tags: CacheTag[]): void {
	pageCache.purge(tags);
	enqueuePurge(tags);
}

/**
 * Renders a cached page from its key alone. No cookie, credentials, Host or other header of the request
 * can get into a response that is shared by all visitors.
 */
async function renderForCache(
	key: string,
	render: (request: Request) => Promise<Response>,
): Promise<LoadResult<CachedResponse>> {
	const response = await render(
		new Request(new URL(key, shopOrigin()), { headers: { Accept: "text/html" } }),
	);
	const body = new Uint8Array(await response.arrayBuffer());
	const policy = policyFromHeaders(response, body);
	const headers = [...response.headers].filter(([name]) => !edgeHeaders.includes(name));
	const etag = policy && (response.headers.get("ETag") ?? (await etagFor(body)));
	return { value: { status: response.status, headers, body, etag, route: currentRoute() }, policy };
}

const edgeHeaders = [edgeCacheHeader.toLowerCase(), "cache-tag"];

/** Returns the cache policy of a response's headers, or undefined if the response can't be shared. */
function policyFromHeaders(
	{ status, headers }: Response,
	body: Uint8Array,
): CachePolicy | undefined {
	const seconds = (directive: string) =>
		Number(new RegExp(`\\b${directive}=(\\d+)`).exec(headers.get(edgeCacheHeader) ?? "")?.[1] ?? 0);
	const maxAge = seconds("max-age");
	if (status !== 200 || maxAge === 0 || headers.has("Set-Cookie")) return undefined;
	if (body.byteLength > maxBodyBytes) return undefined;
	const tags = (headers.get("Cache-Tag") ?? "").split(",").map((tag) => tag.trim());
	return { maxAge, swr: seconds("stale-while-revalidate"), tags };
}

/** The Cache-Status header of each outcome, for operators (RFC 9211). */
const cacheStatus: Record<CacheOutcome, string> = {
	hit: "shop; hit",
	stale: "shop; hit; detail=stale",
	coalesced: "shop; fwd=miss; collapsed",
	miss: "shop; fwd=miss",
};

function toResponse(entry: CachedResponse, outcome: CacheOutcome, request: Request): Response {
	const headers = responseHeaders(entry);
	headers.set("Cache-Status", cacheStatus[outcome]);
	if (entry.etag && parseIfNoneMatch(request).includes(entry.etag)) {
		// The browser has both with the cached page, and this policy is incomplete (http/headers).
		headers.delete("Content-Type");
		headers.delete("Content-Security-Policy");
		return new Response(null, { status: 304, headers });
	}
	const body = request.method === "HEAD" ? null : entry.body;
	return new Response(body, { status: entry.status, headers });
}

function responseHeaders({ headers: cachedHeaders, etag }: CachedResponse): Headers {
	const headers = new Headers(cachedHeaders);
	if (!etag) return headers;
	headers.set("ETag", etag);
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", browserCacheControl);
	return headers;
}

/** Returns a response for the edge cache. Its key is the full URL, so only the normalized URL of a page is stored. */
function toEdgeResponse(
	request: Request,
	key: string,
	{ value, policy }: LoadResult<CachedResponse>,
): Response {
	const headers = responseHeaders(value);
	const { pathname, search } = new URL(request.url);
	if (!policy || key !== pathname + search) {
		headers.set(edgeCacheHeader, "no-store");
	} else {
		const { maxAge, swr, tags } = policy;
		headers.set(
			edgeCacheHeader,
			`public, max-age=${maxAge}, stale-while-revalidate=${swr}, stale-if-error=${staleIfErrorS}`,
		);
		headers.set("Cache-Tag", tags.join(","));
	}
	const body = request.method === "HEAD" ? null : value.body;
	return new Response(body, { status: value.status, headers });
}

function isCacheableFile({ method, url }: Request): boolean {
	const { pathname, search } = new URL(url);
	return (method === "GET" || method === "HEAD") && cachedFilePattern.test(pathname + search);
}

/**
 * Returns a file for the edge cache. It is rendered without the request's headers, because the edge
 * cache handles conditional requests. Only Accept is passed on, which pictures name in Vary.
 */
async function toEdgeFileResponse(
	{ method, url, headers }: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	const accept = headers.get("accept") ?? "*/*";
	const response = await render(new Request(url, { method, headers: { Accept: accept } }));
	const copy = withNoStore(response);
	const maxAgeText = /^public, max-age=(\d+)/.exec(copy.headers.get("Cache-Control") ?? "")?.[1];
	if (copy.status === 200 && maxAgeText) {
		const maxAge = Math.min(Number(maxAgeText), maxFileAgeS);
		copy.headers.set(edgeCacheHeader, `public, max-age=${maxAge}`);
	}
	return copy;
}

/** Whether the edge cache may share a response. It must not include a request's id. */
export function isEdgeCacheable({ headers }: Response): boolean {
	const cacheControl = headers.get(edgeCacheHeader);
	return cacheControl !== null && cacheControl !== "no-store";
}

function withNoStore(response: Response): Response {
	const copy = new Response(response.body, response);
	copy.headers.set(edgeCacheHeader, "no-store");
	copy.headers.delete("Cache-Tag");
	return copy;
}

/** Removes the edge cache's headers, as Cloudflare does. */
function stripEdgeHeaders(response: Response): Response {
	const copy = new Response(response.body, response);
	for (const name of edgeHeaders) copy.headers.delete(name);
	return copy;
}
