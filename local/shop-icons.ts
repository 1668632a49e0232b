/**
 * The icons that are no SVG: for old browsers, home screens and programs that read no page. The build draws them from the
 * icon of the tab, which has the shop's drawing and colours.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import sharp from "sharp";
import { colors } from "../src/config/config.ts";
import { iconPaths } from "../src/shop/feeds/feeds.ts";

/** The widths of the pictures in favicon.ico, in pixels: of tabs, bookmarks and Windows' desktop. */
const icoWidths = [16, 32, 48];

/** The part of a maskable icon that no device cuts off: a circle of 80% (W3C, Web Application Manifest, 1.5.3). */
const safePart = 0.8;

const background = colors.light["base-100"];

/** Draws an SVG as a PNG of this width. */
const draw = (svg: Buffer, width: number) => sharp(svg, { density: 1200 }).resize(width);

/** Draws it on a square of the background, without round corners: devices make their own. */
const drawSquare = (svg: Buffer, width: number) => draw(svg, width).flatten({ background });

/** Returns an .ico file of square PNGs (Microsoft, "Icons": a header, an entry for each picture, the pictures). */
function icoOf(pictures: readonly { width: number; png: Buffer }[]): Buffer {
	const headerLength = 6 + 16 * pictures.length;
	const header = Buffer.alloc(headerLength);
	// The type of an icon, and how many pictures it has.
	header.writeUInt16LE(1, 2);
	header.writeUInt16LE(pictures.length, 4);
	let offset = headerLength;
	for (const [index, { width, png }] of pictures.entries()) {
		const entry = 6 + 16 * index;
		header.writeUInt8(width, entry);
		header.writeUInt8(width, entry + 1);
		// One colour plane, 32 bits a pixel.
		header.writeUInt16LE(1, entry + 4);
		header.writeUInt16LE(32, entry + 6);
		header.writeUInt32LE(png.length, entry + 8);
		header.writeUInt32LE(offset, entry + 12);
		offset += png.length;
	}
	return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Returns each file by its path, drawn from the icon of the tab. */
export async function shopIcons(svg: Buffer): Promise<Map<string, Buffer>> {
	const pictures = await Promise.all(
		icoWidths.map(async (width) => ({ width, png: await draw(svg, width).png().toBuffer() })),
	);
	const inner = Math.round(512 * safePart);
	const [before, after] = [Math.floor((512 - inner) / 2), Math.ceil((512 - inner) / 2)];
	const room = { top: before, left: before, bottom: after, right: after, background };
	return new Map([
		[iconPaths.icon, icoOf(pictures)],
		[iconPaths.appleTouch, await drawSquare(svg, 180).png().toBuffer()],
		[iconPaths.small, await draw(svg, 192).png().toBuffer()],
		[iconPaths.large, await draw(svg, 512).png().toBuffer()],
		[iconPaths.maskable, await drawSquare(svg, inner).extend(room).png().toBuffer()],
	]);
}

/** An Astro integration that writes them into the build. */
export function shopIconsOfBuild(): AstroIntegration {
	return {
		name: "shop-icons",
		hooks: {
			"astro:build:done": async ({ dir }) => {
				const fileOf = (path: string) => fileURLToPath(new URL(`.${path}`, dir));
				const icons = await shopIcons(readFileSync(fileOf("/favicon.svg")));
				for (const [path, bytes] of icons) writeFileSync(fileOf(path), bytes);
			},
		},
	};
}
