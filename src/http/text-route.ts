/** Routes of texts that other programs read, such as feeds: the same for everyone. */
import type { APIContext, APIRoute } from "astro";
import { fileCaching, type PagePolicy } from "../platform/cache-policy.ts";
import { logError } from "../platform/log.ts";
import { allowOnly, reject } from "./handle.ts";

type Route = Record<"GET" | "HEAD" | "ALL", APIRoute>;

function route(respond: (context: APIContext) => Promise<Response>): Route {
	const safely: APIRoute = async (context) => {
		try {
			return await respond(context);
		} catch (error) {
			return reject(error);
		}
	};
	return { GET: safely, HEAD: safely, ALL: allowOnly("GET", "HEAD") };
}

/** Creates the route of a text that is cached as pages are. */
export function textRoute(
	type: string,
	policy: PagePolicy,
	render: (context: APIContext) => Promise<string>,
): Route {
	return route(async (context) => {
		const body = await render(context);
		context.cache.set(policy);
		return new Response(context.request.method === "HEAD" ? null : body, {
			headers: { "Content-Type": `${type}; charset=utf-8` },
		});
	});
}

/**
 * Creates the route of a text that is too long to hold: it is sent in pieces. The edge cache stores it
 * for `maxAge` seconds at its address alone, so any other leads there.
 */
export function streamedRoute(
	type: string,
	maxAge: number,
	render: (context: APIContext) => AsyncIterable<string>,
): Route {
	return route(async (context) => {
		const { url, request, cache } = context;
		if (url.search !== "") return context.redirect(url.pathname, 308);
		const body = request.method === "HEAD" ? null : await streamOf(render(context));
		const { cacheControl, policy } = fileCaching(maxAge);
		cache.set(policy);
		return new Response(body, {
			headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": cacheControl },
		});
	});
}

/** Returns a response that sends texts or bytes one after the other, as a file to download that nobody caches. */
export async function downloadOf(
	fileName: string,
	type: string,
	pieces: AsyncIterable<string | Uint8Array>,
): Promise<Response> {
	return new Response(await streamOf(pieces), {
		headers: {
			"Cache-Control": "no-store",
			"Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
			"Content-Disposition": `attachment; filename="${fileName}"`,
		},
	});
}

/**
 * Sends texts or bytes as the reader takes them. Throws the error of the first, while the response can still have
 * its status; a later one ends the text, so that no reader takes it for whole.
 */
async function streamOf(
	pieces: AsyncIterable<string | Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
	const iterator = pieces[Symbol.asyncIterator]();
	const encoder = new TextEncoder();
	let hasReader = true;
	let next: Promise<IteratorResult<string | Uint8Array>> | undefined = Promise.resolve(
		await iterator.next(),
	);
	return new ReadableStream({
		pull: async (controller) => {
			try {
				const { done, value } = await (next ?? iterator.next());
				next = undefined;
				// It may have left meanwhile: that is no error.
				if (!hasReader) return;
				if (done) controller.close();
				else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
			} catch (error) {
				logError("stream", error);
				controller.error(error);
			}
		},
		cancel: async () => {
			hasReader = false;
			await iterator.return?.();
		},
	});
}
