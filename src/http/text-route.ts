/** Routes of texts and data that other programs read, such as feeds: the same for everyone, so that any site may. */
import type { APIContext, APIRoute } from "astro";
import { fileCaching, type PagePolicy } from "../platform/cache/cache-policy.ts";
import { logError } from "../platform/services/log.ts";
import { inAscii } from "../values/ascii-text.ts";
import { allowAnySite, reject, toAnySite } from "./handle.ts";

/** The exports of a route file. */
export type Route = Record<"GET" | "ALL", APIRoute>;

/** Creates the route of a GET that needs no credentials and answers everybody the same. */
export function publicRoute(respond: (context: APIContext) => Response | Promise<Response>): Route {
	const safely: APIRoute = async (context) => {
		try {
			return toAnySite(await respond(context));
		} catch (error) {
			return toAnySite(reject(error));
		}
	};
	return { GET: safely, ALL: allowAnySite("GET") };
}

/** Creates the route of a text that is cached as pages are. */
export function textRoute(
	type: string,
	policy: PagePolicy,
	render: (context: APIContext) => Promise<string>,
): Route {
	return publicRoute(async (context) => {
		const body = await render(context);
		context.cache.set(policy);
		return new Response(body, {
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
	return publicRoute(async (context) => {
		const { url, cache } = context;
		if (url.search !== "") return context.redirect(url.pathname, 308);
		const body = await streamOf(render(context));
		const { cacheControl, policy } = fileCaching(maxAge);
		cache.set(policy);
		return new Response(body, {
			headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": cacheControl },
		});
	});
}

/**
 * Returns a response that is a file to download, which nobody caches: a body, or texts or bytes that are sent one after
 * the other. The name may have any letters.
 */
export async function downloadOf(
	fileName: string,
	type: string,
	body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string | Uint8Array>,
): Promise<Response> {
	const isWhole = typeof body === "string" || body instanceof Uint8Array;
	return new Response(isWhole ? body : await streamOf(body), {
		headers: {
			"Cache-Control": "no-store",
			"Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
			"Content-Disposition": attachmentNamed(fileName),
		},
	});
}

/**
 * Returns the header of a file to save (RFC 6266): its name in ASCII, and where that is another, the name itself in UTF-8
 * (RFC 8187), which programs prefer. Without what a name can't have in the file systems of Windows.
 */
function attachmentNamed(fileName: string): string {
	const name = fileName.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, "-");
	const ascii = inAscii(name).replaceAll(/[^ -~]|["\\]/gu, "_");
	if (ascii === name) return `attachment; filename="${ascii}"`;
	const encoded = encodeURIComponent(name).replaceAll(
		/['()]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
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
