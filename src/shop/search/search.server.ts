/**
 * Searches tools for visitors by words: docs/decisions/2026-11-22-search-by-words.md. The first query has what
 * matches. Only if nothing does, a second one has what matches the corrected words, and what is near.
 */
import type { tools } from "../../db/tool-tables.ts";
import { batch } from "../../platform/database/database.ts";
import type { Cursor } from "../../values/paging.ts";
import { fitsSome } from "../catalogue/bike-filter.server.ts";
import {
	categoriesQuery,
	listedCategories,
	noCounts,
	wholeCountsQuery,
} from "../catalogue/catalogue.server.ts";
import {
	type CatalogueSort,
	type FacetCount,
	type Facets,
	facetsOf,
} from "../catalogue/catalogue.ts";
import { normalizeSearch } from "../catalogue/search-text.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import { bestMark, byBest, type FitMark, markForStandards } from "../fit/fit-marks.ts";
import type { Vocabulary } from "../fit/standards.ts";
import { type FitsBike, toCard } from "../tools/tools.server.ts";
import { correctionsOf, correctText } from "./correction.ts";
import {
	parseSearch,
	planSearch,
	replaceWords,
	type SearchFilter,
	type SearchPlan,
} from "./query.ts";
import {
	type Found,
	hasPhrases,
	hasSomeTerm,
	hasTerms,
	isAccepted,
	isNamed,
	isNearTier,
	nearestCategories,
	sortMatches,
	sortNear,
	sortTools,
	uniqueTools,
} from "./ranking.server.ts";
import type { SearchResult } from "./result.ts";
import { fitsNamed } from "./standards.ts";
import { likelyWords, matchingTools, toolsForNeeds } from "./statements.server.ts";
import type { Token } from "./tokens.ts";
import type { SearchContent } from "./topics.ts";
import { findTopics, type Topics, uniqueJobs } from "./topics.ts";

/** Tools on a page of results. With two rows read for each, a search stays below 60 rows. */
export const searchPageSize = 12;

/** Tools on a page in another order than by match. More, because a page is sorted as a whole, not the results. */
export const sortedPageSize = 20;

/** Tools that are shown if nothing is found. */
const nearPageSize = 6;

type ToolRow = typeof tools.$inferSelect;

export interface SearchOptions extends SearchFilter {
	q: string;
	cursor?: Cursor | undefined;
	/** The bike that a tool must fit. Tools that don't are left out of a page, which is shorter then. */
	fitsBike?: FitsBike | undefined;
	/** The order of the page's tools, if not the best match first. */
	sort?: CatalogueSort | undefined;
}

/** Searches tools, and the jobs and pages that the search is about. Undefined if there is no such category. */
export async function searchTools(
	{ cursor, fitsBike, sort, ...options }: SearchOptions,
	content: SearchContent,
): Promise<SearchResult | undefined> {
	const q = normalizeSearch(options.q);
	const { tokens, unknown, filter } = parseSearch(q, content.lexicon, options);
	const planOf = (words: readonly Token[]) => planSearch(words, content.lexicon, filter);
	const typed = planOf(tokens);
	const suggested = unknown.map(({ word, suggestion = word }) => [word, suggestion] as const);
	const meant = replaceWords(tokens, new Map(suggested)).map(({ word }) => word);
	const topics = findTopics(meant, content);
	// Words that are looked up cost rows too.
	const pageSize = sort && unknown.length === 0 ? sortedPageSize : searchPageSize;
	const needs = cursor ? [] : topics.needs;
	// What is wrong with the bike tells more than what it has.
	const named = topics.isSymptom ? undefined : topics.named;
	const markOf = (tool: ToolRow): FitMark | undefined =>
		named && named.standards.length > 0
			? markForNamed(tool, named.meant, content.vocabulary)
			: undefined;
	const first = await batch({
		rows: matchingTools(typed.matching, cursor, pageSize + 1),
		...(needs.length > 0 && { needed: toolsForNeeds(needs) }),
		...(unknown.length > 0 && { words: likelyWords(unknown) }),
		categories: categoriesQuery(),
		whole: wholeCountsQuery(),
	});
	const whole = first.whole[0] ?? noCounts;
	const categories = listedCategories(first.categories, whole);
	if (options.category && !categories.some(({ slug }) => slug === options.category))
		return undefined;
	const choose = (rows: readonly Found[], plan: SearchPlan) =>
		chooseTools(rows, plan, {
			topics,
			needed: uniqueTools((first.needed ?? []).map(toolOf)),
			accepts: (tool) => isAccepted(tool, filter) && fitsSome(tool, fitsBike),
			isFirstPage: !cursor,
			sort,
			pageSize,
			markOf,
		});
	let plan = typed;
	let chosen = choose(first.rows, typed);
	const corrections = correctionsOf(unknown, first.words ?? []);
	const isCorrected = first.rows.length === 0 && corrections.size > 0;
	if ((chosen.isEmpty || isCorrected) && !typed.isUnsold) {
		plan = isCorrected ? planOf(replaceWords(tokens, corrections)) : typed;
		const tiers = [...(isCorrected ? plan.matching : []), ...(cursor ? [] : plan.near)];
		const second = await matchingTools(tiers, cursor, pageSize + 1);
		chosen = choose(isCorrected ? second : [...first.rows, ...second], plan);
	}
	const { found, instead, hasMore, last, ...help } = chosen;
	const isNear = found.length === 0 && !hasMore;
	const shown = isNear ? instead.slice(0, nearPageSize) : found;
	const facets = facetsOf(
		{ q, filter, sort, cursor },
		categories,
		whole,
		cursor || hasMore ? undefined : found,
	);
	const marks = shown.flatMap((tool): [string, FitMark][] => {
		const mark = markOf(tool);
		return mark ? [[tool.id, mark]] : [];
	});
	return {
		...help,
		symptoms: topics.symptoms,
		tools: shown.map((tool) => toCard(tool, fitsBike)),
		near: isNear ? help.near : undefined,
		next: hasMore && last ? { value: last.tier, id: String(last.tool.number) } : undefined,
		facets: topics.about.guesses.length > 0 ? withoutCounts(facets) : facets,
		nearCategories: isNear ? nearestCategories(categories, shown, plan.terms) : [],
		// A correction that finds nothing is none.
		correctedTo: isNear || plan === typed ? undefined : correctText(q, corrections),
		fit:
			named && named.standards.length > 0
				? { standards: named.standards, marks: new Map(marks) }
				: undefined,
		minCents: filter.minCents,
		maxCents: filter.maxCents,
	};
}

/** Choices without their counts, where fewer matches may bring the tools of a job that was only guessed: a tap would find more. */
function withoutCounts({ chosen, category, categories, ...others }: Facets): Facets {
	const atLeast = (facet: FacetCount) => (facet === 0 ? 0 : undefined);
	const { anyCategory, inStock, wellRated, onSale } = others;
	return {
		chosen,
		category,
		anyCategory: atLeast(anyCategory),
		inStock: atLeast(inStock),
		wellRated: atLeast(wellRated),
		onSale: atLeast(onSale),
		categories: categories.map((one) => ({ ...one, facet: atLeast(one.facet) })),
	};
}

interface Choice {
	topics: Topics;
	/** The tools for what the jobs or the standards need. */
	needed: readonly ToolRow[];
	/** Whether a tool is what was asked for beside its words. */
	accepts: (tool: ToolRow) => boolean;
	isFirstPage: boolean;
	sort: CatalogueSort | undefined;
	pageSize: number;
	/** Whether a tool fits the standards that the search names, if it names any. */
	markOf: (tool: ToolRow) => FitMark | undefined;
}

/** Chooses what a search shows of the rows that it has read, and of its topics. */
function chooseTools(
	rows: readonly Found[],
	{ terms, isUnsold }: SearchPlan,
	{ topics, needed, accepts, isFirstPage, sort, pageSize, markOf }: Choice,
) {
	const { about, named, ofStandards, help } = topics;
	const matching = rows.filter(({ tier }) => !isNearTier(tier));
	const near = sortNear(
		rows.filter(({ tier }) => isNearTier(tier)),
		terms,
	);
	const inTextsAlone = matching.every(({ tier }) => tier === "text");
	// Who looks for the returns looks for no tool whose description has the word.
	const isPage = help.pages.length > 0 && inTextsAlone;
	const page = isPage ? [] : matching.slice(0, pageSize);
	const hasMore = matching.length > pageSize && !isPage;
	const guessesAreMeant = about.guesses.length > 0 && inTextsAlone;
	const sizes = terms.filter(({ size }) => size);
	// A page before had the tools that texts have again.
	const isRepeated = ({ tool, tier }: Found) =>
		!isFirstPage && tier === "text" && hasPhrases(tool.family?.name ?? tool.name, terms);
	const fitting = sortMatches(
		page.filter((row) => accepts(row.tool) && hasTerms(row.tool, sizes) && !isRepeated(row)),
		terms,
	);
	const { heads = [], others = [] } = Object.groupBy(fitting, ({ tier }) =>
		tier === "whole name" || tier === "edge of name" ? "heads" : "others",
	);
	const forJob = isPage || (topics.isGuess && !guessesAreMeant) ? [] : needed.filter(accepts);
	// Tools for a job are after those whose name begins or ends with the search, which may not mean the job.
	const inOrder = [...heads.map(toolOf), ...forJob, ...others.map(toolOf)];
	let found = sortTools(uniqueTools(inOrder), sort);
	const isEmpty = () => found.length === 0 && !hasMore && !isPage;
	const nearTools = uniqueTools(near.map(toolOf));
	// What the words of a name include, such as `26 inch` in `16 to 29 inch`, only the name itself tells.
	if (isEmpty() && terms.length > 0)
		found = nearTools.filter((tool) => accepts(tool) && hasTerms(tool, terms));
	const hasNamed = named.standards.length > 0 && matching.length === 0 && !isPage;
	const unnamed = terms.filter((term) => !isNamed(term, named.words));
	const fits = (tool: ToolRow) => fitsNamed(tool.capabilities, named);
	// Its capabilities tell that a tool fits GXP.
	if (isEmpty() && hasNamed && (unnamed.length === 0 || near.length > 0))
		found = uniqueTools([...needed, ...nearTools]).filter(
			(tool) => accepts(tool) && fits(tool) && hasTerms(tool, unnamed),
		);
	const isMisfit = found.length > 0 && found.every((tool) => markOf(tool)?.[0] === "does-not-fit");
	// The words of these mean another part: what the jobs need that fits comes before them.
	if (isMisfit && isFirstPage)
		found = uniqueTools([...needed.filter((tool) => accepts(tool) && fits(tool)), ...found]);
	if (!sort) found = fittingFirst(found, markOf);
	const isAboutStandards =
		named.standards.length > 0 && (unnamed.length === 0 || hasNamed || isMisfit);
	const jobs = uniqueJobs(
		about.jobs,
		guessesAreMeant ? about.guesses : [],
		isAboutStandards ? ofStandards.jobs : [],
	);
	const isUnhelped = isEmpty() && jobs.length === 0 && help.pages.length === 0;
	const pages = isUnhelped ? help.guesses : help.pages;
	const hasHelp = jobs.length > 0 || pages.length > 0 || isUnsold;
	const nearest = near.filter(
		({ tool, tier }) => tier !== "newest" && (!hasHelp || hasSomeTerm(tool, terms)),
	);
	const isNewest = nearest.length === 0 && !hasHelp;
	const fittingNeeded = hasNamed ? needed.filter(fits) : [];
	const instead = isNewest
		? nearTools
		: fittingFirst(uniqueTools([...fittingNeeded, ...nearest.map(toolOf)]), markOf).filter(
				(tool) => !hasNamed || isForPart(tool, named.meant),
			);
	return {
		found,
		/** What is shown if nothing is found, and what that is. */
		instead: pages.length > 0 ? [] : instead,
		near: pages.length > 0 || instead.length === 0 ? "none" : isNewest ? "newest" : "nearest",
		isEmpty: isEmpty(),
		hasMore,
		last: page.at(-1),
		jobs: isPage ? [] : jobs,
		pages,
		standards: hasNamed ? named.standards : [],
	} as const;
}

const toolOf = ({ tool }: { tool: ToolRow }): ToolRow => tool;

/** Returns the tools with those that fit first, and those that don't last. Without marks their order stays. */
function fittingFirst(tools: readonly ToolRow[], markOf: Choice["markOf"]): ToolRow[] {
	const rank = (tool: ToolRow) => byBest.indexOf(markOf(tool)?.[0] ?? "not-known");
	return tools.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the mark of a tool, or of the best of the family that it stands for. */
function markForNamed(
	{ capabilities, family }: ToolRow,
	named: ReadonlyMap<string, readonly string[]>,
	vocabulary: Vocabulary,
): FitMark {
	const [first, ...others] = [
		capabilities,
		...(family?.variants ?? []).map((variant) => variant.capabilities),
	].map((stored) => markForStandards(toCapabilities(stored), named, vocabulary));
	return bestMark([first ?? markForStandards([], named, vocabulary), ...others]);
}

/** Whether a tool does something to a part that the search names. */
const isForPart = ({ capabilities }: ToolRow, named: ReadonlyMap<string, unknown>): boolean =>
	capabilities.some(({ dimension }) => named.has(dimension));
