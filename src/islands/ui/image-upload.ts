/** Uploads images: shrinks them in the browser, then sends them with progress. */

import { ShopError } from "../../errors.ts";
import { readReply, withToken } from "../../http/call.ts";
import { buildPath, type ReplyOf } from "../../http/endpoint.ts";
import * as messages from "../../messages/messages.ts";
import { uploadImageEndpoint } from "../../shop/images/images.api.ts";
import {
	maxUploadBytes,
	resizedSidePixels,
	uploadField,
	uploadTypes,
} from "../../values/images.ts";

/** Quality of the re-encoded image, from 0 to 1. */
const quality = 0.85;

/**
 * Returns an image small enough to upload: the file itself if it is, otherwise one whose longest side is
 * at most 1600 pixels, as WebP, or as JPEG if the browser can't encode WebP. Formats that only browsers
 * decode (HEIC, GIF, AVIF) are converted. Throws ShopError `invalid` (field `image`) if the browser can't
 * decode the file.
 */
export async function shrinkImage(file: File): Promise<Blob> {
	const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(
		(cause: unknown) => {
			throw unreadableImage(cause);
		},
	);
	try {
		const longerSide = Math.max(bitmap.width, bitmap.height);
		const isUploadType = uploadTypes.some((type) => type === file.type);
		if (isUploadType && file.size <= maxUploadBytes && longerSide <= resizedSidePixels) return file;
		return await redraw(bitmap, Math.min(1, resizedSidePixels / longerSide));
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
	// A browser that can't encode a type returns PNG instead (HTML, 4.12.5.5).
	if (webp.type === "image/webp") return webp;
	// JPEG has no transparency: transparent pixels would become black.
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
 * Uploads an image and returns its path, `/images/{key}`. `onProgress` receives the fraction sent, from 0
 * to 1. Throws the same errors as `call`, or the reason of an aborted `signal`.
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

/** Sends the form with XMLHttpRequest, because fetch does not report upload progress. */
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
