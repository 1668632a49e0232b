/**
 * What a visitor typed, as queries of the word index (word-index.ts). A word that neither the lexicon nor
 * the shop knows is corrected. Which words the shop knows only the database can tell, so there is a variant of
 * the queries for each answer, and the statement picks one: a search takes one round trip.
 */

import { normalizeSearch } from "../catalogue/search-text.ts";
import { parsePrice } from "./price.ts";
import { type Lexicon, phraseKey, singular } from "./synonyms.ts";
import { type Size, type Token, tokenize } from "./tokens.ts";
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
import { editDistance, splitWords } from "./words.ts";

/** A part of a search that must be found: a word, a phrase with synonyms, or a size. */
export interface Term {
	/** The phrases that mean it, the typed one first. */
	phrases: string[];
	/** A part of the query of FTS5. */
	match: string;
	size?: Size;
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
	/** If nothing matches: two queries of texts, one of names, another one of texts. Empty without words. */
	near: string[];
	terms: Term[];
	words: string[];
	/** Whether it is about something that the shop does not sell. */
	isUnsold: boolean;
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
	const all = tokenize(price.rest);
	// Of a long sentence, the words that need not be found go first.
	const tokens = (
		all.length > maxWords ? all.filter(({ word }) => !lexicon.ignored.has(word)) : all
	).slice(0, maxWords);
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

/** Whether a word may be misspelt: letters only, no short one, and the lexicon does not know it. */
function isCorrectable(word: string, { words, ignored, misspelt }: Lexicon): boolean {
	if (misspelt.has(word)) return true;
	if (word.length < minCorrectedLength || !/^\p{L}+$/u.test(word)) return false;
	// `falling` is right if `fall` is.
	const forms = [word, singular(word), word.replace(/(?:ing|ed)$/, "")];
	return forms.every((form) => !words.has(form) && !ignored.has(form));
}

/** Returns the words of the lexicon that a word is meant to be, if any is near. */
function suggest(word: string, lexicon: Lexicon): string | undefined {
	const { misspelt, corrections } = lexicon;
	const known = misspelt.get(word) ?? splitCompound(word, lexicon);
	if (known) return known;
	const limit = word.length >= 7 ? 2 : 1;
	// Of four letters, the first one tells most: `lube` is no `tube`.
	const isOther = (right: string) =>
		word.length === minCorrectedLength &&
		right.length === word.length &&
		right.slice(1) === word.slice(1);
	let best: { word: string; distance: number } | undefined;
	for (const right of corrections) {
		const distance =
			editDistance(word, right, limit) + (word[0] === right[0] ? 0 : limit === 1 ? 0.5 : 1);
		const isNear = distance <= limit + (limit === 1 ? 0.5 : 0) && !isOther(right);
		if (isNear && (!best || distance < best.distance)) {
			best = { word: right, distance };
		}
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
function correct(word: string, lexicon: Lexicon): string {
	return isCorrectable(word, lexicon) ? (suggest(word, lexicon) ?? word) : word;
}

/** Returns the queries for these words. */
function variantOf(tokens: readonly Token[], lexicon: Lexicon, facets: string): Variant {
	const segments = segment(tokens, lexicon);
	const needed = segments.filter(({ ignored }) => !ignored);
	// `tools under 20` are all of them.
	const terms = needed.length > 0 || facets ? needed : segments;
	const words = tokens.map(({ word }) => word);
	if (terms.length === 0) {
		return {
			matches: facets ? [nothing, nothing, facets, nothing] : none,
			near: [],
			terms: [],
			words,
			isUnsold: false,
		};
	}
	const heads = headPhrases(terms, words);
	const any = (phrases: readonly string[]) => phrases.map(quote).join(" OR ");
	const isName = any(heads.map((head) => `${headStart}${head}${headEnd}`));
	const inHead = any(heads.flatMap((head) => [`${headStart}${head}`, `${head}${headEnd}`]));
	const parts = terms.map(({ match }) => match);
	const all = parts.join(" AND ");
	// A description that mentions a lock does not make its tool one.
	const isUnsold = terms.some(({ phrases: [typed = ""] }) =>
		lexicon.unsold.has(phraseKey(typed.split(" "))),
	);
	const names = [
		`head : (${isName})`,
		`head : (${inHead})`,
		`(name : (${all})) NOT (head : (${isName} OR ${inHead}))`,
	];
	const matches = [...names, isUnsold ? nothing : `text : (${all})`];
	const withoutOne = parts.map((_, left) => `(${parts.toSpliced(left, 1).join(" AND ")})`);
	const begins = words.filter((word) => /^\p{L}{5,}$/u.test(word));
	const either = [...parts, ...begins.map((word) => `${quote(word.slice(0, 4))} *`)].join(" OR ");
	const isLong = terms.length > 2 && terms.length <= 6;
	const isSized = terms.some(({ size }) => size);
	const anySize = terms.map((term) => (term.size ? rangeMatch(term.size) : term.match));
	const near = [
		// Without the filter, and with any range of the sizes: a word index can't tell what a range includes.
		facets || isSized ? `text : (${anySize.join(" AND ")})` : nothing,
		isLong ? `text : (${withoutOne.join(" OR ")})` : nothing,
		`name : (${either})`,
		`text : (${either})`,
	];
	const filtered = (match: string) => (facets ? `(${match}) AND (${facets})` : match);
	return {
		matches: matches.map(filtered),
		near: isUnsold ? near.map(() => nothing) : near,
		terms,
		words,
		isUnsold,
	};
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
			const words = part.map(({ word }) => word);
			// Two words may be in the other order: `key spoke`.
			synonyms =
				phrases.get(phraseKey(words)) ??
				(length === 2
					? (phrases.get(phraseKey(words.toReversed())) ??
						// Or written apart: `chain riveter` is `chainriveter`.
						phrases.get(phraseKey([words.join("")])))
					: undefined);
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

/** How many words may stand between a number and its unit: `1.5, 2, 2.5, 3, 4, 5, 6, 8 and 10 mm`. */
const maxBeforeUnit = 10;

function termOf({ literal, size }: Token, typed: string, synonyms: readonly string[]): Term {
	if (size) {
		const { number, unit } = size;
		const joined = typed.replaceAll(" ", "");
		const words = splitWords(number).join(" ");
		const apart = unitForms(unit).map((form) => `NEAR("${words}" "${form}", ${maxBeforeUnit})`);
		const forms = unit ? [quote(joined), ...apart] : [quote(words)];
		return { phrases: [typed], match: `(${forms.join(" OR ")})`, size };
	}
	const phrases = [...new Set([typed, ...synonyms])];
	const forms = literal ? phrases : phrases.flatMap(inflect);
	return { phrases, match: `(${[...new Set(forms)].map(quote).join(" OR ")})` };
}

/** Returns a unit as texts have it: `nm`, but `inch` and `inches`. */
function unitForms(unit: string): string[] {
	return unit.length < 4 ? [unit] : [...new Set(inflect(unit))];
}

/** Returns the query for ranges of a unit, such as `16 to 29 inch`. */
function rangeMatch({ unit }: Size): string {
	if (!unit) return quote("to");
	// The end of a range may have a decimal point, which makes two words of it.
	return `(${unitForms(unit)
		.map((form) => `NEAR("to" "${form}", 2)`)
		.join(" OR ")})`;
}

/** Returns a phrase with its last word in the singular and in the plural. */
export function inflect(phrase: string): string[] {
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

/** What has been typed so far of a search, without a price. */
export interface Typed {
	/** As the lexicon spells them. */
	meant: string[];
	/** The words that a name may have: without sizes, if there are other words. */
	named: string[];
	namedMeant: string[];
}

/** Reads what has been typed so far. */
export function readTyped(q: string, lexicon: Lexicon): Typed {
	const tokens = tokenize(parsePrice(q).rest)
		.slice(0, maxWords)
		.map(({ word, size }) => ({ word, size, right: correct(word, lexicon) }));
	const plain = tokens.filter(({ size }) => !size);
	const sizes = tokens
		.flatMap(({ word }) => word.split(" "))
		.map((word) => ({ word, right: word }));
	const named = plain.length > 0 ? plain : sizes;
	return {
		meant: tokens.map(({ right }) => right),
		named: named.map(({ word }) => word),
		namedMeant: named.map(({ right }) => right),
	};
}

/** Returns the query of names while a search is being typed: its last word may be a beginning. Undefined if it is too short. */
export function suggestionMatch(
	{ named: words, namedMeant: meant }: Typed,
	lexicon: Lexicon,
): string | undefined {
	const last = words.at(-1);
	if (!last || (last.length < minSuggestionLength && words.length === 1)) return undefined;
	const isBeginning = lexicon.words.values().some((word) => word.startsWith(last));
	const one = singular(last);
	const begun = one === last ? `${quote(last)} *` : `${quote(last)} * OR ${quote(one)}`;
	const matches = [allOf(words, begun, lexicon)];
	const right = meant.at(-1) ?? last;
	if (
		meant.some((word, index) => word !== words[index] && (index < words.length - 1 || !isBeginning))
	)
		matches.push(allOf(meant, isBeginning ? begun : quote(right), lexicon));
	const spellings = meant.some((word, index) => word !== words[index]) ? [words, meant] : [words];
	const keys = spellings.map((all) => ({ text: all.join(" "), key: phraseKey(all) }));
	const completions = lexicon.phrases
		.entries()
		.filter(([key]) => keys.some((one) => key.startsWith(one.text) || key === one.key))
		.take(maxCompletions)
		.flatMap(([, phrases]) => phrases.slice(0, maxCompletions))
		.toArray();
	return `name : (${[...matches, ...new Set(completions).values().map(quote)].join(" OR ")})`;
}

/** Returns the query for all of these words, the last of which is `last`. */
function allOf(words: readonly string[], last: string, lexicon: Lexicon): string {
	const before = segment(
		words.slice(0, -1).map((word) => ({ word, literal: false })),
		lexicon,
	).filter(({ ignored }) => !ignored);
	return `(${[...before.map(({ match }) => match), `(${last})`].join(" AND ")})`;
}
