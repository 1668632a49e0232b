/** Splits what a visitor typed into words and sizes. */
import { singular, splitWords } from "./words.ts";

/** A number with its unit in the singular. Without a unit, it is one of `700 x 28`. */
export interface Size {
	/** The number as texts have it: `1.5`, `1/4`, `1 1/8`. */
	number: string;
	value: number;
	unit: string;
}

/** A word of a search, or a number with its unit. */
export interface Token {
	word: string;
	/** In quotes: neither corrected nor replaced by synonyms. */
	literal: boolean;
	/** A number with its unit, such as `8 mm`. */
	size?: Size;
}

const units =
	/^(\d+\+\d+\/\d+|\d+(?:[.,/]\d+)*)\s*-?\s*(mm|cm|nm|inch|inches|in|psi|bar|speeds?|spd|sp|links?|notch|mm2|kg|g)$/;

/** Splits a search into its words. A number and its unit are one. */
export function tokenize(text: string): Token[] {
	const isClosed = (text.match(/"/g)?.length ?? 0) % 2 === 0;
	// A quote that no other one closes is the unit in `29" wheel`.
	const quoted = isClosed
		? text
		: text.replace(/(\d)\s*"|"/, (_, digit) => (digit ? `${digit} inch ` : " "));
	return quoted.split('"').flatMap((part, index) => {
		const literal = index % 2 === 1;
		if (literal) return splitWords(part).map((word) => ({ word, literal }));
		const plain = part
			.toLowerCase()
			.replace(/\b(?:don|doesn|isn|aren|can|won)['’]?t\b/g, "not")
			.replace(/['’]s\b/g, "")
			.replace(/(\d)\s*(?:''|′′|″|”)/g, "$1 inch")
			.replace(/(\d)er\b/g, "$1 inch")
			.replace(/(?<![\d,])(\d+),(\d{1,2})(?=\s*(?:mm|cm|inch|bar))/g, "$1.$2")
			// Only inches of a bicycle have fractions: 1 1/8.
			.replace(/(\d)[\s-]([1-9])\/(\d+)(?:[\s-]*(?:inch(?:es)?|in))?\b/g, "$1+$2/$3_inch")
			// Sizes of tires: 700x28c.
			.replace(/(\d)\s*[x×]\s*(\d+)c?\b/g, "$1 x_$2")
			.replace(/(\d)\s*-?\s*(mm|cm|nm|psi|bar|inch(?:es)?|speeds?|spd|links?)\b/g, "$1_$2");
		return plain.split(/[\s,;]+/).flatMap((chunk): Token[] => {
			const [, width] = /^x_(\d+)$/.exec(chunk) ?? [];
			if (width)
				return [{ word: width, literal, size: { number: width, value: Number(width), unit: "" } }];
			const [, number, unit = ""] = units.exec(chunk.replace("_", " ")) ?? [];
			if (!number) return splitWords(chunk).map((word) => ({ word, literal }));
			const spelt = unit.replace(/^(speeds?|spd|sp)$/, "speed").replace(/^(in|inches)$/, "inch");
			const words = splitWords(`${number} ${spelt}`);
			const size = {
				number: number.replace("+", " ").replace(",", "."),
				value: sizeValue(number),
				unit: singular(spelt),
			};
			return [{ word: words.join(" "), literal, size }];
		});
	});
}

/** Returns the value of `1.5`, `1,5`, `1/4` or `1+1/8`. */
function sizeValue(number: string): number {
	const [whole = "0", part] = number.includes("/") ? number.split("+").toReversed() : [number];
	const [numerator, denominator = 1] = whole.replace(",", ".").split("/").map(Number);
	return Number(part ?? 0) + (numerator ?? 0) / denominator;
}
