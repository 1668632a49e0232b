/** How what other sites show is answered: to anyone anywhere, with an entity tag, without cookies. */
import type { APIContext, APIRoute } from "astro";
import { etagFor, parseIfNoneMatch } from "../platform/etag.ts";
import type { CacheTag } from "../platform/page-cache.ts";
import { embedCachePolicy } from "../shop/embeds/embeds.ts";
import { reject } from "./handle.ts";

/** An answer as other sites get it. */
export interface EmbedResponse {
	body: string;
	type: string;
	cacheControl: string;
	/** What it shows, where it may be kept at the edge: a write to any of it takes it down. */
	tags?: CacheTag[];
	headers?: Record<string, string>;
	status?: number;
}

/** Any page may read it and load it, one that isolates itself (COEP) too; it never differs by Origin. */
const crossOriginHeaders = {
	"Access-Control-Allow-Origin": "*",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Timing-Allow-Origin": "*",
};

/** A page for people in place of a refusal, for its status. */
type ErrorPage = Pick<EmbedResponse, "body" | "type" | "headers">;

/**
 * Makes the route of something other sites show, for GET and HEAD. Where it is refused, `quiet` gives
 * the page that people see: a frame that shows none would show the browser's own.
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
