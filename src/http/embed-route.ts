/** Routes that other sites load, such as embeds: cross-origin, with an ETag, without cookies. */
import type { APIContext, APIRoute } from "astro";
import type { PagePolicy } from "../platform/cache-policy.ts";
import { etagFor, parseIfNoneMatch } from "../platform/etag.ts";
import type { Embed } from "../shop/embeds/embeds.server.ts";
import { embedCacheControl, embedTtl, parseAppearance } from "../shop/embeds/embeds.ts";
import {
	errorFrameResponse,
	frameResponse,
	markupResponse,
} from "../shop/embeds/responses.server.ts";
import { allowOnly, reject } from "./handle.ts";

/** What a route responds with. */
interface CrossOriginResponse {
	body: string;
	type: string;
	cacheControl: string;
	/** The cache policy, if it may be cached other than by browsers. */
	policy?: PagePolicy;
	headers?: Record<string, string>;
	status?: number;
}

/** Any page may fetch or embed it, including cross-origin isolated ones (COEP). It never varies by Origin. */
const crossOriginHeaders = {
	"Access-Control-Allow-Origin": "*",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Timing-Allow-Origin": "*",
};

/** An HTML page shown instead of the JSON error. */
type ErrorPage = Pick<CrossOriginResponse, "body" | "type" | "headers">;

/** The exports of a route file. */
type Route = Record<"GET" | "HEAD" | "ALL", APIRoute>;

/** The JSON that our elements fetch, markup that another server includes, or an iframe page. */
type EmbedFormat = "json" | "markup" | "frame";

/** Creates the route of an embed in one format. Its path has one parameter, which names the data. */
export function embedRoute<Data>(embed: Embed<Data>, format: EmbedFormat): Route {
	return crossOriginRoute(
		async ({ params, url }) => {
			const [param = ""] = Object.values(params);
			const data = await embed.load(param);
			const policy = { ...embedTtl, tags: embed.tags(data) };
			const cached = { cacheControl: embedCacheControl, policy };
			if (format === "json") return { ...jsonBody(embed.json(data)), ...cached };
			const appearance = parseAppearance(url.searchParams);
			const markup = embed.markup(data, appearance);
			return format === "markup"
				? { ...(await markupResponse(markup)), ...cached }
				: { ...(await frameResponse(embed.title(data), markup, appearance)), ...cached };
		},
		format === "frame"
			? ({ url }, status) =>
					errorFrameResponse(embed.element, status, parseAppearance(url.searchParams))
			: undefined,
	);
}

/** Returns body and type of a JSON response. */
export function jsonBody(value: unknown): Pick<CrossOriginResponse, "body" | "type"> {
	return { body: JSON.stringify(value), type: "application/json; charset=utf-8" };
}

/**
 * Creates a route for GET and HEAD that any site may call. If `render` throws, `errorPage` returns the
 * page to show for that status: without one, an iframe shows the browser's own error page.
 */
export function crossOriginRoute(
	render: (context: APIContext) => Promise<CrossOriginResponse>,
	errorPage?: (context: APIContext, status: number) => Promise<ErrorPage>,
): Route {
	const respondTo: APIRoute = async (context) => {
		try {
			return await respond(context, await render(context));
		} catch (error) {
			const rejection = reject(error);
			for (const [name, value] of Object.entries(crossOriginHeaders))
				rejection.headers.set(name, value);
			const page = await errorPage?.(context, rejection.status);
			return page ? replaceBody(rejection, page) : rejection;
		}
	};
	return { GET: respondTo, HEAD: respondTo, ALL: allowOnly("GET", "HEAD") };
}

function replaceBody(
	{ status, headers: rejectionHeaders }: Response,
	{ body, type, headers }: ErrorPage,
): Response {
	const merged = new Headers(rejectionHeaders);
	merged.set("Content-Type", type);
	for (const [name, value] of Object.entries(headers ?? {})) merged.set(name, value);
	return new Response(body, { status, headers: merged });
}

async function respond(
	{ request, cache }: APIContext,
	embedded: CrossOriginResponse,
): Promise<Response> {
	if (embedded.policy) cache.set(embedded.policy);
	const etag = await etagFor(new TextEncoder().encode(embedded.body));
	const headers = new Headers({
		...crossOriginHeaders,
		"Cache-Control": embedded.cacheControl,
		ETag: etag,
		...embedded.headers,
	});
	if (parseIfNoneMatch(request).includes(etag)) {
		return new Response(null, { status: 304, headers });
	}
	headers.set("Content-Type", embedded.type);
	return new Response(request.method === "HEAD" ? null : embedded.body, {
		status: embedded.status ?? 200,
		headers,
	});
}
