/**
 * What a visitor typed, as queries of the word index (word-index.ts). A word that neither the lexicon nor
 * the shop knows is corrected. Which words the shop knows only the database can tell, so there is a variant of
 * the queries for each answer, and the statement picks one: a search takes one round trip.
 */

import { smallestCents } from "../config/config.ts";
import { toCents } from "../money.ts";
import { type Lexicon, phraseKey, singular } from "./synonyms.ts";
import {
	categoryFacet,
	headEnd,
	headStart,
	minCorrectedLength,
	priceFacet,
	priceSteps,
	ratedFacet,
	stockFacet,
} from "./word-index.ts";
import { editDistance, normalizeSearch, splitWords } from "./words.ts";

/** A part of a search that must be found: a word, a phrase with synonyms, or a size. */
export interface Term {
	/** The phrases that mean it, the typed one first. */
	phrases: string[];
	/** A part of the query of FTS5. */
	match: string;
}

/** A word that is corrected if no tool has it. */
interface Unknown {
	word: string;
	/** The words of the lexicon that it is meant to be. Without them, the shop's own words are searched. */
	suggestion: string | undefined;
}

/** The queries of one variant, and the terms that they look for. */
export interface Variant {
	/** The most exact first: three queries of names, and one of texts. */
	matches: string[];
	/** If nothing matches: a query of texts, one of names, another one of texts. Empty without words. */
	near: string[];
	terms: Term[];
	words: string[];
}

export interface ParsedSearch {
	/** At most two. */
	unknown: Unknown[];
	/** By the unknown words that are replaced: bit 0 for the first, bit 1 for the second. */
	variants: Variant[];
	minCents: number | undefined;
	maxCents: number | undefined;
}

/** What a tool must be, beside its words. */
export interface SearchFilter {
	category?: string | undefined;
	minCents?: number | undefined;
	maxCents?: number | undefined;
	inStock?: boolean | undefined;
	wellRated?: boolean | undefined;
}

/** Maximum words of a search. More are ignored. */
const maxWords = 10;

const maxUnknown = 2;

/** A query that finds nothing. */
export const nothing = '"xnothing"';
const none = [nothing, nothing, nothing, nothing];

/** Maximum phrases for a whole name, so that a query stays short. */
const maxHeads = 40;

/** The word that takes the place of an unknown one, until the database has found the right one. */
export const placeholder = (index: number): string => `§${index}`;

/** Parses a search. What stands in double quotes is searched as it is. */
export function parseSearch(q: string, lexicon: Lexicon, filter: SearchFilter = {}): ParsedSearch {
	const price = parsePrice(normalizeSearch(q));
	const { minCents = price.minCents, maxCents = price.maxCents } = filter;
	const tokens = tokenize(price.rest).slice(0, maxWords);
	const unknown = tokens
		.flatMap((token, index) => {
			if (token.literal || !isCorrectable(token.word, lexicon)) return [];
			return [{ index, word: token.word, suggestion: suggest(token.word, lexicon) }];
		})
		.slice(0, maxUnknown);
	const facets = facetMatch({ ...filter, minCents, maxCents });
	const variants = Array.from({ length: 2 ** unknown.length }, (_, bits) => {
		const words = tokens.flatMap((token, index): Token[] => {
			const place = unknown.findIndex((one) => one.index === index);
			if (place < 0 || !(bits & (1 << place))) return [token];
			const { suggestion } = unknown[place] ?? {};
			const right = suggestion ? splitWords(suggestion) : [placeholder(place)];
			return right.map((word) => ({ ...token, word }));
		});
		return variantOf(words, lexicon, facets);
	});
	return {
		unknown: unknown.map(({ word, suggestion }) => ({ word, suggestion })),
		variants,
		minCents,
		maxCents,
	};
}

interface Token {
	word: string;
	/** In quotes: neither corrected nor replaced by synonyms. */
	literal: boolean;
	/** A number with its unit, such as `8 mm`. */
	size?: string;
}

const units =
	/^(\d+(?:[.,/]\d+)*)\s*-?\s*(mm|cm|nm|inch|inches|in|psi|bar|speeds?|spd|sp|links?|notch|mm2|kg|g)$/;

/** Splits a search into its words. A number and its unit are one. */
function tokenize(text: string): Token[] {
	return text.split('"').flatMap((part, index) => {
		const literal = index % 2 === 1;
		if (literal) return splitWords(part).map((word) => ({ word, literal }));
		const plain = part
			.toLowerCase()
			.replace(/(\d)\s*(?:''|″|”)/g, "$1 inch")
			.replace(/(\d)\s*-?\s*(mm|cm|nm|psi|bar|inch(?:es)?|speeds?|spd|links?)\b/g, "$1_$2");
		return plain.split(/[\s,;]+/).flatMap((chunk): Token[] => {
			const [, number, unit = ""] = units.exec(chunk.replace("_", " ")) ?? [];
			if (!number) return splitWords(chunk).map((word) => ({ word, literal }));
			const spelt = unit.replace(/^(speeds?|spd|sp)$/, "speed").replace(/^(in|inches)$/, "inch");
			const words = splitWords(`${number} ${spelt}`);
			return [{ word: words.join(" "), literal, size: splitWords(number).join(" ") }];
		});
	});
}

const amount = String.raw`[$€£¥]?\s*(\d{1,6}(?:[.,]\d{1,2})?)(?![\d.,]*\s*-?\s*(?:mm|cm|nm|psi|bar|inch|in\b|speed|spd|links?|g\b|kg))\s*(?:dollars?|usd|bucks|euros?|eur|pounds?|gbp|[$€£¥])?`;
const maxPrice = new RegExp(
	String.raw`(?:\b(?:under|below|less than|cheaper than|up to|at most|max(?:imum)?)|<=?)\s*${amount}|[$€£]\s*(\d{1,6}(?:\.\d{1,2})?)`,
	"i",
);
const minPrice = new RegExp(
	String.raw`(?:\b(?:over|above|more than|at least|min(?:imum)?)|>=?)\s*${amount}`,
	"i",
);

/** Takes `under 100` and `over $20` out of a search. */
function parsePrice(q: string): {
	rest: string;
	minCents: number | undefined;
	maxCents: number | undefined;
} {
	const find = (pattern: RegExp, text: string) => {
		const [found, ...amounts] = pattern.exec(text) ?? [];
		const value = Number(amounts.find(Boolean)?.replace(",", ".") ?? Number.NaN);
		if (!found || !Number.isFinite(value)) return { text, cents: undefined };
		const cents = Math.round(toCents(value) / smallestCents) * smallestCents;
		return { text: text.replace(found, " "), cents };
	};
	const min = find(minPrice, q);
	const max = find(maxPrice, min.text);
	// `over 20` does not mean 20.
	const minCents = min.cents === undefined ? undefined : min.cents + smallestCents;
	return { rest: max.text, minCents, maxCents: max.cents };
}

/** Whether a word may be misspelt: letters only, no short one, and the lexicon does not know it. */
function isCorrectable(word: string, { words, ignored, misspelt }: Lexicon): boolean {
	if (misspelt.has(word)) return true;
	if (word.length < minCorrectedLength || !/^\p{L}+$/u.test(word)) return false;
	return !words.has(word) && !words.has(singular(word)) && !ignored.has(word);
}

/** Returns the words of the lexicon that a word is meant to be, if any is near. */
function suggest(word: string, { misspelt, corrections }: Lexicon): string | undefined {
	const known = misspelt.get(word);
	if (known) return known;
	const limit = word.length >= 7 ? 2 : 1;
	let best: { word: string; distance: number } | undefined;
	for (const right of corrections) {
		const distance =
			editDistance(word, right, limit) + (word[0] === right[0] ? 0 : limit === 1 ? 0.5 : 1);
		if (distance <= limit + (limit === 1 ? 0.5 : 0) && (!best || distance < best.distance)) {
			best = { word: right, distance };
		}
	}
	return best?.word;
}

/** Returns the queries for these words. */
function variantOf(tokens: readonly Token[], lexicon: Lexicon, facets: string): Variant {
	const segments = segment(tokens, lexicon);
	const needed = segments.filter(({ ignored }) => !ignored);
	const terms = needed.length > 0 ? needed : segments;
	const words = tokens.map(({ word }) => word);
	if (terms.length === 0) {
		return {
			matches: facets ? [nothing, nothing, facets, nothing] : none,
			near: [],
			terms: [],
			words,
		};
	}
	const heads = headPhrases(terms, words);
	const any = (phrases: readonly string[]) => phrases.map(quote).join(" OR ");
	const isName = any(heads.map((head) => `${headStart}${head}${headEnd}`));
	const inHead = any(heads.flatMap((head) => [`${headStart}${head}`, `${head}${headEnd}`]));
	const all = terms.map(({ match }) => match).join(" AND ");
	const names = [
		`head : (${isName})`,
		`head : (${inHead})`,
		`(name : (${all})) NOT (head : (${isName} OR ${inHead}))`,
	];
	const matches = [...names, `text : (${all})`];
	const parts = terms.map(({ match }) => match);
	const withoutOne = parts.map((_, left) => `(${parts.toSpliced(left, 1).join(" AND ")})`);
	const begins = words.filter((word) => /^\p{L}{5,}$/u.test(word));
	const either = [...parts, ...begins.map((word) => `${quote(word.slice(0, 4))} *`)].join(" OR ");
	const isLong = terms.length > 2 && terms.length <= 6;
	const near = [
		isLong ? `text : (${withoutOne.join(" OR ")})` : nothing,
		`name : (${either})`,
		`text : (${either})`,
	];
	const filtered = (match: string) => (facets ? `(${match}) AND (${facets})` : match);
	return { matches: matches.map(filtered), near: near.map(filtered), terms, words };
}

/** Joins words to the longest phrases of the lexicon. */
function segment(
	tokens: readonly Token[],
	{ phrases, ignored, longest }: Lexicon,
): (Term & { ignored: boolean })[] {
	const terms: (Term & { ignored: boolean })[] = [];
	for (let start = 0; start < tokens.length; ) {
		const [first] = tokens.slice(start, start + 1);
		if (!first) break;
		let length = Math.min(longest, tokens.length - start);
		let synonyms: readonly string[] | undefined;
		for (; length > 0; length--) {
			const part = tokens.slice(start, start + length);
			if (part.some(({ literal, size }) => literal || size)) continue;
			synonyms = phrases.get(phraseKey(part.map(({ word }) => word)));
			if (synonyms) break;
		}
		const used = tokens.slice(start, start + Math.max(length, 1));
		const typed = used.map(({ word }) => word).join(" ");
		terms.push({
			...termOf(first, typed, synonyms ?? []),
			ignored: !synonyms && !first.literal && ignored.has(typed),
		});
		start += used.length;
	}
	return terms;
}

function termOf({ literal, size }: Token, typed: string, synonyms: readonly string[]): Term {
	if (size !== undefined) {
		return {
			phrases: [typed],
			match: `(${[...new Set([size, typed.replaceAll(" ", "")])].map(quote).join(" OR ")})`,
		};
	}
	const phrases = [...new Set([typed, ...synonyms])];
	const forms = literal ? phrases : phrases.flatMap(inflect);
	return { phrases, match: `(${[...new Set(forms)].map(quote).join(" OR ")})` };
}

/** Returns a phrase with its last word in the singular and in the plural. */
function inflect(phrase: string): string[] {
	const words = phrase.split(" ");
	const last = words.at(-1) ?? "";
	const rest = words.slice(0, -1);
	const one = singular(last);
	const many = /\d/.test(one)
		? one
		: /(ch|sh|s|x|z)$/.test(one)
			? `${one}es`
			: /[^aeiou]y$/.test(one)
				? `${one.slice(0, -1)}ies`
				: `${one}s`;
	return [last, one, many].map((word) => [...rest, word].join(" "));
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

function quote(phrase: string): string {
	return `"${phrase}"`;
}

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
			return isIn ? [quote(`${priceFacet}${index}`)] : [];
		});
		parts.push(`(${steps.join(" OR ")})`);
	}
	return parts.length > 0 ? `facets : (${parts.join(" AND ")})` : "";
}

/** Fewer letters begin too many words. */
const minSuggestionLength = 2;

/** Phrases of the lexicon that a word may become. */
const maxCompletions = 4;

/** Returns the query of names while a search is being typed: its last word may be a beginning. Undefined if it is too short. */
export function suggestionMatch(q: string, lexicon: Lexicon): string | undefined {
	const words = splitWords(q).slice(0, maxWords);
	const last = words.at(-1);
	if (!last || (last.length < minSuggestionLength && words.length === 1)) return undefined;
	const known = (word: string) => {
		if (!isCorrectable(word, lexicon)) return [word];
		return [word, suggest(word, lexicon) ?? word];
	};
	const before = segment(
		words.slice(0, -1).map((word) => ({ word, literal: false })),
		lexicon,
	).filter(({ ignored }) => !ignored);
	const terms = before.map(({ match, phrases: [typed = ""] }) => {
		const [, right] = known(typed);
		return right ? `(${match} OR ${quote(right)})` : match;
	});
	const typedKey = words.map(singular).join(" ");
	const typed = words.join(" ");
	const completions = lexicon.phrases
		.entries()
		.filter(([key]) => key.startsWith(typed) || key === typedKey)
		.take(maxCompletions)
		.flatMap(([, phrases]) => phrases.slice(0, maxCompletions))
		.toArray();
	const isBeginning = lexicon.words.values().some((word) => word.startsWith(last));
	const lasts = [`${quote(last)} *`, ...(isBeginning ? [] : known(last).slice(1).map(quote))].join(
		" OR ",
	);
	const all = [...terms, `(${lasts})`].join(" AND ");
	const meant =
		completions.length > 0 ? ` OR ${[...new Set(completions)].map(quote).join(" OR ")}` : "";
	return `name : ((${all})${meant})`;
}
