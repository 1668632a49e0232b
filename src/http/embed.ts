/** How what other sites show is answered: to anyone anywhere, with an entity tag, without cookies. */
import type { APIContext, APIRoute } from "astro";
import type { Tag } from "../platform/cache.ts";
import { heldTags, tagOf } from "../platform/entity-tag.ts";
import { embedAge } from "../shop/embeds/embeds.ts";
import { refuse } from "./handle.ts";

/** An answer as other sites get it. */
export interface Embedded {
	body: string;
	type: string;
	caching: string;
	/** What it shows, where it may be kept at the edge: a write to any of it takes it down. */
	tags?: Tag[];
	headers?: Record<string, string>;
	status?: number;
}

/** Any page may read it and load it, one that isolates itself (COEP) too; it never differs by Origin. */
const openHeaders = {
	"Access-Control-Allow-Origin": "*",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Timing-Allow-Origin": "*",
};

/** A page for people in place of a refusal, for its status. */
type Page = Pick<Embedded, "body" | "type" | "headers">;

/**
 * Makes the route of something other sites show, for GET and HEAD. Where it is refused, `quiet` gives
 * the page that people see: a frame that shows none would show the browser's own.
 */
export function embed(
	make: (context: APIContext) => Promise<Embedded>,
	quiet?: (context: APIContext, status: number) => Promise<Page>,
): APIRoute {
	return async (context) => {
		try {
			return await answer(context, await make(context));
		} catch (error) {
			const refusal = refuse(error);
			for (const [name, value] of Object.entries(openHeaders)) refusal.headers.set(name, value);
			const page = await quiet?.(context, refusal.status);
			return page ? inPlaceOf(refusal, page) : refusal;
		}
	};
}

function inPlaceOf(
	{ status, headers: refused }: Response,
	{ body, type, headers }: Page,
): Response {
	const all = new Headers(refused);
	all.set("Content-Type", type);
	for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
	return new Response(body, { status, headers: all });
}

async function answer({ request, cache }: APIContext, made: Embedded): Promise<Response> {
	if (made.tags) cache.set({ ...embedAge, tags: made.tags });
	const etag = await tagOf(new TextEncoder().encode(made.body));
	const headers = new Headers({
		...openHeaders,
		"Cache-Control": made.caching,
		ETag: etag,
		...made.headers,
	});
	if (heldTags(request).includes(etag)) {
		return new Response(null, { status: 304, headers });
	}
	headers.set("Content-Type", made.type);
	return new Response(request.method === "HEAD" ? null : made.body, {
		status: made.status ?? 200,
		headers,
	});
}
