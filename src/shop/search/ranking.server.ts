/** Which of the tools that a search has read it shows, and in which order. */
import type { tools } from "../../db/tool-tables.ts";
import { type CatalogueSort, type Category, matches } from "../catalogue/catalogue.ts";
import { type SearchFilter, type Term, type TierName, tierNames } from "./query.ts";
import { phraseKey, singular, splitWords } from "./words.ts";

type ToolRow = typeof tools.$inferSelect;

/** A tool with how well it matches. */
export interface Found {
	tool: ToolRow;
	tier: TierName;
}

/** Tools of each tier of near ones that are compared. */
const maxNear = 6;

/** Whether a tier has tools that do not match, but are near. */
export function isNearTier(tier: TierName): boolean {
	return tierNames.indexOf(tier) > tierNames.indexOf("text");
}

/** Returns the most tools that are read of a tier. */
export function tierSize(tier: TierName, limit: number): number {
	return isNearTier(tier) ? Math.min(limit, maxNear) : limit;
}

/** Categories that are shown if nothing is found. */
const maxNearCategories = 6;

const comparisons: Record<CatalogueSort, (one: ToolRow, other: ToolRow) => number> = {
	newest: (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
	price: (one, other) => one.priceCents - other.priceCents,
	"-price": (one, other) => other.priceCents - one.priceCents,
	rating: (one, other) => (other.ratingRank ?? 0) - (one.ratingRank ?? 0),
};

/** Sorts matches, the best first; newer ones come first among equals, as they were read. */
export function sortMatches(rows: readonly Found[], terms: readonly Term[]): Found[] {
	return rows.toSorted(
		(one, other) =>
			tierNames.indexOf(one.tier) - tierNames.indexOf(other.tier) ||
			scoreOf(other.tool, terms) - scoreOf(one.tool, terms) ||
			other.tool.sold - one.tool.sold,
	);
}

/** Sorts tools as asked. Equal ones stay in their order. */
export function sortTools(tools: readonly ToolRow[], sort: CatalogueSort | undefined): ToolRow[] {
	return sort ? tools.toSorted(comparisons[sort]) : [...tools];
}

/** Sorts the tools that are shown if nothing is found: those with the most of the search first. */
export function sortNear(near: readonly Found[], terms: readonly Term[]): Found[] {
	return near.toSorted((one, other) => scoreOf(other.tool, terms) - scoreOf(one.tool, terms));
}

/** Returns each tool once, and of each family one, where it was found first. */
export function uniqueTools(tools: readonly ToolRow[]): ToolRow[] {
	const groups = Map.groupBy(tools, ({ id, familyId }) => familyId ?? id);
	return [...groups.values()].flatMap(([first]) => first ?? []);
}

/** Whether a tool is what was asked for beside its words. */
export function isAccepted(
	tool: ToolRow,
	{ minCents = 0, maxCents = Number.POSITIVE_INFINITY, ...filter }: SearchFilter,
): boolean {
	return tool.priceCents >= minCents && tool.priceCents <= maxCents && matches(tool, filter);
}

/** Returns the categories whose name has a word of the search, those of these tools, and others. */
export function nearestCategories(
	categories: readonly Category[],
	shown: readonly ToolRow[],
	terms: readonly Term[],
): Category[] {
	const named = categories.filter(({ name }) => terms.some((term) => hasTerm(name, term)));
	const ofTools = shown.flatMap(({ categorySlug }) =>
		categories.filter(({ slug }) => slug === categorySlug),
	);
	return [...new Set([...named, ...ofTools, ...categories])].slice(0, maxNearCategories);
}

const comparable = (text: string) => ` ${phraseKey(splitWords(text))} `;

/** Whether a comparable text has one of a term's phrases. */
const hasPhrase = (text: string, { phrases }: Term) =>
	phrases.some((phrase) => text.includes(` ${phraseKey(phrase.split(" "))} `));

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

/** The name and the description of a tool, or of the family that it stands for, which has the names of its tools. */
function textsOf({ name, description, family }: SearchedTool): { name: string; text: string } {
	if (family === null) return { name, text: description };
	return { name: `${family.name} ${family.words}`, text: family.description || description };
}
type SearchedTool = Pick<ToolRow, "name" | "description" | "family">;

/** Whether a tool has these terms in its name or description, also as a size that a range of it includes. */
export function hasTerms(tool: SearchedTool, terms: readonly Term[]): boolean {
	const { name, text: description } = textsOf(tool);
	return terms.every((term) => hasTerm(`${name}\n${description}`, term));
}

/** Whether a name has the phrases of these terms. */
export function hasPhrases(name: string, terms: readonly Term[]): boolean {
	const text = comparable(name);
	return terms.every((term) => hasPhrase(text, term));
}

/** Whether a tool has a term, and not only the beginning of a word. */
export function hasSomeTerm(tool: ToolRow, terms: readonly Term[]): boolean {
	return scoreOf(tool, terms) > 0;
}

/** Whether a term consists of these words, each in the singular. */
export function isNamed({ phrases }: Term, words: ReadonlySet<string>): boolean {
	return phrases.some((phrase) => phrase.split(" ").every((word) => words.has(singular(word))));
}

/** Returns how many terms a tool's name and description have; the name counts most. */
function scoreOf(tool: ToolRow, terms: readonly Term[]): number {
	const { name, text: description } = textsOf(tool);
	const [inName, inText] = [comparable(name), comparable(description)];
	const pointsOf = (term: Term) => {
		if (hasPhrase(inName, term)) return 4;
		if (includesSize(name, term)) return 3;
		return Number(hasPhrase(inText, term));
	};
	const begins = ({ phrases }: Term) =>
		phrases.some((phrase) => inName.startsWith(` ${phraseKey(phrase.split(" "))} `));
	return terms.reduce((score, term) => score + pointsOf(term) + Number(begins(term)), 0);
}
