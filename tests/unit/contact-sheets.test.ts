/** The comparison of pictures that `npm run pictures` makes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { changedCells, toCell, writeSheet } from "../pictures/sheet.ts";

const picture = (color: string, height = 900) =>
	sharp({ create: { width: 390, height, channels: 3, background: color } })
		.png()
		.toBuffer();

it("finds the screens that look different, and new ones", async () => {
	const folder = await mkdtemp(join(tmpdir(), "sheets-"));
	const file = join(folder, "sheet.webp");
	const paper = await toCell(await picture("#f7f4ed"));
	const long = await toCell(await picture("#b5410b", 3000));
	const short = await toCell(await picture("#b5410b", 200));
	try {
		expect(await changedCells(file, [paper])).toEqual([0]);
		await writeSheet(file, [paper, long, short]);
		expect(await changedCells(file, [paper, long, short])).toEqual([]);
		expect(await changedCells(file, [paper, short, short])).toEqual([1]);
		const many = Array.from({ length: 9 }, () => paper);
		expect(await changedCells(file, many)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
	} finally {
		await rm(folder, { recursive: true });
	}
});
