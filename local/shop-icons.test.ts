/** The icons that the build draws: each has its size and format, and the colours of the drawing. */
import sharp from "sharp";
import { expect, it } from "vitest";
import { colors } from "../src/config/config.ts";
import { iconPaths } from "../src/shop/feeds/feeds.ts";
import { shopIcons } from "./shop-icons.ts";

/** A drawing in one colour, with round corners as the icon of the tab has. */
const svg = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="24" fill="#123456"/></svg>',
);
const icons = await shopIcons(svg);

/** Returns the colour of a pixel as red, green, blue and, if there is one, alpha. */
async function pixel(picture: Buffer | undefined, left: number, top: number): Promise<number[]> {
	const one = sharp(picture).extract({ left, top, width: 1, height: 1 });
	return [...(await one.raw().toBuffer())];
}

it.each([
	[iconPaths.appleTouch, 180],
	[iconPaths.small, 192],
	[iconPaths.large, 512],
	[iconPaths.maskable, 512],
])("%s is a PNG of %i pixels with the drawing", async (path, size) => {
	const picture = icons.get(path);
	expect(await sharp(picture).metadata()).toMatchObject({
		format: "png",
		width: size,
		height: size,
	});
	expect((await pixel(picture, size / 2, size / 2)).slice(0, 3)).toEqual([0x12, 0x34, 0x56]);
});

it("home screens that cut off corners get the shop's background there, to the edge", async () => {
	const background = colors.light["base-100"]
		.match(/[0-9a-f]{2}/g)
		?.map((hex) => parseInt(hex, 16));
	for (const path of [iconPaths.appleTouch, iconPaths.maskable])
		expect((await pixel(icons.get(path), 0, 0)).slice(0, 3)).toEqual(background);
	// Outside of the circle of 80% there is nothing of the drawing.
	expect((await pixel(icons.get(iconPaths.maskable), 256, 40)).slice(0, 3)).toEqual(background);
	expect((await pixel(icons.get(iconPaths.large), 0, 0))[3]).toBe(0);
});

it("favicon.ico lists pictures of 16, 32 and 48 pixels, where they are", async () => {
	const ico = icons.get(iconPaths.icon) ?? Buffer.alloc(0);
	expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
	for (const [index, width] of [16, 32, 48].entries()) {
		const entry = 6 + 16 * index;
		expect([ico[entry], ico[entry + 1]]).toEqual([width, width]);
		const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
		const picture = ico.subarray(offset, offset + length);
		expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width });
	}
});
