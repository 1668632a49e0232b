/** What papers use of fontkit and bidi-js, which have no types of their own. */
declare module "fontkit" {
	export interface Glyph {
		id: number;
		/** The characters that it stands for: several of a ligature. */
		codePoints: number[];
		advanceWidth: number;
	}
	export interface Font {
		unitsPerEm: number;
		ascent: number;
		descent: number;
		/** The code points that it has. */
		characterSet: number[];
		bbox: { minX: number; minY: number; maxX: number; maxY: number };
		getGlyph(id: number, codePoints?: number[]): Glyph;
		/** The glyphs of a text from left to right, with their places in units of the font. */
		layout(
			text: string,
			features: undefined,
			script: undefined,
			language: undefined,
			direction: "ltr" | "rtl",
		): {
			glyphs: Glyph[];
			positions: { xAdvance: number; xOffset: number; yOffset: number }[];
		};
		createSubset(): {
			/** Returns the id that the glyph has in the subset. */
			includeGlyph(glyph: Glyph): number;
			/** The glyphs' former ids. */
			glyphs: number[];
			encode(): Uint8Array;
		};
	}
	/** Reads a font. */
	export function create(font: Uint8Array): Font;
}

declare module "bidi-js" {
	interface Bidi {
		/** The level of each UTF-16 unit (UAX #9); odd ones are right to left. */
		getEmbeddingLevels(text: string): { levels: Uint8Array };
		/** The character that is drawn from right to left instead of this one, if there is one. */
		getMirroredCharacter(character: string): string | null;
	}
	export default function bidiFactory(): Bidi;
}
