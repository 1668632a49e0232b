/** Pictures for journeys that upload one. */
import sharp from "sharp";

/** A small PNG as a file input takes it. Every colour is another picture. */
export async function picture(background: string) {
	const image = sharp({ create: { width: 320, height: 320, channels: 3, background } });
	return { name: "picture.png", mimeType: "image/png", buffer: await image.png().toBuffer() };
}
