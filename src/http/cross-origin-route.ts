/** Routes that other sites load, such as embeds: cross-origin, with an ETag, without cookies. */
import type { APIContext } from "astro";
import type { PagePolicy } from "../platform/cache/cache-policy.ts";
import { etagFor, parseIfNoneMatch } from "../platform/cache/etag.ts";
import { reject } from "./handle.ts";
import { publicRoute, type Route } from "./text-route.ts";

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

/** An HTML page shown instead of the JSON error. */
type ErrorPage = Pick<CrossOriginResponse, "body" | "type" | "headers">;

/** Returns body and type of a JSON response. */
export function jsonBody(value: unknown): Pick<CrossOriginResponse, "body" | "type"> {
	return { body: JSON.stringify(value), type: "application/json; charset=utf-8" };
}

/**
 * Creates a route for GET with an ETag, cached by its response. If `render` throws, `errorPage` returns the
 * page to show for that status: without one, an iframe shows the browser's own error page.
 */
export function crossOriginRoute(
	render: (context: APIContext) => Promise<CrossOriginResponse>,
	errorPage?: (context: APIContext, status: number) => Promise<ErrorPage>,
): Route {
	return publicRoute(async (context) => {
		try {
			return await respond(context, await render(context));
		} catch (error) {
			const rejection = reject(error);
			const page = await errorPage?.(context, rejection.status);
			return page ? replaceBody(rejection, page) : rejection;
		}
	});
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
		"Cache-Control": embedded.cacheControl,
		ETag: etag,
		...embedded.headers,
	});
	if (parseIfNoneMatch(request).includes(etag)) {
		return new Response(null, { status: 304, headers });
	}
	headers.set("Content-Type", embedded.type);
	return new Response(embedded.body, {
		status: embedded.status ?? 200,
		headers,
	});
}
