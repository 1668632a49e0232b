/** Routes for embeds that other sites load: cross-origin, with an ETag, without cookies. */
import type { APIContext, APIRoute } from "astro";
import { etagFor, parseIfNoneMatch } from "../platform/etag.ts";
import type { CacheTag } from "../platform/page-cache.ts";
import { embedCachePolicy } from "../shop/embeds/embeds.ts";
import { reject } from "./handle.ts";

/** The response to an embed request. */
export interface EmbedResponse {
	body: string;
	type: string;
	cacheControl: string;
	/** Cache tags of what it shows, if the edge may cache it: a write to any of them purges it. */
	tags?: CacheTag[];
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
type ErrorPage = Pick<EmbedResponse, "body" | "type" | "headers">;

/**
 * Creates the GET and HEAD route of an embed. If `render` throws, `errorPage` returns the page to show
 * for that status: without one, an iframe shows the browser's own error page.
 */
export function embedRoute(
	render: (context: APIContext) => Promise<EmbedResponse>,
	errorPage?: (context: APIContext, status: number) => Promise<ErrorPage>,
): APIRoute {
	return async (context) => {
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

async function respond({ request, cache }: APIContext, embedded: EmbedResponse): Promise<Response> {
	if (embedded.tags) cache.set({ ...embedCachePolicy, tags: embedded.tags });
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
