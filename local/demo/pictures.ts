/**
 * Turns the drawings in this folder into pictures. A tool's drawing holds only the tool, on a
 * transparent 800 x 800 canvas; the board behind it and its shadow are added here, so that every
 * tool hangs on the same wall. Review drawings are complete scenes.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { root } from "../settings.ts";

const canvasSize = 800;

/** Size of a stored picture, in pixels a side. */
export const pictureSize = 960;

/** Variants made ahead because every page shows them; the shop makes others when first asked. */
const prerenderedWidths = [320, 480] as const;

/** Rendered pictures are kept here, by the hash of their drawing: filling a second shop is quick. */
const pictureCache = join(root, ".generated/pictures");

/** One picture's files, by the name they have beside the original: "" is the original itself. */
export type PictureFiles = ReadonlyMap<string, Uint8Array>;

const readLocal = (path: string): Promise<string> =>
	readFile(new URL(path, import.meta.url), "utf8");

/** What stands between the outer <svg …> and </svg>. */
const innerSvg = (svg: string): string =>
	svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>")).trim();

const shadow = `<filter id="board-shadow" x="0" y="0" width="${canvasSize}" height="${canvasSize}" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
	<feDropShadow dx="14" dy="19" stdDeviation="5" flood-color="#24272b" flood-opacity="0.14"/>
</filter>`;

/** A tool on the board: board, shadow and tool as one SVG. */
export async function toolDrawing(slug: string): Promise<string> {
	const [board, tool] = await Promise.all([
		readLocal("drawings/board.svg"),
		readLocal(`drawings/${slug}.svg`),
	]);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${canvasSize} ${canvasSize}" width="${canvasSize}" height="${canvasSize}">
<defs>${shadow}</defs>
${innerSvg(board)}
<g filter="url(#board-shadow)">
${innerSvg(tool)}
</g>
</svg>
`;
}

/** A reviewer's picture as an SVG. */
export function reviewDrawing(slug: string): Promise<string> {
	return readLocal(`drawings/reviews/${slug}.svg`);
}

/** A drawing as the shop stores a picture: the original (WebP) and its ready variants (`320.avif`, ...). */
export async function renderPicture(svg: string): Promise<PictureFiles> {
	const names = ["", ...prerenderedWidths.flatMap((width) => [`${width}.avif`, `${width}.webp`])];
	const folder = join(pictureCache, createHash("sha256").update(svg).digest("hex").slice(0, 16));
	if (!existsSync(folder)) await renderInto(folder, svg);
	const files = names.map(async (name) => {
		return [name, new Uint8Array(await readFile(join(folder, name || "original.webp")))] as const;
	});
	return new Map(await Promise.all(files));
}

/** Renders into a folder that appears only once it is complete: two shops may fill up at once. */
async function renderInto(folder: string, svg: string): Promise<void> {
	const tempFolder = `${folder}-${process.pid}`;
	await mkdir(tempFolder, { recursive: true });
	const { data, info } = await sharp(Buffer.from(svg), { density: (72 * pictureSize) / canvasSize })
		.resize({ width: pictureSize })
		.flatten({ background: "#ebe6db" })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const drawing = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
	const write = async (name: string, image: Sharp) =>
		writeFile(join(tempFolder, name), await image.toBuffer());
	await write("original.webp", drawing.clone().webp({ quality: 88, effort: 2 }));
	for (const width of prerenderedWidths) {
		const smaller = drawing.clone().resize({ width });
		await write(`${width}.avif`, smaller.clone().avif({ quality: 60, effort: 2 }));
		await write(`${width}.webp`, smaller.clone().webp({ quality: 80, effort: 2 }));
	}
	await rename(tempFolder, folder).catch(() => undefined);
}
