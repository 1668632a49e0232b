/** Which words of a search may be misspelt, and what they are meant to be. */
import type { Lexicon } from "./synonyms.ts";
import { minCorrectedLength } from "./word-index.ts";
import { editDistance, singular, splitWords } from "./words.ts";

/** Whether a word may be misspelt: letters only, no short one, and the lexicon does not know it. */
export function isCorrectable(word: string, { words, ignored, misspelt }: Lexicon): boolean {
	if (misspelt.has(word)) return true;
	if (word.length < minCorrectedLength || !/^\p{L}+$/u.test(word)) return false;
	// `falling` is right if `fall` is.
	const forms = [word, singular(word), word.replace(/(?:ing|ed)$/, "")];
	return forms.every((form) => !words.has(form) && !ignored.has(form));
}

/** Returns the words of the lexicon that a word is meant to be, if any is near. */
export function suggestWord(word: string, lexicon: Lexicon): string | undefined {
	return (
		lexicon.misspelt.get(word) ??
		splitCompound(word, lexicon) ??
		nearestWord(word, lexicon.corrections)
	);
}

/** Returns the nearest of these words: a letter is missing, too many, another one, or two are swapped; of a long word, two. */
export function nearestWord(word: string, others: Iterable<string>): string | undefined {
	const isLong = word.length >= 7;
	const limit = isLong ? 2 : 1;
	// The first of four letters tells most: `lube` is no `tube`.
	const isOther = (right: string) =>
		word.length === minCorrectedLength &&
		right.length === word.length &&
		right.slice(1) === word.slice(1);
	let best: { word: string; distance: number } | undefined;
	for (const right of others) {
		const edits = editDistance(word, right, limit);
		const distance = edits + (word[0] === right[0] ? 0 : isLong ? 1 : 0.5);
		const isNear = edits <= limit && distance <= 2 && !isOther(right);
		if (isNear && (!best || distance < best.distance)) best = { word: right, distance };
	}
	return best?.word;
}

/** The fewest letters of a part of a word, unless it is a phrase of its own, such as `bb`. */
const minPart = 3;

/** Returns the words of the lexicon that were written together: `tyre levers` of `tyrelevers`. */
function splitCompound(word: string, lexicon: Lexicon): string | undefined {
	const { words, phrases, ignored } = lexicon;
	const isPart = (part: string) =>
		(words.has(part) || words.has(singular(part))) &&
		(part.length >= minPart || (phrases.has(part) && !ignored.has(part)));
	for (let end = word.length - 2; end >= 2; end--) {
		const [first, rest] = [word.slice(0, end), word.slice(end)];
		if (!isPart(first) || ignored.has(first)) continue;
		if (isPart(rest)) return `${first} ${rest}`;
		const others = rest.length > minPart ? splitCompound(rest, lexicon) : undefined;
		if (others) return `${first} ${others}`;
	}
	return undefined;
}

/** Returns a word as the lexicon spells it, or itself. */
export function correct(word: string, lexicon: Lexicon): string {
	return isCorrectable(word, lexicon) ? (suggestWord(word, lexicon) ?? word) : word;
}

/** A word that is corrected if the search finds nothing and no tool has it. */
export interface Unknown {
	word: string;
	/** The words of the lexicon that it is meant to be. Without them, the shop's own words are searched. */
	suggestion: string | undefined;
}

/** What may be meant by an unknown word, and whether it is in a tool's name. */
interface LikelyWord {
	typed: string;
	word: string;
	named: number;
}

/** Returns the right words for unknown ones. */
export function correctionsOf(
	unknown: readonly Unknown[],
	likely: readonly LikelyWord[],
): Map<string, string> {
	return new Map(
		unknown.flatMap(({ word, suggestion }) => {
			const own = likely
				.filter(({ typed }) => typed === word)
				// One of four letters is enough to mean another word: only a tool's name is meant then.
				.filter(({ named }) => named === 1 || word.length > minCorrectedLength)
				.toSorted((one, other) => other.named - one.named)
				.map((one) => one.word);
			const right = suggestion === undefined ? nearestWord(word, own) : own[0];
			return right && right !== word ? [[word, right]] : [];
		}),
	);
}

/** Returns a search with its corrections. */
export function correctText(q: string, corrections: ReadonlyMap<string, string>): string {
	// The word as typed may have accents.
	return q
		.split(/(\s+)/)
		.map((part) => corrections.get(splitWords(part).join(" ")) ?? part)
		.join("");
}
