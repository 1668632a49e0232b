/** Images for journeys with uploads. */
import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";

/** A small PNG for a file input. Every colour gives another image. */
export async function makeImage(background: string) {
	const image = sharp({ create: { width: 320, height: 320, channels: 3, background } });
	return { name: "image.png", mimeType: "image/png", buffer: await image.png().toBuffer() };
}

/** Uploads an image by API with the token in these headers; returns its URL. */
export async function uploadImage(
	request: APIRequestContext,
	shop: string,
	headers: Record<string, string>,
): Promise<string> {
	const image = await makeImage("#1d6540");
	const response = await request.post(`${shop}/api/images`, { headers, multipart: { image } });
	return (await response.json()).data.url;
}
