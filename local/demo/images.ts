/**
 * Renders the drawings in this folder. A tool's drawing has only the tool, on a transparent 800 x 800
 * canvas, a category's has several; the board behind them and their shadows are added here, so that they are the same
 * for every tool. Other drawings in a folder of their own are complete scenes.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { root } from "../settings.ts";
import type { DemoDetail, DemoImage } from "./details.ts";

const canvasSize = 800;

/** Size of a stored image, in pixels a side. */
export const imageSize = 960;

/**
 * Widths rendered ahead, because a page shows them at once: lists the first image of a tool, a tool's page the small
 * images of its gallery. The shop renders others at the first request, and all of them here would take twice as long.
 */
export const firstImageWidths = [320, 640] as const;
export const galleryWidths = [160] as const;

/** How long AVIF is encoded, and WebP twice as long. Tests make images only to look at pages, and take 0 as in worker-process.ts. */
const effort = Number(process.env.AVIF_EFFORT ?? 1);

/** Cache of rendered images by the hash of their drawing, its widths and the effort, which makes seeding a second shop quick. */
const imageCache = join(root, ".generated/images");

/** One image's files by variant name; "" is the original. */
export type ImageFiles = ReadonlyMap<string, Uint8Array>;

const readLocal = (path: string): Promise<string> =>
	readFile(new URL(path, import.meta.url), "utf8");

/** The contents of the outer <svg> element. */
const innerSvg = (svg: string): string =>
	svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>")).trim();

/** Width of the shadow, in pixels: enough for a soft one. The SVG's own blur takes twenty times as long. */
const shadowSize = 200;

/** The shadow of a tool, as an SVG element. */
async function shadowOf(tool: string): Promise<string> {
	const png = await sharp(
		Buffer.from(
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 -19 ${canvasSize} ${canvasSize}" width="${shadowSize}" height="${shadowSize}">${tool}</svg>`,
		),
	)
		.ensureAlpha()
		// #24272b at an opacity of 0.14
		.linear([0, 0, 0, 0.14], [36, 39, 43, 0])
		.blur(1.25)
		.png()
		.toBuffer();
	return `<image width="${canvasSize}" height="${canvasSize}" href="data:image/png;base64,${png.toString("base64")}"/>`;
}

/** A square of the canvas. */
type Square = Omit<DemoDetail, "alt">;

/** Tools on the board, each with its shadow on those before it, as one SVG. With `square`, only that part of it. */
async function onBoard(
	tools: string[],
	{ x, y, size }: Square = { x: 0, y: 0, size: canvasSize },
): Promise<string> {
	const board = innerSvg(await readLocal("drawings/board.svg"));
	const drawn = tools.map(async (tool) => `${await shadowOf(tool)}\n${tool}`);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${size} ${size}" width="${canvasSize}" height="${canvasSize}">
${board}
${(await Promise.all(drawn)).join("\n")}
</svg>
`;
}

/** A tool on the board as an SVG. With `square`, only that part of it. */
export async function toolDrawing(slug: string, square?: Square): Promise<string> {
	return onBoard([innerSvg(await readLocal(`drawings/${slug}.svg`))], square);
}

/** Where the tools of a kit hang, by how many there are. */
const halves = [
	[10, 20],
	[390, 20],
	[200, 380],
] as const;

/** A kit on the board as an SVG: its first three tools at half their size. */
export async function bundleDrawing(slugs: readonly string[]): Promise<string> {
	const tools = slugs.slice(0, halves.length).map(async (slug, index) => {
		const [x, y] = halves[index] ?? [0, 0];
		const tool = innerSvg(await readLocal(`drawings/${slug}.svg`));
		return `<g transform="translate(${x} ${y}) scale(0.5)">${tool}</g>`;
	});
	return onBoard(await Promise.all(tools));
}

/** A further image of a tool as an SVG: a detail of its drawing, or a drawing of its own. */
export function galleryDrawing(slug: string, image: DemoImage): Promise<string> {
	return "drawing" in image ? readLocal(`drawings/${image.drawing}.svg`) : toolDrawing(slug, image);
}

/** A category's image as an SVG: several tools on the board. */
export async function categoryDrawing(slug: string): Promise<string> {
	const tools = innerSvg(await readLocal(`drawings/categories/${slug}.svg`));
	return onBoard(tools.split(/^(?=<g class="tool")/m));
}

/** A reviewer's image as an SVG. */
export function reviewDrawing(slug: string): Promise<string> {
	return readLocal(`drawings/reviews/${slug}.svg`);
}

/** Renders a drawing into the files the shop stores: the original (WebP) and variants (`320.avif`, ...). */
export async function renderImage(svg: string, widths: readonly number[]): Promise<ImageFiles> {
	const names = ["", ...widths.flatMap((width) => [`${width}.avif`, `${width}.webp`])];
	const folder = join(
		imageCache,
		createHash("sha256").update(`${svg}${widths} ${effort}`).digest("hex").slice(0, 16),
	);
	if (!existsSync(folder)) await renderInto(folder, svg, widths);
	const files = names.map(async (name) => {
		return [name, new Uint8Array(await readFile(join(folder, name || "original.webp")))] as const;
	});
	return new Map(await Promise.all(files));
}

/** Renders into a temporary folder and renames it when complete: two shops may be seeded in parallel. */
async function renderInto(folder: string, svg: string, widths: readonly number[]): Promise<void> {
	const tempFolder = `${folder}-${process.pid}`;
	await mkdir(tempFolder, { recursive: true });
	const { data, info } = await sharp(Buffer.from(svg), { density: (72 * imageSize) / canvasSize })
		.resize({ width: imageSize })
		.flatten({ background: "#ebe6db" })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const drawing = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
	const write = async (name: string, image: Sharp) =>
		writeFile(join(tempFolder, name), await image.toBuffer());
	await write("original.webp", drawing.clone().webp({ quality: 88, effort: 2 * effort }));
	for (const width of widths) {
		const smaller = drawing.clone().resize({ width });
		await write(`${width}.avif`, smaller.clone().avif({ quality: 60, effort }));
		await write(`${width}.webp`, smaller.clone().webp({ quality: 80, effort: 2 * effort }));
	}
	await rename(tempFolder, folder).catch(() => undefined);
}
