/** Pictures for journeys with uploads. */
import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";

/** A small PNG for a file input. Every colour gives another picture. */
export async function makePicture(background: string) {
	const image = sharp({ create: { width: 320, height: 320, channels: 3, background } });
	return { name: "picture.png", mimeType: "image/png", buffer: await image.png().toBuffer() };
}

/** Uploads a picture by API with the token in these headers; returns its URL. */
export async function uploadPicture(
	request: APIRequestContext,
	shop: string,
	headers: Record<string, string>,
): Promise<string> {
	const image = await makePicture("#1d6540");
	const response = await request.post(`${shop}/api/images`, { headers, multipart: { image } });
	return (await response.json()).data.url;
}
