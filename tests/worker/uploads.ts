/** Uploads images to /api/images as a signed-in user, whom it creates when it is imported. */

import { type ApiResponse, dispatch, origin, type Person, signUp } from "../helpers/shop.ts";
import { type Bytes, convert, redAndBlue } from "./image-bytes.ts";

export const megabyte = 1024 * 1024;

/** The user who makes the calls below. */
export const uploader: Person = await signUp();

/** The same image in each format, 64 x 32 pixels. */
export const png = await redAndBlue();
export const jpeg = await convert(png, "image/jpeg");
export const webp = await convert(png, "image/webp");

export function post(body: BodyInit, headers: HeadersInit = {}): Promise<Response> {
	const request = new Request(`${origin}/api/images`, {
		method: "POST",
		headers: { Authorization: `Bearer ${uploader.token}`, ...headers },
		body,
	});
	return dispatch(request);
}

export async function postJson(body: BodyInit, headers: HeadersInit = {}): Promise<ApiResponse> {
	const response = await post(body, headers);
	return { status: response.status, headers: response.headers, body: await response.json() };
}

export function uploadForm(image: Bytes, type = "image/png", field = "image"): FormData {
	const form = new FormData();
	form.set(field, new File([image], "image", { type }));
	return form;
}

export const upload = (image: Bytes, type?: string): Promise<ApiResponse> =>
	postJson(uploadForm(image, type));
