/** The body of a request, read no further than a limit. */
import * as messages from "../messages.ts";
import { ShopError } from "../shop/errors.ts";
import { overloaded, withoutSlot } from "./request-slots.ts";

/** What a form may weigh beside its file: its other fields and what stands between them. */
const formOverheadBytes = 64 * 1024;

/**
 * How long a client may take to send its body: so many milliseconds, and one more for every so many
 * bytes that have come. Five megabytes take ten minutes at most, a form less than twenty seconds.
 */
export interface BodyTimeout {
	ms: number;
	bytesPerMs: number;
}
const defaultBodyTimeout: BodyTimeout = { ms: 10_000, bytesPerMs: 8 };

/** What bodies that are still coming may weigh together in one isolate, which has 128 MB for everything. */
const maxInFlightBytes = 32 * 1024 * 1024;
let inFlightBytes = 0;

/**
 * The body's bytes, for which the request waits without a place among those under way. Refuses with
 * too_large as soon as it is known to be longer than `maxBytes`: by what it announces, or else by
 * what has come so far; the rest is never kept. Refuses with request_timeout (RFC 9110, 15.5.9) what
 * comes too slowly, with malformed what breaks off, with unavailable where too much is coming at once.
 */
export async function readBytes(
	request: Request,
	maxBytes: number,
	timeout = defaultBodyTimeout,
): Promise<Uint8Array<ArrayBuffer>> {
	if (Number(request.headers.get("content-length") ?? 0) > maxBytes) {
		throw new ShopError("too_large");
	}
	const { body } = request;
	if (!body) return new Uint8Array(0);
	return concat(await withoutSlot(() => readChunks(body, maxBytes, timeout)));
}

async function readChunks(
	body: ReadableStream<Uint8Array>,
	maxBytes: number,
	{ ms, bytesPerMs }: BodyTimeout,
): Promise<Uint8Array[]> {
	const reader = body.getReader();
	const chunks: Uint8Array[] = [];
	const deadline = Date.now() + ms;
	let length = 0;
	try {
		for (;;) {
			const { done, value } = await nextChunk(reader, deadline + length / bytesPerMs);
			if (done) return chunks;
			length += value.byteLength;
			inFlightBytes += value.byteLength;
			if (length > maxBytes) throw new ShopError("too_large");
			if (inFlightBytes > maxInFlightBytes) throw overloaded();
			chunks.push(value);
		}
	} finally {
		inFlightBytes -= length;
		// What is left of one that is too large is still listened to.
		reader.releaseLock();
	}
}

/** What comes next, until a moment in UTC milliseconds. Then the body is given up. */
async function nextChunk(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	deadline: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timedOut = new Promise<never>((_, reject) => {
		const onTimeout = () => reject(new ShopError("request_timeout"));
		timer = setTimeout(onTimeout, Math.max(0, deadline - Date.now()));
	});
	try {
		return await Promise.race([reader.read(), timedOut]);
	} catch (cause) {
		if (!(cause instanceof ShopError)) throw new ShopError("malformed", { cause });
		// Nobody waits for a body that is given up, nor for its end.
		reader.cancel().catch(() => undefined);
		throw cause;
	} finally {
		clearTimeout(timer);
	}
}

function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}

/** The body as text. Refuses as `readBytes` does, and what is not UTF-8 with malformed. */
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
 * empty; everything else in the form is ignored. Refuses as `readBytes` does, and with unsupported_media.
 */
export async function readUpload(
	request: Request,
	field: string,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
		throw new ShopError("unsupported_media", { message: messages.uploadFormRequired });
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
const maxDrainBytes = 64 * 1024 * 1024;
const minDrainBytes = 64 * 1024;

/**
 * A refusal, given at once but ended only when the client has sent its body, which is thrown away:
 * over HTTP/1.1 one that is cut off while it sends sees a broken connection instead of the answer,
 * and so never learns that its token ran out or its picture is too large.
 */
export async function respondAndDrain(request: Request, rejection: Response): Promise<Response> {
	const contentLength = request.headers.get("content-length");
	// Locked where the client went away while it was read.
	if (
		!request.body ||
		request.body.locked ||
		(contentLength && Number(contentLength) <= minDrainBytes)
	)
		return rejection;
	const reader = request.body.getReader();
	const rejectionBytes = await rejection.bytes();
	const body = new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(rejectionBytes),
		async pull(controller) {
			// A client that has gone has nothing more to hear.
			await drain(reader).catch(() => undefined);
			controller.close();
		},
		cancel: (reason) => reader.cancel(reason),
	});
	return new Response(body, rejection);
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
	const deadline = Date.now() + defaultBodyTimeout.ms;
	for (let drained = 0; drained <= maxDrainBytes; ) {
		const { done, value } = await nextChunk(
			reader,
			deadline + drained / defaultBodyTimeout.bytesPerMs,
		);
		if (done) return;
		drained += value.byteLength;
	}
	await reader.cancel();
}
