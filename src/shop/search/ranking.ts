/** Which of the tools that a search has read it shows, and in which order, and what it says beside them. */
import type { CatalogueSort, Category } from "../catalogue/catalogue.ts";
import { canOrder } from "../tools/tools.ts";
import type { ParsedSearch, SearchFilter, Term } from "./query.ts";
import { phraseKey, singular } from "./synonyms.ts";
import { splitWords } from "./words.ts";

/** What a search reads of a tool. */
export interface SearchableTool {
	id: string;
	name: string;
	description: string;
	categorySlug: string | null;
	priceCents: number;
	quantity: number;
	minOrderQuantity: number;
	wellRated: boolean | null;
	ratingRank: number | null;
	sold: number;
	createdAt: Date;
}

/** A tool with what the index of words says of it. */
export interface Found<Tool extends SearchableTool = SearchableTool> {
	tool: Tool;
	/** Its place among best sellers. */
	place: number;
	/** The kinds of results, the best first: by a job's capabilities (below 1, in their order), by a match, near ones. */
	kind: number;
}

/** The kind of tools for a job: after those whose name begins or ends with the search, which may not mean the job. */
const afterHeads = 2.5;

/** The kind of matches in names and descriptions. Those before are in names. */
export const textKind = 4;

/** The kinds of near results start here. */
export const nearKind = 100;

/** The kind of the newest tools, which have nothing of the search. */
export const newestKind = 104;

/** Categories that are shown if nothing is found. */
const maxNearCategories = 6;

const comparisons: Record<CatalogueSort, (one: SearchableTool, other: SearchableTool) => number> = {
	newest: (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
	price: (one, other) => one.priceCents - other.priceCents,
	"-price": (one, other) => other.priceCents - one.priceCents,
	rating: (one, other) => (other.ratingRank ?? 0) - (one.ratingRank ?? 0),
};

/** Sorts a page of results: as asked, or the best match first. */
export function sortFound<Row extends Found>(
	page: readonly Row[],
	terms: readonly Term[],
	sort: CatalogueSort | undefined,
): Row[] {
	const kindOf = ({ kind }: Found) => (kind < 1 ? afterHeads + kind / 10 : kind);
	return page.toSorted(
		(one, other) =>
			(sort ? comparisons[sort](one.tool, other.tool) : 0) ||
			kindOf(one) - kindOf(other) ||
			scoreOf(other.tool, terms) - scoreOf(one.tool, terms) ||
			other.tool.sold - one.tool.sold ||
			other.place - one.place,
	);
}

/** Sorts the tools that are shown if nothing is found: those with the most of the search first. */
export function sortNear<Row extends Found>(near: readonly Row[], terms: readonly Term[]): Row[] {
	return near.toSorted(
		(one, other) => scoreOf(other.tool, terms) - scoreOf(one.tool, terms) || one.kind - other.kind,
	);
}

/** Returns each tool once, where it was found first. */
export function unique<Row extends Found>(rows: readonly Row[]): Row[] {
	return rows.filter(
		({ tool }, index) => rows.findIndex((row) => row.tool.id === tool.id) === index,
	);
}

/** Whether a page that begins with matches in texts shows a tool again that a page before had by its name. */
export function isRepeated(
	{ tool, kind }: Found,
	cursorKind: number | string | undefined,
	terms: readonly Term[],
): boolean {
	return cursorKind === textKind && kind === textKind && hasAll(tool.name, terms);
}

/** Whether a tool is what was asked for beside its words. */
export function isAccepted(
	tool: SearchableTool,
	{
		minCents = 0,
		maxCents = Number.POSITIVE_INFINITY,
	}: Pick<ParsedSearch, "minCents" | "maxCents">,
	{ category, inStock, wellRated }: SearchFilter,
): boolean {
	return (
		tool.priceCents >= minCents &&
		tool.priceCents <= maxCents &&
		(!category || tool.categorySlug === category) &&
		(!inStock || canOrder(tool)) &&
		(!wellRated || tool.wellRated === true)
	);
}

/** Returns the categories whose name has a word of the search, those of these tools, and others. */
export function nearestCategories(
	categories: readonly Category[],
	shown: readonly SearchableTool[],
	terms: readonly Term[],
): Category[] {
	const named = categories.filter(({ name }) => terms.some((term) => hasTerm(name, term)));
	const ofTools = shown.flatMap(({ categorySlug }) =>
		categories.filter(({ slug }) => slug === categorySlug),
	);
	return [...new Set([...named, ...ofTools, ...categories])].slice(0, maxNearCategories);
}

/** Whether a text has one of a term's phrases. Both are compared in the singular. */
function hasPhrase(text: string, { phrases }: Term): boolean {
	return phrases.some((phrase) => text.includes(` ${phraseKey(phrase.split(" "))} `));
}

const comparable = (text: string) => ` ${phraseKey(splitWords(text))} `;

/** Ranges such as `16 to 29 inch`, `2-25 Nm` and `8- to 12-speed`. */
const ranges = /(\d+(?:\.\d+)?)\s*-?\s*(?:to|[-–])\s*(\d+(?:\.\d+)?)[\s-]*(\p{L}*)/giu;

/** Whether a text has a range that includes a term's size. */
function includesSize(text: string, { size }: Term): boolean {
	if (!size) return false;
	return [...text.matchAll(ranges)].some(
		([, from, to, unit = ""]) =>
			singular(unit.toLowerCase()).startsWith(size.unit) &&
			size.value >= Number(from) &&
			size.value <= Number(to),
	);
}

/** Between a size and its unit there may be other sizes: `1.5, 2, 2.5 and 3 mm`. */
const betweenSizes = String.raw`(?:[\s,.\d/–-]|\b(?:and|or|to|of|two|x)\b)*?`;

/** Whether a text has a term's size, with its unit after it or after a list. */
function listsSize(text: string, { size }: Term): boolean {
	if (!size) return false;
	const number = RegExp.escape(size.number);
	const unit = size.unit && `${betweenSizes}${RegExp.escape(size.unit)}(?:e?s)?`;
	return new RegExp(String.raw`(?<![\d.,/])${number}(?!\d|[.,/]\d)${unit}(?![\p{L}\d])`, "iu").test(
		text,
	);
}

/** Whether a text has a term. The index of words finds numbers near a unit that is not theirs too. */
function hasTerm(text: string, term: Term): boolean {
	return term.size
		? listsSize(text, term) || includesSize(text, term)
		: hasPhrase(comparable(text), term);
}

/** Whether a tool has all sizes that were searched for. */
export function hasSizes(
	{ name, description }: Pick<SearchableTool, "name" | "description">,
	terms: readonly Term[],
): boolean {
	return terms.every((term) => !term.size || hasTerm(`${name}\n${description}`, term));
}

/** Whether a tool has all that was searched for, also as a size that its name's or description's range includes. */
export function hasAllTerms(
	{ name, description }: Pick<SearchableTool, "name" | "description">,
	terms: readonly Term[],
): boolean {
	return terms.length > 0 && terms.every((term) => hasTerm(`${name}\n${description}`, term));
}

/** Whether a tool has a term, and not only the beginning of a word. */
export function hasSomeTerm(tool: SearchableTool, terms: readonly Term[]): boolean {
	return scoreOf(tool, terms) >= 1;
}

/** Whether a term consists of these words, each in the singular. */
export function isNamed({ phrases }: Term, words: ReadonlySet<string>): boolean {
	return phrases.some((phrase) => phrase.split(" ").every((word) => words.has(singular(word))));
}

function hasAll(name: string, terms: readonly Term[]): boolean {
	const text = comparable(name);
	return terms.every((term) => hasPhrase(text, term));
}

/** Returns how many terms a tool's name and description have; the name counts most. */
function scoreOf({ name, description }: SearchableTool, terms: readonly Term[]): number {
	const [inName, inText] = [comparable(name), comparable(description)];
	return terms.reduce((score, term) => {
		const begins = term.phrases.some((phrase) =>
			inName.startsWith(` ${phraseKey(phrase.split(" "))} `),
		);
		const points = hasPhrase(inName, term)
			? 4
			: includesSize(name, term)
				? 3
				: hasPhrase(inText, term)
					? 1
					: term.size?.unit && inName.includes(` ${term.size.unit} `)
						? 0.5
						: 0;
		return score + points + Number(begins);
	}, 0);
}

/** Returns the search with its corrections, or undefined if nothing was corrected. */
export function correctedText(
	q: string,
	unknown: ParsedSearch["unknown"],
	bits: number,
	found: readonly (string | null)[],
): string | undefined {
	const corrected = unknown.reduce((text, { word, suggestion }, index) => {
		const right = suggestion ?? found[index];
		if (!(bits & (1 << index)) || !right || right === word) return text;
		// The word as typed may have accents.
		return text
			.split(/(\s+)/)
			.map((part) => (splitWords(part).join(" ") === word ? right : part))
			.join("");
	}, q);
	return corrected === q ? undefined : corrected;
}
