/**
 * The faces of what PDF's built-in fonts have not: which of them a text needs, how it is shaped, and the subset of each with
 * the glyphs that were drawn. Loaded only for such a text, as are the faces: static files that local/paper-fonts.ts writes.
 */
import { zlibSync } from "fflate";
import { create, type Font, type Glyph } from "fontkit";
import * as v from "valibot";

/** Reads a static file. */
export type ReadFile = (path: string) => Promise<ArrayBuffer>;

const folder = "/papers";
const indexSchema = v.array(
	v.object({ file: v.string(), ranges: v.array(v.tuple([v.number(), v.number()])) }),
);

/** A glyph with its place from the beginning of its text, in thousandths of the font's size. */
interface PlacedGlyph {
	/** Its code, as four hexadecimal digits. */
	code: string;
	x: number;
	y: number;
}

export interface ShapedText {
	glyphs: PlacedGlyph[];
	/** In thousandths of the font's size. */
	width: number;
}

/** The faces that some characters need. */
export interface Faces {
	faceOf: (character: string) => Face | undefined;
	/** In the order of their files. */
	all: readonly Face[];
	/** Whether a character has no face. */
	isIncomplete: boolean;
}

/** A face with the glyphs that were drawn of it. */
export class Face {
	#font: Font;
	#subset: ReturnType<Font["createSubset"]>;
	/**
	 * What was drawn: a glyph of the subset with the characters that it stands for. The place is its code, because faces of
	 * Arabic draw several letters by one shape and other points.
	 */
	#drawn: { id: number; glyph: number; text: string }[] = [{ id: 0, glyph: 0, text: "" }];
	#codes = new Map<string, number>();

	/** Its name in the PDF. */
	readonly name: string;

	constructor(name: string, file: Uint8Array) {
		this.name = name;
		const font = create(file);
		const getGlyph = font.getGlyph.bind(font);
		// It keeps a glyph with the characters that it had first, but one shape is of several letters.
		font.getGlyph = (id, codePoints = []) =>
			Object.create(getGlyph(id, codePoints), { codePoints: { value: codePoints } });
		this.#font = font;
		this.#subset = this.#font.createSubset();
	}

	#thousandths(units: number): number {
		return (units * 1000) / this.#font.unitsPerEm;
	}

	/** Shapes a text of one direction; the glyphs are from left to right. */
	shape(text: string, isRightToLeft: boolean): ShapedText {
		const direction = isRightToLeft ? "rtl" : "ltr";
		const run = this.#font.layout(text, undefined, undefined, undefined, direction);
		let width = 0;
		const glyphs = run.glyphs.map((glyph, index) => {
			const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
			const x = this.#thousandths(width + xOffset);
			width += xAdvance;
			return { code: this.#include(glyph), x, y: this.#thousandths(yOffset) };
		});
		return { glyphs, width: this.#thousandths(width) };
	}

	#include(glyph: Glyph): string {
		const text = String.fromCodePoint(...glyph.codePoints);
		const key = `${glyph.id} ${text}`;
		const known = this.#codes.get(key);
		if (known !== undefined) return toHex(known);
		const id = this.#subset.includeGlyph(glyph);
		this.#codes.set(key, this.#drawn.length);
		this.#drawn.push({ id, glyph: glyph.id, text });
		return toHex(this.#drawn.length - 1);
	}

	/** The parts of the font's objects in the PDF (ISO 32000-1, 9.7 and 9.10). */
	toObjects() {
		const { ascent, descent, bbox } = this.#font;
		const file = this.#subset.encode();
		const widths = this.#drawn.map(({ glyph }) =>
			Math.round(this.#thousandths(this.#font.getGlyph(glyph).advanceWidth)),
		);
		const glyphs = this.#drawn.map(({ id }) => String.fromCharCode(id >> 8, id & 0xff));
		const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((units) =>
			Math.round(this.#thousandths(units)),
		);
		const [top, bottom] = [ascent, descent].map((units) => Math.round(this.#thousandths(units)));
		return {
			file: toBinary(zlibSync(file)),
			length: file.length,
			toUnicode: toUnicodeMap(this.#drawn.map(({ text }) => text)),
			/** The glyph of each code, two bytes each. */
			glyphs: glyphs.join(""),
			widths: `[0 [${widths.join(" ")}]]`,
			metrics: `/FontBBox [${box.join(" ")}] /Ascent ${top} /Descent ${bottom} /CapHeight ${top} /ItalicAngle 0 /StemV 80`,
		};
	}
}

const toHex = (id: number): string => id.toString(16).padStart(4, "0");

/** Bytes as characters from 0 to 255, as jsPDF takes them. */
function toBinary(bytes: Uint8Array): string {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return text;
}

/** The CMap that tells which characters a glyph stands for, so that the text can be found and copied. */
function toUnicodeMap(texts: readonly string[]): string {
	const lines = texts.flatMap((text, code) => {
		const units = Array.from({ length: text.length }, (_, index) => toHex(text.charCodeAt(index)));
		return text === "" ? [] : [`<${toHex(code)}> <${units.join("")}>`];
	});
	// A block has at most 100 lines.
	const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
		const some = lines.slice(index * 100, (index + 1) * 100);
		return `${some.length} beginbfchar\n${some.join("\n")}\nendbfchar`;
	});
	return [
		"/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
		"/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
		"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange",
		...blocks,
		"endcmap CMapName currentdict /CMap defineresource pop end end",
	].join("\n");
}

/** Characters that are drawn by those beside them, or not at all: joiners, marks of direction, variation selectors. */
const isInvisible = (character: string) => /^[\p{Cf}\p{Variation_Selector}]$/u.test(character);

/** Loads the faces of some characters. */
export async function loadFaces(characters: ReadonlySet<string>, read: ReadFile): Promise<Faces> {
	const text = new TextDecoder().decode(await read(`${folder}/index.json`));
	const index = v.parse(indexSchema, JSON.parse(text));
	const fileOf = new Map<string, string>();
	for (const character of characters) {
		const point = character.codePointAt(0) ?? 0;
		const piece = index.find(({ ranges }) =>
			ranges.some(([first, last]) => first <= point && point <= last),
		);
		if (piece) fileOf.set(character, piece.file);
	}
	const files = [...new Set(fileOf.values())].toSorted();
	const faces = new Map(
		await Promise.all(
			files.map(async (file, place) => {
				const bytes = new Uint8Array(await read(`${folder}/${file}`));
				return [file, new Face(`P${place + 1}`, bytes)] as const;
			}),
		),
	);
	return {
		faceOf: (character) => faces.get(fileOf.get(character) ?? ""),
		all: [...faces.values()],
		isIncomplete: [...characters].some(
			(character) => !fileOf.has(character) && !isInvisible(character),
		),
	};
}
