/**
 * Public pages and embed data, rendered once for everyone. A page says by `Astro.cache.set(keeping(...))`
 * how long it may be kept and what it shows; whatever changes that calls `purge`.
 *
 * On Cloudflare the platform's cache stands in front of the Worker and keeps them: a hit never gets
 * here (platform-cache.ts). Locally there is no such cache, so a shelf in this isolate stands in for it and goes by the
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

/** What pages show: lists of tools, lists of reviews, one tool with all that is said of it. */
export type CacheTag = "tools" | "reviews" | `tool:${string}`;

/** How long a page is kept, in seconds, if no write takes it down before: five minutes, an hour more while it is rendered anew. */
const pageTtl = { maxAge: 300, swr: 3600 };

/** How long the platform gives what is too old, where the shop fails to render it anew, in seconds. Unsaid, it would for ever. */
const staleIfErrorS = 24 * 60 * 60;

/** What a page that shows `tags` is kept by, for `Astro.cache.set`. */
export function cachePolicy(...tags: CacheTag[]): {
	maxAge: number;
	swr: number;
	tags: CacheTag[];
} {
	return { ...pageTtl, tags };
}

/** Browsers ask again each time, and are told 304 where nothing changed; without `no-store`, Back is instant. */
const browserCacheControl = "public, max-age=0, must-revalidate";

/** The header by which a rendered answer tells Cloudflare's cache alone how long it may be kept. */
const edgeCacheHeader = "Cloudflare-CDN-Cache-Control";

/**
 * The addresses that are kept and the parameters that count there. All others are dropped before
 * anything is rendered: they can neither change what is kept nor fill the cache.
 */
const cachedRoutes: readonly { path: RegExp; params: readonly string[] }[] = [
	{ path: /^\/$/, params: [] },
	{ path: /^\/tools$/, params: ["cursor"] },
	// What they say of their oEmbed carries the partner's name on.
	{ path: /^\/tools\/[\w-]+$/, params: [partnerParameter] },
	{ path: /^\/review$/, params: ["cursor", partnerParameter] },
	{ path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+\.json$/, params: [] },
	{
		path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+(\.html)?$/,
		params: ["theme", "lang", "partner", ...colourNames],
	},
];

/**
 * The one address of each file that never changes: a picture, a width of it, the elements' script.
 * The platform keeps them as long as they say themselves; the shelf, which is small, does not.
 */
const cachedFilePattern = /^\/(images\/[0-9a-f]{64}(\?w=\d+)?|w\/[\w.]+\/widgets\.js)$/;

/** Longest the platform keeps a file, in seconds: a picture that was deleted is gone a day later. */
const maxFileAgeS = 24 * 60 * 60;

/** Longest parameter of an address that is kept, in characters. */
const maxParamLength = 200;

/** Largest body that is kept, in bytes. */
const maxBodyBytes = 256 * 1024;

/** The address under which the answer to a request is kept; undefined where it is not. */
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
		// Which of two counts is a guess, and what no link of ours looks like is not worth keeping.
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

/** An answer without the request it was made for. */
interface CachedResponse {
	status: number;
	headers: [string, string][];
	body: Uint8Array<ArrayBuffer>;
	etag: string | undefined;
	route: string | undefined;
}

const pageCache = new SwrCache<CachedResponse>({
	// What it costs is nobody's answer's.
	background: (work) => inBackground(withD1Metrics(work)),
	sizeOf: ({ body, headers }) =>
		headers.reduce((bytes, [name, value]) => bytes + name.length + value.length, body.byteLength),
});

/** Answers a request by what is kept, or by `render`; with a cache in front, only by that. */
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

/** Purges what shows any of `tags`: here at once, in the platform's cache within seconds. Nobody waits. */
export function purge(...tags: CacheTag[]): void {
	pageCache.purge(tags);
	enqueuePurge(tags);
}

/**
 * Renders what is kept under an address from that address alone: no cookie, no credentials, no Host
 * and no other header of whoever happens to ask can find its way into what everyone gets.
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

/** How long an answer may be kept, as its headers have it; undefined where it is not for everyone. */
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

/** How it came about, for whoever looks after the shop (RFC 9211). */
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
		// The browser has these with the page; the policy here is not yet whole (http/headers).
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

/** For the platform's cache, which goes by whole addresses: of each page it keeps one alone. */
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
 * A file for the platform's cache. It is asked for as if by nobody: what the visitor's browser
 * already has is the platform's to compare. Only Accept counts, which pictures name in Vary.
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

/** Whether an answer goes to others too, from the platform's cache: it may name nobody's request. */
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

/** As the platform does: visitors never see what is meant for its cache. */
function stripEdgeHeaders(response: Response): Response {
	const copy = new Response(response.body, response);
	for (const name of edgeHeaders) copy.headers.delete(name);
	return copy;
}
