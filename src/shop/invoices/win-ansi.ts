/** The characters that the built-in fonts of PDF have, which is WinAnsi. */

/** All others. */
const unknown =
	/[^\u0020-\u007e\u00a0-\u00ff\u20ac\u201a-\u201e\u2026\u2020-\u2022\u2013\u2014\u2018-\u201d\u2030\u2039\u203a\u2122\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc]/u;
const allUnknown = new RegExp(unknown, "gu");

/** Whether the built-in fonts have all characters of a text. */
export const isWinAnsi = (text: string): boolean => !unknown.test(text);

/** A text in its composed form, without what is not seen; each space but the no-break one is the usual. */
export const toComposed = (text: string): string =>
	text
		.normalize("NFC")
		.replace(/[^\S\u00a0]/gu, " ")
		.replace(/[\u00ad\u200b\u2060\ufeff]/gu, "");

/** Letters that have no base letter in Unicode. */
const bases: Record<string, string> = { ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i", ħ: "h", Ħ: "H" };

/** A text in these characters, where no face has it: a letter with another accent loses it, one of another script is "?". */
export const toWinAnsi = (text: string): string =>
	toComposed(text).replace(allUnknown, (character) => {
		const base = bases[character] ?? character.normalize("NFKD").replace(/\p{M}/gu, "");
		return base.replace(allUnknown, "?");
	});
