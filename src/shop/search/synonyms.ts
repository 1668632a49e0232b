/** The owner's words for search: content/search/synonyms.json, which docs/content.md explains. */
import * as v from "valibot";
import { minCorrectedLength } from "./word-index.ts";
import { splitWords } from "./words.ts";

const phrase = v.pipe(v.string(), v.trim(), v.minLength(1));

export const synonymsSchema = v.strictObject({
	/** Lists of phrases that mean the same: US and UK English, short forms, other names. */
	same: v.array(v.pipe(v.array(phrase), v.minLength(2))),
	/** Phrases that are also searched as others, but not the other way round. */
	means: v.record(phrase, v.pipe(v.array(phrase), v.minLength(1))),
	/** Misspelt words that are too far from the right one to be recognized. */
	misspelt: v.record(phrase, phrase),
	/** Words that need not be found, if there are others. */
	ignored: v.array(phrase),
	/** Words that are spelt right, although no tool has them: brands, and tools that the shop does not sell. */
	known: v.optional(v.array(phrase), []),
	/** What the shop does not sell. It is searched in names alone: a description that mentions it is of something else. */
	unsold: v.optional(v.array(phrase), []),
	/** What a visitor who wants a page of content/legal types, by the page's name. */
	pages: v.optional(v.record(phrase, v.pipe(v.array(phrase), v.minLength(1))), {}),
});
export type Synonyms = v.InferInput<typeof synonymsSchema>;

/** Phrases by their words without plural endings. */
export interface Lexicon {
	/** What else to search for. The phrase itself comes first. */
	phrases: ReadonlyMap<string, readonly string[]>;
	misspelt: ReadonlyMap<string, string>;
	ignored: ReadonlySet<string>;
	/** The keys of phrases that the shop does not sell. */
	unsold: ReadonlySet<string>;
	/** All single words, singular and as written. */
	words: ReadonlySet<string>;
	/** Those that a misspelt word is compared with. */
	corrections: readonly string[];
	/** The number of words of the longest phrase. */
	longest: number;
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

/** Returns a phrase with its last word in the singular and in the plural. */
export function inflect(phrase: string): string[] {
	const words = phrase.split(" ");
	const last = words.at(-1) ?? "";
	const rest = words.slice(0, -1);
	const inSingular = singular(last);
	const many = /\d/.test(inSingular)
		? inSingular
		: /(ch|sh|s|x|z)$/.test(inSingular)
			? `${inSingular}es`
			: /[^aeiou]y$/.test(inSingular)
				? `${inSingular.slice(0, -1)}ies`
				: `${inSingular}s`;
	return [last, inSingular, many].map((word) => [...rest, word].join(" "));
}

/** A phrase of a group as it stands inside another one, and the group. */
interface Part {
	phrase: string;
	inside: string;
	group: readonly string[];
}

/** Returns a phrase with one of its parts replaced by each of the part's synonyms. */
function replaceParts(phraseText: string, parts: readonly Part[]): string[] {
	const text = ` ${phraseText} `;
	return parts
		.filter(({ phrase, inside }) => text.includes(inside) && phrase !== phraseText)
		.flatMap(({ inside, group }) =>
			group.map((other) => text.replace(inside, ` ${other} `).trim()),
		);
}

/** Returns `compute`, which computes each text's value once. */
function memoize<Value>(compute: (text: string) => Value): (text: string) => Value {
	const known = new Map<string, Value>();
	return (text) => {
		const value = known.get(text) ?? compute(text);
		known.set(text, value);
		return value;
	};
}

/** Returns the lexicon of these synonyms. `texts` have more words that are spelt right. */
export function buildLexicon(
	{ same, means, misspelt, ignored, known = [], unsold = [], pages = {} }: Synonyms,
	texts: readonly string[],
): Lexicon {
	const meaningsOf = new Map<string, Set<string>>();
	// A group's phrases are added for each of its phrases, and splitting takes most of the time.
	const split = memoize((text: string) => {
		const words = splitWords(text);
		return { own: words.join(" "), key: phraseKey(words) };
	});
	const add = (phraseText: string, meanings: readonly string[]) => {
		const { own, key } = split(phraseText);
		const all = meaningsOf.get(key) ?? new Set([own]);
		for (const meaning of meanings) all.add(split(meaning).own);
		meaningsOf.set(key, all);
	};
	const parts = same.flatMap((group) =>
		group.map((phrase) => ({ phrase, inside: ` ${phrase} `, group })),
	);
	const replaced = memoize((text) => replaceParts(text, parts));
	for (const group of same) {
		for (const phrase of group) {
			add(phrase, group);
			// `bb spanner` is found by `bottom bracket wrench`.
			const others = replaced(phrase);
			for (const other of new Set([...others, ...others.flatMap(replaced)])) add(other, group);
		}
	}
	for (const [phrase, others] of Object.entries(means)) {
		for (const form of new Set([phrase, ...replaced(split(phrase).own)])) add(form, others);
	}
	for (const phrase of unsold) add(phrase, []);
	const phrases = new Map([...meaningsOf].map(([key, all]) => [key, [...all]]));
	const spelt = [...same.flat(), ...Object.keys(means), ...Object.values(means).flat(), ...texts];
	const right = new Set([...spelt, ...ignored].flatMap(splitWords));
	for (const word of [...right]) right.add(singular(word));
	const others = [...known, ...unsold, ...Object.values(pages).flat()];
	const words = new Set([...right, ...others.flatMap(splitWords)]);
	const wrong = Object.entries(misspelt).map(
		([word, right]) => [splitWords(word).join(" "), right] as const,
	);
	for (const [word] of wrong) words.delete(word);
	const isCorrection = (word: string) =>
		words.has(word) && word.length >= minCorrectedLength && !/\d/.test(word);
	return {
		phrases,
		misspelt: new Map(wrong),
		ignored: new Set(ignored),
		unsold: new Set(unsold.map((phrase) => phraseKey(splitWords(phrase)))),
		words,
		corrections: [...right].filter(isCorrection),
		longest: Math.max(1, ...[...phrases.keys()].map((key) => key.split(" ").length)),
	};
}
