/** Pictures on their way to the shop: made smaller here, then sent with progress. */
import { readReply, withToken } from "../../http/call.ts";
import { buildPath, type ReplyOf } from "../../http/endpoint.ts";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import { uploadImageEndpoint } from "../../shop/images/images.api.ts";
import {
	maxUploadBytes,
	resizedSidePixels,
	uploadField,
	uploadTypes,
} from "../../shop/images/images.ts";

/** How good a picture stays that is encoded anew, from 0 to 1. */
const quality = 0.85;

/**
 * A picture small enough to upload: as it is where it already is, else its longest side at most
 * 1600 pixels, as WebP, or JPEG where the browser writes no WebP. Formats that only this browser
 * reads (HEIC, GIF, AVIF) become one the shop takes. Refuses with invalid (field image) what the
 * browser can't decode.
 */
export async function shrinkImage(file: File): Promise<Blob> {
	const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(
		(cause: unknown) => {
			throw unreadableImage(cause);
		},
	);
	try {
		const longestSide = Math.max(bitmap.width, bitmap.height);
		const isUploadType = uploadTypes.some((type) => type === file.type);
		if (isUploadType && file.size <= maxUploadBytes && longestSide <= resizedSidePixels)
			return file;
		return await redraw(bitmap, Math.min(1, resizedSidePixels / longestSide));
	} finally {
		bitmap.close();
	}
}

function unreadableImage(cause?: unknown): ShopError {
	return new ShopError("invalid", { fields: { [uploadField]: messages.imageUnreadable }, cause });
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<Blob> {
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(bitmap.width * scale));
	canvas.height = Math.max(1, Math.round(bitmap.height * scale));
	const context = canvas.getContext("2d");
	if (!context) throw unreadableImage();
	context.imageSmoothingQuality = "high";
	context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
	const webp = await encode(canvas, "image/webp");
	// A browser that doesn't write a type gives PNG instead (HTML, 4.12.5.5).
	if (webp.type === "image/webp") return webp;
	// JPEG has no transparency: what was clear would turn black.
	context.globalCompositeOperation = "destination-over";
	context.fillStyle = "#fff";
	context.fillRect(0, 0, canvas.width, canvas.height);
	return encode(canvas, "image/jpeg");
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadableImage())), type, quality);
	});
}

/**
 * Uploads a picture and gives its address, `/images/{key}`. `onProgress` is told which fraction
 * has been sent, from 0 to 1. Refusals are thrown as `call` throws them; an aborted `signal` as
 * its own reason.
 */
export async function uploadImage(
	image: Blob,
	onProgress: (fraction: number) => void,
	signal: AbortSignal,
): Promise<string> {
	const response = await withToken(uploadImageEndpoint, (token) =>
		sendForm(image, token, onProgress, signal),
	);
	const reply = await readReply<ReplyOf<typeof uploadImageEndpoint>>(response);
	return reply.data.url;
}

/** As fetch would, but telling how far it is: fetch can't say that of a request. */
function sendForm(
	image: Blob,
	token: string | undefined,
	onProgress: (fraction: number) => void,
	signal: AbortSignal,
): Promise<Response> {
	const form = new FormData();
	form.set(uploadField, image);
	return new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const request = new XMLHttpRequest();
		const abort = () => request.abort();
		request.open(uploadImageEndpoint.method, buildPath(uploadImageEndpoint));
		if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
		request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
			if (lengthComputable) onProgress(loaded / total);
		});
		request.addEventListener("load", () =>
			resolve(new Response(request.responseText, { status: request.status })),
		);
		request.addEventListener("error", () =>
			reject(new ShopError("unavailable", { message: messages.shopUnreachable })),
		);
		request.addEventListener("abort", () => reject(signal.reason));
		request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
		signal.addEventListener("abort", abort);
		request.send(form);
	});
}
