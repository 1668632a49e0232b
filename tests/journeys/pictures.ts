/** Pictures for journeys that upload one. */
import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";

/** A small PNG as a file input takes it. Every colour is another picture. */
export async function makePicture(background: string) {
	const image = sharp({ create: { width: 320, height: 320, channels: 3, background } });
	return { name: "picture.png", mimeType: "image/png", buffer: await image.png().toBuffer() };
}

/** Uploads a picture by the call, as who holds the token of these headers; gives its address. */
export async function uploadPicture(
	request: APIRequestContext,
	shop: string,
	headers: Record<string, string>,
): Promise<string> {
	const image = await makePicture("#1d6540");
	const response = await request.post(`${shop}/api/images`, { headers, multipart: { image } });
	return (await response.json()).data.url;
}
