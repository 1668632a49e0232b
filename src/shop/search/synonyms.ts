/** The owner's words for search: content/search/synonyms.json, which docs/content.md explains. */
import * as v from "valibot";
import { minCorrectedLength } from "./word-index.ts";
import { phraseKey, singular, splitWords } from "./words.ts";

const phrase = v.pipe(v.string(), v.trim(), v.minLength(1));
const phrases = v.pipe(v.array(phrase), v.minLength(1));

export const synonymsSchema = v.strictObject({
	/** Lists of phrases that mean the same: US and UK English, short forms, other names. */
	same: v.array(v.pipe(v.array(phrase), v.minLength(2))),
	/** Phrases that are also searched as others, but not the other way round. */
	means: v.record(phrase, phrases),
	/** Misspelt words that are too far from the right one to be recognized. */
	misspelt: v.record(phrase, phrase),
	/** Words that need not be found, if there are others. */
	ignored: v.array(phrase),
	/** Words that are spelt right, although no tool has them: brands, and tools that the shop does not sell. */
	known: v.optional(v.array(phrase), []),
	/** What the shop does not sell. It is searched in names alone: a description that mentions it is of something else. */
	unsold: v.optional(v.array(phrase), []),
	/** What a visitor types who wants the guide for a `gift` or a page of content/legal, by its name. */
	pages: v.optional(v.record(phrase, phrases), {}),
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
	/** The words that a misspelt one is compared with. */
	corrections: readonly string[];
	/** The number of words of the longest phrase. */
	longest: number;
}

/** Returns the lexicon of these synonyms. `texts` have more words that are spelt right. */
export function buildLexicon(
	{ same, means, misspelt, ignored, known = [], unsold = [], pages = {} }: Synonyms,
	texts: readonly string[],
): Lexicon {
	const plain = (text: string) => splitWords(text).join(" ");
	const meaningsOf = new Map<string, Set<string>>();
	const add = (text: string, meanings: readonly string[]) => {
		const key = phraseKey(text.split(" "));
		const all = meaningsOf.get(key) ?? new Set([text]);
		for (const meaning of meanings) all.add(meaning);
		meaningsOf.set(key, all);
	};
	const groups = same.map((group) => group.map(plain));
	const parts = groups.flatMap((group) => group.map((part) => ({ part: ` ${part} `, group })));
	/** Returns a phrase with each part that has synonyms replaced by one: `bb spanner` for `bottom bracket spanner`. */
	const replaceParts = (text: string) =>
		parts
			.filter(({ part }) => part.length < text.length + 2 && ` ${text} `.includes(part))
			.flatMap(({ part, group }) =>
				group.map((other) => ` ${text} `.replace(part, ` ${other} `).trim()),
			);
	for (const group of groups) {
		for (const text of group) {
			const others = replaceParts(text);
			for (const form of new Set([text, ...others, ...others.flatMap(replaceParts)]))
				add(form, group);
		}
	}
	for (const [text, others] of Object.entries(means)) {
		for (const form of new Set([plain(text), ...replaceParts(plain(text))]))
			add(form, others.map(plain));
	}
	for (const text of unsold) add(plain(text), []);
	const spelt = [...same.flat(), ...Object.keys(means), ...Object.values(means).flat(), ...texts];
	const right = new Set([...spelt, ...ignored].flatMap(splitWords));
	// Copied first: what is added is not asked for its singular.
	const found = Array.from(right);
	for (const word of found) right.add(singular(word));
	const others = [...known, ...unsold, ...Object.values(pages).flat()];
	const wrong = new Map(Object.entries(misspelt).map(([word, meant]) => [plain(word), meant]));
	const words = right.union(new Set(others.flatMap(splitWords))).difference(wrong);
	return {
		phrases: new Map([...meaningsOf].map(([key, all]) => [key, [...all]])),
		misspelt: wrong,
		ignored: new Set(ignored),
		unsold: new Set(unsold.map((text) => phraseKey(splitWords(text)))),
		words,
		corrections: [...right].filter(
			(word) => words.has(word) && word.length >= minCorrectedLength && !/\d/.test(word),
		),
		longest: Math.max(1, ...[...meaningsOf.keys()].map((key) => key.split(" ").length)),
	};
}
