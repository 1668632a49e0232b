/** Reads request bodies up to a limit. */

import { ShopError } from "../errors.ts";
import * as messages from "../messages/messages.ts";
import { networkPrefix } from "../platform/auth/network.ts";
import { concatBytes } from "../values/bytes.ts";
import { overloaded, withoutSlot } from "./request-slots.ts";

/** Size allowed for the rest of a multipart form beside its file, in bytes: other fields and boundaries. */
const formOverheadBytes = 64 * 1024;

/**
 * How long a client may take to send its body: `ms` milliseconds, plus one for every `bytesPerMs`
 * bytes received. With the default, 5 MB may take ten minutes, a form less than twenty seconds.
 */
export interface BodyTimeout {
	ms: number;
	bytesPerMs: number;
}
const defaultBodyTimeout: BodyTimeout = { ms: 10_000, bytesPerMs: 8 };

/** Most bytes of unfinished bodies one isolate buffers, of the 128 MB of memory it has. */
const maxInFlightBytes = 32 * 1024 * 1024;
/** The bytes of one network: with more it alone could keep the isolate from reading the bodies of all others. */
const maxInFlightBytesOfOne = maxInFlightBytes / 2;
/** The unfinished bytes of each network. One without unfinished bodies is not in it. */
const inFlightBytes = new Map<string, number>();

/** Counts bytes of a network's unfinished bodies, and returns whether the isolate can hold them. */
function addInFlight(network: string, bytes: number): boolean {
	const ofOne = (inFlightBytes.get(network) ?? 0) + bytes;
	if (ofOne > 0) inFlightBytes.set(network, ofOne);
	else inFlightBytes.delete(network);
	const ofAll = inFlightBytes.values().reduce((sum, count) => sum + count, 0);
	return ofOne <= maxInFlightBytesOfOne && ofAll <= maxInFlightBytes;
}

/**
 * Reads the body. The request frees its slot while it waits for the client. Throws ShopError:
 * `too_large` as soon as Content-Length or the bytes received exceed `maxBytes`, without buffering
 * the rest; `request_timeout` (RFC 9110, 15.5.9) if the body arrives too slowly; `malformed` if the
 * connection breaks; `unavailable` if the isolate buffers too many bodies, of all clients or of this one's network.
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
	const network = networkPrefix(request.headers.get("cf-connecting-ip"));
	return concatBytes(await withoutSlot(() => readChunks(body, network, maxBytes, timeout)));
}

async function readChunks(
	body: ReadableStream<Uint8Array>,
	network: string,
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
			const canHold = addInFlight(network, value.byteLength);
			if (length > maxBytes) throw new ShopError("too_large");
			if (!canHold) throw overloaded();
			chunks.push(value);
		}
	} finally {
		addInFlight(network, -length);
		// respondAndDrain reads the rest of a body that is too large.
		reader.releaseLock();
	}
}

/** Reads the next chunk. Throws `request_timeout` at `deadline` (UTC, milliseconds) and cancels the body. */
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
		// Not awaited: the client may never finish.
		reader.cancel().catch(() => undefined);
		throw cause;
	} finally {
		if (timer !== undefined) clearTimeout(timer);
	}
}

/** Reads the body as text. Throws as `readBytes` does, and `malformed` if it is not UTF-8. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
	const bytes = await readBytes(request, maxBytes);
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
	} catch (cause) {
		throw new ShopError("malformed", { cause });
	}
}

/** Largest form without files, in bytes: the longest text, 20,000 characters, has up to nine for each. */
const maxFormBytes = 256 * 1024;

/**
 * Reads a form without files (URL Standard: application/x-www-form-urlencoded). Throws as `readText` does, and also
 * `unsupported_media` if the body is another one.
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
		throw new ShopError("unsupported_media", { message: messages.formRequired });
	return new URLSearchParams(await readText(request, maxFormBytes));
}

/**
 * Reads the first file of the given field in a multipart form (RFC 7578) and ignores the rest of the
 * form. Returns undefined if there is none or it is empty. Throws as `readBytes` does, and
 * `unsupported_media` if the body is not a multipart form.
 */
export async function readUpload(
	request: Request,
	field: string,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	return (await readUploadForm(request, { field, maxBytes })).file;
}

/** A form with a file: its field, the most bytes of the file, and how many more the other fields may have together. */
export interface Upload {
	field: string;
	maxBytes: number;
	textBytes?: number;
}

/** Reads a file as `readUpload` does, and the texts of the other fields. */
export async function readUploadForm(
	request: Request,
	{ field, maxBytes, textBytes = 0 }: Upload,
): Promise<{ file: Uint8Array<ArrayBuffer> | undefined; texts: URLSearchParams }> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
		throw new ShopError("unsupported_media", { message: messages.uploadFormRequired });
	}
	const body = await readBytes(request, maxBytes + textBytes + formOverheadBytes);
	const form = await new Response(body, { headers: { "Content-Type": type } })
		.formData()
		.catch((cause: unknown) => {
			throw new ShopError("malformed", { cause });
		});
	const file = form.getAll(field).find((entry) => typeof entry !== "string");
	const texts = new URLSearchParams();
	for (const [name, value] of form) if (typeof value === "string") texts.append(name, value);
	if (!file || file.size === 0) return { file: undefined, texts };
	if (file.size > maxBytes) throw new ShopError("too_large");
	return { file: new Uint8Array(await file.arrayBuffer()), texts };
}

/** How much of a rejected request's body to read, and how little not to wait for, in bytes. */
const maxDrainBytes = 64 * 1024 * 1024;
const minDrainBytes = 64 * 1024;

/**
 * Sends an error response immediately, but ends it only after the client has sent its body, which is
 * discarded. Over HTTP/1.1, a client that is cut off while sending sees a broken connection instead
 * of the response: it would never learn that its token expired or its image is too large.
 */
export async function respondAndDrain(request: Request, rejection: Response): Promise<Response> {
	const contentLength = request.headers.get("content-length");
	// Locked if the client disconnected while the body was read.
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
			// A client that disconnected needs no response.
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
