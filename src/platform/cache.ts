/**
 * Public pages and embed data, rendered once for everyone. A page says by `Astro.cache.set(keeping(...))`
 * how long it may be kept and what it shows; whatever changes that calls `purge`.
 *
 * On Cloudflare the platform's cache stands in front of the Worker and keeps them: a hit never gets
 * here (platform-cache.ts). Locally there is no such cache, so a shelf in this isolate stands in for it and goes by the
 * same headers. See docs/decisions/2026-11-21-edge-cache.md.
 */
import { partnerParameter, partnerPattern } from "../../widgets/src/partner.ts";
import { decodeCursor, encodeCursor } from "../http/paging.ts";
import { colourNames } from "../shop/embeds/frame-html.ts";
import { inBackground } from "./background.ts";
import { heldTags, tagOf } from "./entity-tag.ts";
import { noteRoute, routeNoted } from "./log.ts";
import { front, sendPurge } from "./platform-cache.ts";
import { shopOrigin } from "./settings.ts";
import { type How, type Keeping, type Made, Shelf } from "./shelf.ts";
import { traced } from "./trace.ts";

/** What pages show: lists of tools, lists of reviews, one tool with all that is said of it. */
export type Tag = "tools" | "reviews" | `tool:${string}`;

/** How long a page is kept, in seconds, if no write takes it down before: five minutes, an hour more while it is rendered anew. */
const pageAge = { maxAge: 300, swr: 3600 };

/** How long the platform gives what is too old, where the shop fails to render it anew, in seconds. Unsaid, it would for ever. */
const ageWhereShopFails = 24 * 60 * 60;

/** What a page that shows `tags` is kept by, for `Astro.cache.set`. */
export function keeping(...tags: Tag[]): { maxAge: number; swr: number; tags: Tag[] } {
	return { ...pageAge, tags };
}

/** Browsers ask again each time, and are told 304 where nothing changed; without `no-store`, Back is instant. */
const browserCaching = "public, max-age=0, must-revalidate";

/** The header by which a rendered answer tells Cloudflare's cache alone how long it may be kept. */
const edgeCaching = "Cloudflare-CDN-Cache-Control";

/**
 * The addresses that are kept and the parameters that count there. All others are dropped before
 * anything is rendered: they can neither change what is kept nor fill the cache.
 */
const keptAddresses: readonly { path: RegExp; counts: readonly string[] }[] = [
	{ path: /^\/$/, counts: [] },
	{ path: /^\/tools$/, counts: ["cursor"] },
	// What they say of their oEmbed carries the partner's name on.
	{ path: /^\/tools\/[\w-]+$/, counts: [partnerParameter] },
	{ path: /^\/review$/, counts: ["cursor", partnerParameter] },
	{ path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+\.json$/, counts: [] },
	{
		path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+(\.html)?$/,
		counts: ["theme", "lang", "partner", ...colourNames],
	},
];

/**
 * The one address of each file that never changes: a picture, a width of it, the elements' script.
 * The platform keeps them as long as they say themselves; the shelf, which is small, does not.
 */
const keptFile = /^\/(images\/[0-9a-f]{64}(\?w=\d+)?|w\/[\w.]+\/widgets\.js)$/;

/** Longest the platform keeps a file, in seconds: a picture that was deleted is gone a day later. */
const longestFileAge = 24 * 60 * 60;

/** Longest parameter of an address that is kept, in characters. */
const longestParameter = 200;

/** Largest body that is kept, in bytes. */
const largestBody = 256 * 1024;

/** The address under which the answer to a request is kept; undefined where it is not. */
export function keptUnder({ method, url }: Pick<Request, "method" | "url">): string | undefined {
	if (method !== "GET" && method !== "HEAD") return undefined;
	const { pathname, searchParams } = new URL(url);
	const found = keptAddresses.find(({ path }) => path.test(pathname));
	if (!found) return undefined;
	const asked = new URLSearchParams();
	for (const name of found.counts) {
		const [value, ...more] = searchParams.getAll(name);
		if (value === undefined) continue;
		if (name === partnerParameter && !partnerPattern.test(value)) continue;
		// Which of two counts is a guess, and what no link of ours looks like is not worth keeping.
		if (more.length > 0 || value.length > longestParameter) return undefined;
		if (name === "cursor" && !isCursor(value)) return undefined;
		asked.set(name, value);
	}
	return asked.size > 0 ? `${pathname}?${asked}` : pathname;
}

function isCursor(text: string): boolean {
	const cursor = decodeCursor(text);
	return cursor !== null && encodeCursor(cursor) === text;
}

/** An answer without the request it was made for. */
interface Answer {
	status: number;
	headers: [string, string][];
	body: Uint8Array<ArrayBuffer>;
	etag: string | undefined;
	route: string | undefined;
}

const shelf = new Shelf<Answer>({
	// What it costs is nobody's answer's.
	background: (work) => inBackground(traced(work)),
	sizeOf: ({ body, headers }) =>
		headers.reduce((bytes, [name, value]) => bytes + name.length + value.length, body.byteLength),
});

/** Answers a request by what is kept, or by `render`; with a cache in front, only by that. */
export async function cached(
	request: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	const inFront = front() !== undefined;
	const key = keptUnder(request);
	if (key === undefined) {
		if (inFront && isFile(request)) return fileForPlatform(request, render);
		const response = await render(request);
		return inFront ? notKept(response) : withoutEdgeHeaders(response);
	}
	const make = () => rendered(key, render);
	if (inFront) return forPlatform(request, key, await make());
	const { value, how } = await shelf.take(key, make);
	if (value.route) noteRoute(value.route);
	return answerOf(value, how, request);
}

/** Purges what shows any of `tags`: here at once, in the platform's cache within seconds. Nobody waits. */
export function purge(...tags: Tag[]): void {
	shelf.purge(tags);
	sendPurge(tags);
}

/**
 * Renders what is kept under an address from that address alone: no cookie, no credentials, no Host
 * and no other header of whoever happens to ask can find its way into what everyone gets.
 */
async function rendered(
	key: string,
	render: (request: Request) => Promise<Response>,
): Promise<Made<Answer>> {
	const response = await render(
		new Request(new URL(key, shopOrigin()), { headers: { Accept: "text/html" } }),
	);
	const body = new Uint8Array(await response.arrayBuffer());
	const keep = keepingOf(response, body);
	const headers = [...response.headers].filter(([name]) => !edgeHeaders.includes(name));
	const etag = keep && (response.headers.get("ETag") ?? (await tagOf(body)));
	return { value: { status: response.status, headers, body, etag, route: routeNoted() }, keep };
}

const edgeHeaders = [edgeCaching.toLowerCase(), "cache-tag"];

/** How long an answer may be kept, as its headers have it; undefined where it is not for everyone. */
function keepingOf({ status, headers }: Response, body: Uint8Array): Keeping | undefined {
	const seconds = (directive: string) =>
		Number(new RegExp(`\\b${directive}=(\\d+)`).exec(headers.get(edgeCaching) ?? "")?.[1] ?? 0);
	const maxAge = seconds("max-age");
	if (status !== 200 || maxAge === 0 || headers.has("Set-Cookie")) return undefined;
	if (body.byteLength > largestBody) return undefined;
	const tags = (headers.get("Cache-Tag") ?? "").split(",").map((tag) => tag.trim());
	return { maxAge, swr: seconds("stale-while-revalidate"), tags };
}

/** How it came about, for whoever looks after the shop (RFC 9211). */
const cacheStatus: Record<How, string> = {
	hit: "shop; hit",
	stale: "shop; hit; detail=stale",
	shared: "shop; fwd=miss; collapsed",
	made: "shop; fwd=miss",
};

function answerOf(answer: Answer, how: How, request: Request): Response {
	const headers = headersOf(answer);
	headers.set("Cache-Status", cacheStatus[how]);
	if (answer.etag && heldTags(request).includes(answer.etag)) {
		// The browser has these with the page; the policy here is not yet whole (http/headers).
		headers.delete("Content-Type");
		headers.delete("Content-Security-Policy");
		return new Response(null, { status: 304, headers });
	}
	const body = request.method === "HEAD" ? null : answer.body;
	return new Response(body, { status: answer.status, headers });
}

function headersOf({ headers: rendered, etag }: Answer): Headers {
	const headers = new Headers(rendered);
	if (!etag) return headers;
	headers.set("ETag", etag);
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", browserCaching);
	return headers;
}

/** For the platform's cache, which goes by whole addresses: of each page it keeps one alone. */
function forPlatform(request: Request, key: string, { value, keep }: Made<Answer>): Response {
	const headers = headersOf(value);
	const { pathname, search } = new URL(request.url);
	if (!keep || key !== pathname + search) {
		headers.set(edgeCaching, "no-store");
	} else {
		const { maxAge, swr, tags } = keep;
		headers.set(
			edgeCaching,
			`public, max-age=${maxAge}, stale-while-revalidate=${swr}, stale-if-error=${ageWhereShopFails}`,
		);
		headers.set("Cache-Tag", tags.join(","));
	}
	const body = request.method === "HEAD" ? null : value.body;
	return new Response(body, { status: value.status, headers });
}

function isFile({ method, url }: Request): boolean {
	const { pathname, search } = new URL(url);
	return (method === "GET" || method === "HEAD") && keptFile.test(pathname + search);
}

/**
 * A file for the platform's cache. It is asked for as if by nobody: what the visitor's browser
 * already has is the platform's to compare. Only Accept counts, which pictures name in Vary.
 */
async function fileForPlatform(
	{ method, url, headers }: Request,
	render: (request: Request) => Promise<Response>,
): Promise<Response> {
	const accept = headers.get("accept") ?? "*/*";
	const response = await render(new Request(url, { method, headers: { Accept: accept } }));
	const own = notKept(response);
	const lasts = /^public, max-age=(\d+)/.exec(own.headers.get("Cache-Control") ?? "")?.[1];
	if (own.status === 200 && lasts) {
		const maxAge = Math.min(Number(lasts), longestFileAge);
		own.headers.set(edgeCaching, `public, max-age=${maxAge}`);
	}
	return own;
}

/** Whether an answer goes to others too, from the platform's cache: it may name nobody's request. */
export function isForMany({ headers }: Response): boolean {
	const caching = headers.get(edgeCaching);
	return caching !== null && caching !== "no-store";
}

function notKept(response: Response): Response {
	const own = new Response(response.body, response);
	own.headers.set(edgeCaching, "no-store");
	own.headers.delete("Cache-Tag");
	return own;
}

/** As the platform does: visitors never see what is meant for its cache. */
function withoutEdgeHeaders(response: Response): Response {
	const own = new Response(response.body, response);
	for (const name of edgeHeaders) own.headers.delete(name);
	return own;
}
