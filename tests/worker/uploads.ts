/** Uploading pictures as a caller of the API does. */

import { type Bytes, convert, redAndBlue } from "./pictures.ts";
import { type Answer, answer, origin, type Person, signUp } from "./shop.ts";

export const megabyte = 1024 * 1024;

/** Somebody who uploads: the calls below are theirs. */
export const rider: Person = await signUp();

/** The same picture in each format, 64 x 32 pixels. */
export const png = await redAndBlue();
export const jpeg = await convert(png, "image/jpeg");
export const webp = await convert(png, "image/webp");

export function post(body: BodyInit, headers: HeadersInit = {}): Promise<Response> {
	const request = new Request(`${origin}/api/images`, {
		method: "POST",
		headers: { Authorization: `Bearer ${rider.token}`, ...headers },
		body,
	});
	return answer(request);
}

export async function send(body: BodyInit, headers: HeadersInit = {}): Promise<Answer> {
	const response = await post(body, headers);
	return { status: response.status, headers: response.headers, body: await response.json() };
}

export function formOf(picture: Bytes, type = "image/png", field = "image"): FormData {
	const form = new FormData();
	form.set(field, new File([picture], "picture", { type }));
	return form;
}

export const upload = (picture: Bytes, type?: string): Promise<Answer> =>
	send(formOf(picture, type));
