/** Writes texts of any script into a PDF: each part in a font that has it, in the order in which it is read. */
import bidiFactory from "bidi-js";
import type { jsPDF } from "jspdf";
import type { Face, Faces, ShapedText } from "./paper-faces.server.ts";
import { isWinAnsi, toWinAnsi } from "./win-ansi.ts";

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Marks of direction: they order a text, and are not drawn. */
const marksOfDirection = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Scripts without spaces between words. */
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A part of a text with one font and one direction; without a face it is of a built-in font. */
interface Run {
	text: string;
	face: Face | undefined;
	level: number;
}

/** Returns the parts of a line from left to right (UAX #9, rule L2). */
export function runsOf(line: string, faces: Pick<Faces, "faceOf">): Run[] {
	// A fraction stays with the digits before it, though Unicode has it as a sign of no direction.
	const numbered = line.replace(/\p{No}/gu, (sign) => "1".repeat(sign.length));
	const { levels } = bidi.getEmbeddingLevels(numbered);
	const runs: Run[] = [];
	for (const { segment, index } of graphemes.segment(line)) {
		const text = segment.replace(marksOfDirection, "");
		if (text === "") continue;
		const level = levels[index] ?? 0;
		const letter = [...text].find((character) => !isWinAnsi(character));
		const face = letter === undefined ? undefined : faceOfCluster(text, faces);
		const drawn = face || letter === undefined ? text : toWinAnsi(text);
		const last = runs.at(-1);
		if (last && last.face === face && last.level === level) last.text += drawn;
		else runs.push({ text: drawn, face, level });
	}
	return reorder(runs);
}

/** The face of the first character of a cluster that only a face has: the others are marks of it. */
function faceOfCluster(cluster: string, { faceOf }: Pick<Faces, "faceOf">): Face | undefined {
	for (const character of cluster) {
		const face = isWinAnsi(character) ? undefined : faceOf(character);
		if (face) return face;
	}
	return undefined;
}

/** Turns round what is at least of a level, from the highest one to the lowest odd one. */
function reorder(runs: readonly Run[]): Run[] {
	const ordered = [...runs];
	const highest = Math.max(0, ...runs.map(({ level }) => level));
	for (let level = highest; level > 0; level -= 1) {
		for (let start = 0; start < ordered.length; start += 1) {
			let end = start;
			while ((ordered[end]?.level ?? -1) >= level) end += 1;
			if (end > start) {
				ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
				start = end;
			}
		}
	}
	return ordered;
}

/** The text of a built-in font as it is drawn from left to right. */
const drawnText = ({ text, level }: Run): string =>
	level % 2 === 0
		? text
		: [...text]
				.toReversed()
				.map((character) => bidi.getMirroredCharacter(character) ?? character)
				.join("");

/** The part of jsPDF that has no type, `write`: it adds a line to the page. */
interface Internal {
	scaleFactor: number;
	pageSize: { getHeight: () => number };
	write?: (line: string) => void;
}

const isOdd = (level: number) => level % 2 === 1;

/** Writes lines with the faces that were loaded. */
export class PaperText {
	#pdf: jsPDF;
	#faces: Faces;

	constructor(pdf: jsPDF, faces: Faces) {
		this.#pdf = pdf;
		this.#faces = faces;
	}

	/** The parts of a line with their widths, in millimetres at the font and size that are set. */
	#measure(line: string): { run: Run; shaped: ShapedText | undefined; width: number }[] {
		const size = this.#pdf.getFontSize() / this.#pdf.internal.scaleFactor;
		return runsOf(line, this.#faces).map((run) => {
			const shaped = run.face?.shape(run.text, isOdd(run.level));
			const width = shaped ? (shaped.width * size) / 1000 : this.#pdf.getTextWidth(drawnText(run));
			return { run, shaped, width };
		});
	}

	#widthOf(line: string): number {
		return this.#measure(line).reduce((sum, { width }) => sum + width, 0);
	}

	/** Divides a text into lines that are no wider than this, in millimetres; 0 is any width. */
	split(text: string, width: number): string[] {
		if (width === 0) return [text];
		const lines: string[] = [];
		let line = "";
		for (const part of partsOf(text)) {
			if (line !== "" && this.#widthOf((line + part).trimEnd()) > width) {
				lines.push(line.trimEnd());
				line = "";
			}
			line += line === "" ? part.trimStart() : part;
		}
		return [...lines, line.trimEnd()];
	}

	/** Writes a line whose left or right end is at `x`; both in millimetres from the page's left and top. */
	draw(line: string, x: number, y: number, isRight: boolean, isBold: boolean): void {
		const parts = this.#measure(line);
		let left = isRight ? x - parts.reduce((sum, { width }) => sum + width, 0) : x;
		for (const { run, shaped, width } of parts) {
			if (shaped && run.face) this.#drawGlyphs(run.face, shaped, left, y, isBold);
			else this.#pdf.text(drawnText(run), left, y);
			left += width;
		}
	}

	/** Each glyph has its place, since marks and joined letters have others than one after the other. */
	#drawGlyphs(face: Face, { glyphs }: ShapedText, x: number, y: number, isBold: boolean): void {
		const { scaleFactor, pageSize, write }: Internal = this.#pdf.internal;
		const size = this.#pdf.getFontSize();
		const [left, base] = [x * scaleFactor, (pageSize.getHeight() - y) * scaleFactor];
		const at = (origin: number, thousandths: number) =>
			(origin + (thousandths * size) / 1000).toFixed(3);
		const drawn = glyphs.map(
			(glyph) => `1 0 0 1 ${at(left, glyph.x)} ${at(base, glyph.y)} Tm <${glyph.code}> Tj`,
		);
		// The faces have one weight: bold ones get an outline.
		const weight = isBold ? `2 Tr ${(size * 0.03).toFixed(3)} w ` : "";
		write?.(`q BT ${weight}/${face.name} ${size} Tf ${drawn.join(" ")} ET Q`);
	}
}

/** What a line may end after: a space, or a character of a script that has none. A part that is too long stays whole. */
const partsOf = (text: string): string[] =>
	text
		.split(/(?<=[ ])/u)
		.flatMap((word) =>
			breaksAnywhere.test(word)
				? [...graphemes.segment(word)].map(({ segment }) => segment)
				: [word],
		);

/** Puts the objects of the faces into the file, and their names into its fonts. */
export function embedFaces(pdf: jsPDF, fonts: FontsOfPdf, faces: Faces): void {
	for (const face of faces.all) fonts[face.name] = { id: face.name, face };
	pdf.internal.events.subscribe("putFont", ({ font, out, newObject, putStream }: PutFont) => {
		if (!font.face) return;
		const { file, length, toUnicode, glyphs, widths, metrics } = font.face.toObjects();
		const name = `PAPERS+${font.id}`;
		const fileId = newObject();
		putStream({
			data: file,
			filters: [],
			alreadyAppliedFilters: ["/FlateDecode"],
			additionalKeyValues: [{ key: "Length1", value: length }],
			objectId: fileId,
		});
		out("endobj");
		const mapId = newObject();
		putStream({ data: toUnicode, objectId: mapId });
		out("endobj");
		const glyphsId = newObject();
		putStream({ data: glyphs, objectId: glyphsId });
		out("endobj");
		const descriptorId = newObject();
		out(
			`<< /Type /FontDescriptor /FontName /${name} /Flags 4 ${metrics} /FontFile2 ${fileId} 0 R >>`,
		);
		out("endobj");
		const descendantId = newObject();
		out(
			`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptorId} 0 R /CIDToGIDMap ${glyphsId} 0 R /DW 1000 /W ${widths} >>`,
		);
		out("endobj");
		font.objectNumber = newObject();
		out(
			`<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendantId} 0 R] /ToUnicode ${mapId} 0 R >>`,
		);
		out("endobj");
		font.isAlreadyPutted = true;
	});
}

/** The fonts of a document as jsPDF has them, of which ours are some. */
export type FontsOfPdf = Record<string, FontOfPdf>;
interface FontOfPdf {
	id: string;
	face?: Face;
	objectNumber?: number;
	isAlreadyPutted?: boolean;
}
/** What jsPDF tells while it writes a font. */
interface PutFont {
	font: FontOfPdf;
	out: (line: string) => void;
	newObject: () => number;
	putStream: (stream: {
		data: string;
		filters?: string[];
		alreadyAppliedFilters?: string[];
		additionalKeyValues?: { key: string; value: number }[];
		objectId: number;
	}) => void;
}
