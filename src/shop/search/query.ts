/** What a visitor typed, as queries of the indexes of words (word-index.ts): `parseSearch` reads it, `planSearch` writes them. */

import type { CatalogueFilter } from "../catalogue/catalogue.ts";
import { normalizeSearch } from "../catalogue/search-text.ts";
import { correct, isCorrectable, suggestWord, type Unknown } from "./correction.ts";
import { parsePrice } from "./price.ts";
import type { Lexicon } from "./synonyms.ts";
import { type Size, type Token, tokenize } from "./tokens.ts";
import {
	categoryFacet,
	headEnd,
	headStart,
	priceFacet,
	priceSteps,
	ratedFacet,
	stockFacet,
} from "./word-index.ts";
import { inflect, phraseKey, singular, splitWords } from "./words.ts";

/** A part of a search that must be found: a word, a phrase with synonyms, or a size. */
export interface Term {
	/** The phrases that mean it, the typed one first. */
	phrases: string[];
	/** A part of the query of FTS5. */
	match: string;
	size?: Size;
}

export interface ParsedSearch {
	tokens: Token[];
	/** The words that nothing has, at most two. */
	unknown: Unknown[];
	/** What a tool must be, with the price that was typed. */
	filter: SearchFilter;
}

/** What a tool must be, beside its words. */
export type SearchFilter = Omit<CatalogueFilter, "fits">;

/** How well a tool matches, the best first. */
export const tierNames = [
	"whole name",
	"edge of name",
	"name",
	"text",
	"other size or filter",
	"all words but one",
	"word of name",
	"word of text",
	"newest",
] as const;
export type TierName = (typeof tierNames)[number];

/** A query of one of the two indexes of words. */
export interface Tier {
	name: TierName;
	index: "names" | "texts";
	/** Without it, it has all tools. */
	match?: string;
}

const newest: Tier = { name: "newest", index: "names" };

/** The queries of a search, and the terms that they look for. */
export interface SearchPlan {
	matching: Tier[];
	/** What is shown if nothing matches. */
	near: Tier[];
	terms: Term[];
	/** Whether it is about something that the shop does not sell. */
	isUnsold: boolean;
}

/** Maximum words of a search. More are ignored. */
const maxWords = 10;

const maxUnknown = 2;

/** Maximum phrases for a whole name, so that a query stays short. */
const maxHeads = 40;

/** Parses a search. What stands in double quotes is searched as it is. */
export function parseSearch(q: string, lexicon: Lexicon, filter: SearchFilter = {}): ParsedSearch {
	const { rest, ...price } = parsePrice(normalizeSearch(q));
	const { minCents = price.minCents, maxCents = price.maxCents } = filter;
	const all = tokenize(rest);
	// The words of a long sentence that need not be found go first.
	const tokens = (
		all.length > maxWords ? all.filter(({ word }) => !lexicon.ignored.has(word)) : all
	).slice(0, maxWords);
	const unknown = tokens
		.filter(({ word, literal }) => !literal && isCorrectable(word, lexicon))
		.slice(0, maxUnknown)
		.map(({ word }) => ({ word, suggestion: suggestWord(word, lexicon) }));
	return { tokens, unknown, filter: { ...filter, minCents, maxCents } };
}

/** Returns the words of a search with other words for some of them. */
export function replaceWords(
	tokens: readonly Token[],
	corrections: ReadonlyMap<string, string>,
): Token[] {
	return tokens.flatMap((token) => {
		const right = token.literal ? undefined : corrections.get(token.word);
		return right ? splitWords(right).map((word) => ({ ...token, word })) : [token];
	});
}

/** Returns the queries for these words. */
export function planSearch(
	tokens: readonly Token[],
	lexicon: Lexicon,
	filter: SearchFilter = {},
): SearchPlan {
	const facets = facetMatch(filter);
	const segments = segment(tokens, lexicon);
	const needed = segments.filter(({ ignored }) => !ignored);
	// `tools under 20` are all of them.
	const terms = needed.length > 0 || facets ? needed : segments;
	if (terms.length === 0) {
		const ofFilter: Tier[] = facets ? [{ name: "name", index: "names", match: facets }] : [];
		return { matching: ofFilter, near: [newest], terms, isUnsold: false };
	}
	const words = tokens.map(({ word }) => word);
	const heads = headPhrases(terms, words);
	const isName = anyOf(heads.map((head) => `${headStart}${head}${headEnd}`));
	const inHead = anyOf(heads.flatMap((head) => [`${headStart}${head}`, `${head}${headEnd}`]));
	const all = terms.map(({ match }) => match).join(" AND ");
	const inName = `(name : (${all})) NOT (head : (${isName} OR ${inHead}))`;
	const filtered = (match: string) => (facets ? `(${match}) AND (${facets})` : match);
	const names: Tier[] = [
		{ name: "whole name", index: "names", match: filtered(`head : (${isName})`) },
		{ name: "edge of name", index: "names", match: filtered(`head : (${inHead})`) },
		{ name: "name", index: "names", match: filtered(inName) },
	];
	// A description that mentions a lock does not make its tool one.
	const isUnsold = terms.some(({ phrases: [typed = ""] }) =>
		lexicon.unsold.has(phraseKey(typed.split(" "))),
	);
	if (isUnsold) return { matching: names, near: [], terms, isUnsold };
	return {
		matching: [...names, { name: "text", index: "texts", match: filtered(`text : (${all})`) }],
		near: nearTiers(
			terms,
			words.filter((word) => !lexicon.ignored.has(word)),
			facets !== "",
		),
		terms,
		isUnsold,
	};
}

/** Returns the queries of what is near, without the filter. */
function nearTiers(terms: readonly Term[], words: readonly string[], isFiltered: boolean): Tier[] {
	const parts = terms.map(({ match }) => match);
	const tiers: Tier[] = [];
	if (isFiltered || terms.some(({ size }) => size)) {
		// With any range of the sizes, such as `16 to 29 inch`: an index of words can't tell what a range includes.
		const anySize = terms.map(({ size, match }) =>
			size ? `(${nearUnit("to", size, 2).join(" OR ")})` : match,
		);
		const match = `text : (${anySize.join(" AND ")})`;
		tiers.push({ name: "other size or filter", index: "texts", match });
	}
	if (terms.length > 2 && terms.length <= 6) {
		const withoutOne = parts.map((_, left) => `(${parts.toSpliced(left, 1).join(" AND ")})`);
		const match = `text : (${withoutOne.join(" OR ")})`;
		tiers.push({ name: "all words but one", index: "texts", match });
	}
	const begins = words.filter((word) => /^\p{L}{5,}$/u.test(word));
	const either = [...parts, ...begins.map((word) => `${quote(word.slice(0, 4))} *`)].join(" OR ");
	return [
		...tiers,
		{ name: "word of name", index: "names", match: `name : (${either})` },
		{ name: "word of text", index: "texts", match: `text : (${either})` },
		newest,
	];
}

/** Joins words to the longest phrases of the lexicon. A word in quotes and a size stand alone. */
function segment(tokens: readonly Token[], lexicon: Lexicon): (Term & { ignored: boolean })[] {
	const [first] = tokens;
	if (!first) return [];
	const { phrases, ignored, longest } = lexicon;
	// Two words may be in the other order: `key spoke`.
	const synonymsOf = (words: readonly string[]) =>
		phrases.get(phraseKey(words)) ??
		(words.length === 2 ? phrases.get(phraseKey(words.toReversed())) : undefined);
	const alone = tokens.findIndex(({ literal, size }) => literal || size);
	const plain = tokens.slice(0, alone < 0 ? longest : Math.min(alone, longest));
	const words = plain.map(({ word }) => word);
	while (words.length > 0 && !synonymsOf(words)) words.pop();
	const typed = words.join(" ") || first.word;
	const isIgnored = words.length === 0 && !first.literal && ignored.has(typed);
	return [
		{ ...termOf(first, typed, synonymsOf(words) ?? []), ignored: isIgnored },
		...segment(tokens.slice(words.length || 1), lexicon),
	];
}

/** How many words may stand between a number and its unit: `1.5, 2, 2.5, 3, 4, 5, 6, 8 and 10 mm`. */
const maxBeforeUnit = 10;

function termOf({ literal, size }: Token, typed: string, synonyms: readonly string[]): Term {
	if (size) {
		const apart = nearUnit(splitWords(size.number).join(" "), size, maxBeforeUnit);
		const forms = size.unit ? [quote(typed.replaceAll(" ", "")), ...apart] : apart;
		return { phrases: [typed], match: `(${forms.join(" OR ")})`, size };
	}
	const phrases = [...new Set([typed, ...synonyms])];
	const forms = literal ? phrases : phrases.flatMap(inflect);
	return { phrases, match: `(${anyOf([...new Set(forms)])})` };
}

/** Returns the queries for a text near a size's unit, at most some words before it: `nm`, but `inch` and `inches`. */
function nearUnit(text: string, { unit }: Size, distance: number): string[] {
	if (!unit) return [quote(text)];
	const forms = unit.length < 4 ? [unit] : inflect(unit);
	return forms.map((form) => `NEAR("${text}" "${form}", ${distance})`);
}

/** Returns the phrases that a whole name may be: what was typed, and its synonyms. */
function headPhrases(terms: readonly Term[], words: readonly string[]): string[] {
	let heads = [""];
	for (const { phrases } of terms) {
		const next = heads.flatMap((head) => phrases.map((phrase) => `${head} ${phrase}`.trim()));
		heads = next.slice(0, maxHeads);
	}
	return [...new Set([words.join(" "), ...heads].flatMap(inflect))].slice(0, 2 * maxHeads);
}

const quote = (phrase: string) => `"${phrase}"`;
const anyOf = (phrases: readonly string[]) => phrases.map(quote).join(" OR ");

/** Returns the query for a filter by words of the column `facets`; empty without a filter. */
function facetMatch({ category, minCents, maxCents, inStock, wellRated }: SearchFilter): string {
	const parts: string[] = [];
	if (category) parts.push(quote(`${categoryFacet} ${splitWords(category).join(" ")} ${headEnd}`));
	if (inStock) parts.push(quote(stockFacet));
	if (wellRated) parts.push(quote(ratedFacet));
	if (minCents !== undefined || maxCents !== undefined) {
		const steps = [0, ...priceSteps].flatMap((from, index) => {
			const next = priceSteps[index] ?? Number.POSITIVE_INFINITY;
			const isIn = from <= (maxCents ?? from) && next > (minCents ?? 0);
			return isIn ? [`${priceFacet}${index}`] : [];
		});
		parts.push(`(${anyOf(steps)})`);
	}
	return parts.length > 0 ? `facets : (${parts.join(" AND ")})` : "";
}

/** Fewer letters begin too many words. */
const minSuggestionLength = 2;

/** Phrases of the lexicon that a word may become. */
const maxCompletions = 4;

/** What has been typed so far of a search, without a price: all words, and those of a name, which has no sizes beside other words. */
export function readTyped(q: string): { words: string[]; named: string[] } {
	const tokens = tokenize(parsePrice(q).rest).slice(0, maxWords);
	const words = tokens.map(({ word }) => word);
	const plain = tokens.filter(({ size }) => !size).map(({ word }) => word);
	return { words, named: plain.length > 0 ? plain : words.flatMap((word) => word.split(" ")) };
}

/** Returns the query of names while a search is being typed: its last word may be a beginning. Undefined if it is too short. */
export function suggestionMatch(words: readonly string[], lexicon: Lexicon): string | undefined {
	const last = words.at(-1);
	if (!last || (last.length < minSuggestionLength && words.length === 1)) return undefined;
	const isBeginning = lexicon.words.values().some((word) => word.startsWith(last));
	const corrected = words.map((word) =>
		isBeginning && word === last ? word : correct(word, lexicon),
	);
	const spellings = [words, corrected];
	const completions = lexicon.phrases
		.entries()
		.filter(([key]) =>
			spellings.some((all) => key.startsWith(all.join(" ")) || key === phraseKey(all)),
		)
		.take(maxCompletions)
		.flatMap(([, phrases]) => phrases.slice(0, maxCompletions).map(quote));
	const matches = spellings.map((all) => beginningMatch(all, lexicon));
	return `name : (${[...new Set([...matches, ...completions])].join(" OR ")})`;
}

/** Returns the query for all of these words, the last of which may be a beginning. */
function beginningMatch(words: readonly string[], lexicon: Lexicon): string {
	const last = words.at(-1) ?? "";
	const typed = words.slice(0, -1).map((word) => ({ word, literal: false }));
	const before = segment(typed, lexicon).filter(({ ignored }) => !ignored);
	const inSingular = singular(last) === last ? "" : ` OR ${quote(singular(last))}`;
	return `(${[...before.map(({ match }) => match), `(${quote(last)} *${inSingular})`].join(" AND ")})`;
}
