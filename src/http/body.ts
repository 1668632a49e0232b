/** The body of a request, read no further than a limit. */
import * as messages from "../messages.ts";
import { ShopError } from "./errors.ts";

/** What a form may weigh beside its file: its other fields and what stands between them. */
const formOverheadBytes = 64 * 1024;

/**
 * The body's bytes. Refuses with too_large as soon as it is known to be longer than `maxBytes`:
 * by what it announces, or else by what has come so far; the rest is never kept.
 */
export async function readBytes(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
	if (Number(request.headers.get("content-length") ?? 0) > maxBytes) {
		throw new ShopError("too_large");
	}
	const chunks: Uint8Array[] = [];
	let length = 0;
	const body = request.body?.values({ preventCancel: true });
	const next = () =>
		body?.next().catch((cause: unknown) => {
			// The client has gone, in the middle of it.
			throw new ShopError("malformed", { cause });
		});
	for (let read = await next(); read && !read.done; read = await next()) {
		length += read.value.byteLength;
		// What is left is for `hearOut`.
		if (length > maxBytes) {
			await body?.return?.();
			throw new ShopError("too_large");
		}
		chunks.push(read.value);
	}
	const bytes = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, at);
		at += chunk.byteLength;
	}
	return bytes;
}

/** The body as text. Refuses with too_large, and what is not UTF-8 with malformed. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
	const bytes = await readBytes(request, maxBytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (cause) {
		throw new ShopError("malformed", { cause });
	}
}

/**
 * The first file of that name in a multipart form (RFC 7578), or undefined where there is none or it is
 * empty; everything else in the form is ignored. Refuses with unsupported_media, too_large, malformed.
 */
export async function readUpload(
	request: Request,
	field: string,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
		throw new ShopError("unsupported_media", { message: messages.uploadForm });
	}
	const body = await readBytes(request, maxBytes + formOverheadBytes);
	const form = await new Response(body, { headers: { "Content-Type": type } })
		.formData()
		.catch((cause: unknown) => {
			throw new ShopError("malformed", { cause });
		});
	const file = form.getAll(field).find((entry) => typeof entry !== "string");
	if (!file || file.size === 0) return undefined;
	if (file.size > maxBytes) throw new ShopError("too_large");
	return new Uint8Array(await file.arrayBuffer());
}

/** How much of a refused body is still listened to, and how little is not worth it, in bytes. */
const mostHeard = 64 * 1024 * 1024;
const leastHeard = 64 * 1024;

/**
 * A refusal, given at once but ended only when the client has sent its body, which is thrown away:
 * over HTTP/1.1 one that is cut off while it sends sees a broken connection instead of the answer,
 * and so never learns that its token ran out or its picture is too large.
 */
export async function hearOut(request: Request, refusal: Response): Promise<Response> {
	const announced = request.headers.get("content-length");
	// Locked where the client went away while it was read.
	if (!request.body || request.body.locked || (announced && Number(announced) <= leastHeard))
		return refusal;
	const reader = request.body.getReader();
	const answer = await refusal.bytes();
	const body = new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(answer),
		async pull(controller) {
			// A client that has gone has nothing more to hear.
			await throwAway(reader).catch(() => undefined);
			controller.close();
		},
		cancel: (reason) => reader.cancel(reason),
	});
	return new Response(body, refusal);
}

async function throwAway(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
	for (let heard = 0; heard <= mostHeard; ) {
		const { done, value } = await reader.read();
		if (done) return;
		heard += value.byteLength;
	}
	await reader.cancel();
}
