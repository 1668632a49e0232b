/** Texts in the letters A to Z, for what takes no others: carriers' labels and names of files. */

/** Letters that no accent tells from another, and how people without them on their keyboard write them. Index and query of searches fold them too. */
export const foldedLetters: readonly (readonly [string, string])[] = [
	...([
		["ß", "ss"],
		["ẞ", "ss"],
		["œ", "oe"],
		["Œ", "oe"],
		["æ", "ae"],
		["Æ", "ae"],
	] as const),
	...([
		["ø", "o"],
		["Ø", "o"],
		["ł", "l"],
		["Ł", "l"],
		["đ", "d"],
		["Đ", "d"],
	] as const),
	...([
		["ð", "d"],
		["Ð", "d"],
		["þ", "th"],
		["Þ", "th"],
	] as const),
];

/** Letters of names that searches don't fold. */
const otherLetters: Readonly<Record<string, string>> = {
	ı: "i",
	ħ: "h",
	Ħ: "H",
	ŧ: "t",
	Ŧ: "T",
	ŋ: "n",
	Ŋ: "N",
	ə: "e",
	Ə: "E",
	"’": "'",
	"‘": "'",
	"“": '"',
	"”": '"',
	"„": '"',
	"«": '"',
	"»": '"',
};

const folded = new Map([...foldedLetters, ...Object.entries(otherLetters)]);
const isCapital = (letter: string) => letter !== letter.toLowerCase();

/**
 * Returns a text without accents and with plain punctuation: "Kraków, Großmann’s" is "Krakow, Grossmann's". Letters of
 * other scripts stay.
 */
export function inAscii(text: string): string {
	const plain = [...text]
		.map((letter) => {
			const other = folded.get(letter);
			return other && isCapital(letter)
				? other.charAt(0).toUpperCase() + other.slice(1)
				: (other ?? letter);
		})
		.join("");
	return plain
		.normalize("NFKD")
		.replaceAll(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, "")
		.replaceAll(/[\p{Pd}\u2212]/gu, "-");
}
