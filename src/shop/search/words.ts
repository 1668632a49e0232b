/** Words as the index of words has them (SQLite docs: FTS5, 4.3.1), their forms, and how far two are apart. */
import { foldedLetters } from "../../values/ascii-text.ts";

/** Returns the words of a text: letters and digits in lower case, without accents and `foldedLetters`. */
export function splitWords(text: string): string[] {
	const folded = foldedLetters.reduce(
		(all, [letter, plain]) => all.replaceAll(letter, plain),
		text,
	);
	const plain = folded.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour, so that one word
 * becomes the other; `limit + 1` if there are more than `limit`. (Optimal string alignment.)
 */
export function editDistance(one: string, other: string, limit: number): number {
	if (Math.abs(one.length - other.length) > limit) return limit + 1;
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const cost = one[row - 1] === other[column - 1] ? 0 : 1;
			let best = Math.min(
				(last[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + cost,
			);
			// Before the first letter is none, and it equals no letter.
			const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
			current.push(best);
		}
		if (Math.min(...current) > limit) return limit + 1;
		[beforeLast, last] = [last, current];
	}
	return last[other.length] ?? limit + 1;
}

/** Returns the singular of an English word, or the word itself. */
export function singular(word: string): string {
	if (word.length < 4 || /\d/.test(word)) return word;
	if (/(ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
	if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
	return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Returns the key of a phrase: its words, each singular. */
export function phraseKey(words: readonly string[]): string {
	return words.map(singular).join(" ");
}

/** Returns a phrase as it is, and with its last word in the singular and in the plural. */
export function inflect(phrase: string): string[] {
	const start = phrase.lastIndexOf(" ") + 1;
	const one = singular(phrase.slice(start));
	const many = /(ch|sh|s|x|z)$/.test(one) ? `${one}es` : `${one.replace(/([^aeiou])y$/, "$1ie")}s`;
	const forms = /\d/.test(one) ? [one] : [one, many];
	return [...new Set([phrase, ...forms.map((form) => phrase.slice(0, start) + form)])];
}
