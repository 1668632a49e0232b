/**
 * Writes the faces of papers: static files that the Worker reads when a text has characters that PDF's built-in fonts have
 * not. Those of Chinese, Japanese and Korean come in the pieces of their packages, so that a name needs a few of them. Runs
 * before every build.
 */
/// <reference path="../src/declarations/fontkit.d.ts" />
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "fontkit";
import subsetFont from "subset-font";
import { paperFacePackages } from "./paper-face-packages.ts";
import { root } from "./settings.ts";

const folder = join(root, "public/papers");
const indexFile = join(folder, "index.json");

/** A piece of a face: its file, and of which characters, if not of all that it has. */
interface Piece {
	name: string;
	source: string;
	only?: RegExp | undefined;
}

/** The pieces, in the order in which a character looks for its face. */
function listPieces(): Piece[] {
	const [latin, ...others] = paperFacePackages;
	const file = join(root, "node_modules", latin, "400Regular/NotoSans_400Regular.ttf");
	return [
		{ name: "noto-sans", source: file },
		...others.flatMap((name) => {
			const [, face = ""] = name.split("/");
			const packageFolder = join(root, "node_modules", name);
			const pieces = JSON.parse(readFileSync(join(packageFolder, "unicode.json"), "utf8"));
			return Object.keys(pieces).map((key) => {
				const piece = `${face}-${key.replaceAll(/[[\]]/g, "")}`;
				return {
					name: piece,
					source: join(packageFolder, "files", `${piece}-wght-normal.woff2`),
					// The face of Chinese has what else there is.
					only: face === "noto-sans-kr" ? /\p{Script=Hangul}/u : undefined,
				};
			});
		}),
	];
}

/** Code points as pairs of the first and the last of those that follow each other. */
function toRanges(points: readonly number[]): [number, number][] {
	const ranges: [number, number][] = [];
	for (const point of points.toSorted((one, other) => one - other)) {
		const last = ranges.at(-1);
		if (last?.[1] === point - 1) last[1] = point;
		else ranges.push([point, point]);
	}
	return ranges;
}

async function writePieces(): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const index: { file: string; ranges: [number, number][] }[] = [];
	const known = new Set<number>();
	for (const { name, source, only = /./su } of listPieces()) {
		const font = readFileSync(source);
		const points = create(font).characterSet.filter(
			(point) => point > 0x20 && !known.has(point) && only.test(String.fromCodePoint(point)),
		);
		if (points.length === 0) continue;
		for (const point of points) known.add(point);
		const file = `${name}.ttf`;
		const piece = await subsetFont(font, String.fromCodePoint(0x20, ...points), {
			targetFormat: "truetype",
			// A font with one weight alone has no such axis: harfbuzz ignores it.
			...(source.endsWith(".woff2") && { variationAxes: { wght: 400 } }),
			noHinting: true,
		});
		writeFileSync(join(folder, file), piece);
		index.push({ file, ranges: toRanges(points) });
	}
	// Last: it says that all are there.
	writeFileSync(indexFile, JSON.stringify(index));
}

/** Whether the files are missing or older than what they are made by. */
function isStale(): boolean {
	if (!existsSync(indexFile)) return true;
	const writtenAt = statSync(indexFile).mtimeMs;
	const inputs = ["local/paper-fonts.ts", "local/paper-face-packages.ts"];
	return inputs.some((file) => statSync(join(root, file)).mtimeMs > writtenAt);
}

if (isStale()) await writePieces();
