/** Contact sheets: the pictures of all screens at one width and in one colour scheme, as one image. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import sharp from "sharp";

/** Cells in a row, and their size in pixels. A long page is cut off. */
const columns = 8;
const cell = { width: 240, height: 480 };
const gap = 8;

/** A picture counts as changed if more than this part of its pixels differs by more than `tolerance` of 255. */
const changedPart = 0.02;
const tolerance = 40;

const placeOf = (index: number) => ({
	left: gap + (index % columns) * (cell.width + gap),
	top: gap + Math.floor(index / columns) * (cell.height + gap),
});

/** Shrinks the picture of a screen (PNG) to a cell, from its top. */
export async function toCell(picture: Buffer): Promise<Buffer> {
	const scaled = await sharp(picture).resize({ width: cell.width }).png().toBuffer();
	const { height = 0 } = await sharp(scaled).metadata();
	return sharp(scaled)
		.extract({ left: 0, top: 0, width: cell.width, height: Math.min(height, cell.height) })
		.extend({ bottom: Math.max(0, cell.height - height), background: "#8a8a8a" })
		.png()
		.toBuffer();
}

/** Writes the sheet of these cells as WebP. */
export async function writeSheet(file: string, cells: readonly Buffer[]): Promise<void> {
	const rows = Math.ceil(cells.length / columns);
	await mkdir(dirname(file), { recursive: true });
	await sharp({
		create: {
			width: gap + columns * (cell.width + gap),
			height: gap + rows * (cell.height + gap),
			channels: 3,
			background: "#8a8a8a",
		},
	})
		.composite(cells.map((input, index) => ({ input, ...placeOf(index) })))
		.webp({ quality: 62, effort: 4 })
		.toFile(file);
}

/** Returns the indexes of the cells that differ from those of a sheet; all of them if there is none. */
export async function changedCells(file: string, cells: readonly Buffer[]): Promise<number[]> {
	if (!existsSync(file)) return cells.map((_, index) => index);
	const { width = 0, height = 0 } = await sharp(file).metadata();
	const changes = await Promise.all(
		cells.map(async (picture, index) => {
			const place = placeOf(index);
			const fits = place.left + cell.width <= width && place.top + cell.height <= height;
			if (!fits) return true;
			const before = await sharp(file)
				.extract({ ...place, ...cell })
				.removeAlpha()
				.raw()
				.toBuffer();
			return differ(before, await sharp(picture).removeAlpha().raw().toBuffer());
		}),
	);
	return changes.flatMap((changed, index) => (changed ? [index] : []));
}

/** Whether two images of the same size (three bytes a pixel) look different. */
function differ(before: Buffer, after: Buffer): boolean {
	const pixels = after.length / 3;
	let different = 0;
	for (let pixel = 0; pixel < pixels; pixel += 1) {
		const at = pixel * 3;
		const difference = Math.max(
			Math.abs((before[at] ?? 0) - (after[at] ?? 0)),
			Math.abs((before[at + 1] ?? 0) - (after[at + 1] ?? 0)),
			Math.abs((before[at + 2] ?? 0) - (after[at + 2] ?? 0)),
		);
		if (difference > tolerance) different += 1;
	}
	return different / pixels > changedPart;
}
