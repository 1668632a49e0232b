/**
 * Searches tools for visitors by words, in one query: docs/decisions/2026-11-22-search-by-words.md. It reads
 * a bounded number of rows: FTS5 returns each kind of match in the order of places (word-index.ts), and
 * the statement stops when the page is full.
 */
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { toolCapabilities, tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { publicPaths } from "../../public-paths.ts";
import { sitePaths } from "../../site-paths.ts";
import type { Cursor } from "../../values/paging.ts";
import { listedCategories, noCounts, wholeCountsQuery } from "../catalogue/catalogue.server.ts";
import { type CatalogueSort, facetsOf } from "../catalogue/catalogue.ts";
import { normalizeSearch } from "../catalogue/search-text.ts";
import { toListedTool } from "../tools/tools.server.ts";
import type { SearchContent } from "./content.server.ts";
import { type FoundJobs, findJobs, maxJobs, type SearchableJob } from "./jobs.ts";
import { findPages } from "./pages.ts";
import {
	inflect,
	nothing,
	type ParsedSearch,
	parseSearch,
	placeholder,
	readTyped,
	type SearchFilter,
	suggestionMatch,
	type Typed,
} from "./query.ts";
import {
	correctedText,
	type Found,
	hasAllTerms,
	hasSizes,
	hasSomeTerm,
	isAccepted,
	isNamed,
	isRepeated,
	nearestCategories,
	nearKind,
	newestKind,
	sortFound,
	sortNear,
	textKind,
	unique,
} from "./ranking.ts";
import type { SearchResult } from "./result.ts";
import { findStandards, fitsNamed, jobsAbout, type StandardNeed } from "./standards.ts";
import type { Suggestion } from "./suggestion.ts";
import { type Lexicon, phraseKey } from "./synonyms.ts";
import { maxCorrectedLength, minCorrectedLength, placesPerSoldStep } from "./word-index.ts";
import { splitWords } from "./words.ts";

/** Tools on a page of results. With two rows read for each, a search stays below 60 rows. */
export const searchPageSize = 12;

/** Tools on a page in another order than by match. More, because a page is sorted as a whole, not the results. */
export const sortedPageSize = 20;

/** Tools that are shown if nothing is found. */
const nearPageSize = 6;

/** Candidates for a misspelt word that are compared. */
const maxCandidates = 8;

export interface SearchOptions extends SearchFilter {
	q: string;
	cursor?: Cursor | undefined;
	/** What else a tool must be. Tools that are not are left out of a page, which is shorter then. */
	accepts?: ((tool: ToolRow) => boolean) | undefined;
	/** The order of the page's tools, if not the best match first. */
	sort?: CatalogueSort | undefined;
}

type ToolRow = typeof tools.$inferSelect;

/** What a row of the query tells beside its tool: which words were corrected. */
interface FoundRow extends Found<ToolRow> {
	variant: number;
	first: string | null;
	second: string | null;
}

/** Searches tools, and the jobs and pages that the search is about. Undefined if there is no such category. */
export async function searchTools(
	{ cursor, accepts, sort, ...options }: SearchOptions,
	{ lexicon, jobs, pages, vocabulary }: SearchContent,
): Promise<SearchResult | undefined> {
	const q = normalizeSearch(options.q);
	const parsed = parseSearch(q, lexicon, options);
	const { minCents, maxCents } = parsed;
	const words = jobWords(parsed);
	const about = findJobs(words, jobs, lexicon);
	const named = findStandards(words.join(" "), vocabulary, lexicon);
	// What is wrong with the bike tells more than what it has.
	const ofStandards = about.needs.length > 0 ? noJobs : jobsAbout(named, jobs);
	const isGuess = about.guesses.length > 0 || ofStandards.needs.length > 0;
	const needs = ofStandards.needs.length > 0 ? ofStandards.needs : about.needs;
	const help = findPages(words, cursor ? [] : pages, lexicon);
	// Words that are looked up cost rows too.
	const pageSize = sort && parsed.unknown.length === 0 ? sortedPageSize : searchPageSize;
	const read = await batch({
		rows: searchQuery(parsed, { needs, isGuess }, cursor, pageSize),
		whole: wholeCountsQuery(),
	});
	const rows: FoundRow[] = read.rows;
	const whole = read.whole[0] ?? noCounts;
	const categories = listedCategories(whole);
	if (options.category && !categories.some(({ slug }) => slug === options.category))
		return undefined;
	const [{ variant: bits = 0, first = null, second = null } = {}] = rows;
	const { terms = [], isUnsold = false } = parsed.variants[bits] ?? {};
	const needed = rows.filter(({ kind }) => kind < 1);
	const matching = rows.filter(({ kind }) => kind >= 1 && kind < nearKind);
	const inTextsAlone = matching.every(({ kind }) => kind === textKind);
	const guessesAreMeant = about.guesses.length > 0 && inTextsAlone;
	// Who looks for the returns looks for no tool whose description has the word.
	const isPage = help.pages.length > 0 && inTextsAlone;
	const exact = isGuess ? matching : [...needed, ...matching];
	const page = exact.slice(0, pageSize);
	const last = page.at(-1);
	const fits = (row: FoundRow) =>
		isAccepted(row.tool, parsed, options) &&
		(accepts?.(row.tool) ?? true) &&
		(row.kind < 1 || hasSizes(row.tool, terms)) &&
		!isRepeated(row, cursor?.value, terms);
	const listed = guessesAreMeant ? [...needed, ...page] : page;
	const ranked = isPage ? [] : unique(sortFound(listed.filter(fits), terms, sort));
	const hasMore = exact.length > pageSize && !isPage;
	const near = sortNear(unique(rows.filter(({ kind }) => kind >= nearKind)), terms);
	// What the words of a name include, such as `26 inch` in `16 to 29 inch`, only the name itself tells.
	const isFound = () => ranked.length > 0 || hasMore || isPage;
	if (!isFound() && !isUnsold)
		ranked.push(...near.filter((row) => fits(row) && hasAllTerms(row.tool, terms)));
	const hasNamed = named.standards.length > 0 && matching.length === 0 && !isPage;
	const unnamed = terms.filter((term) => !isNamed(term, named.words));
	// That a tool fits GXP its capabilities tell.
	if (!isFound() && hasNamed)
		ranked.push(
			...unique(unnamed.length === 0 ? needed : [...needed, ...near]).filter(
				(row) =>
					fits(row) &&
					fitsNamed(row.tool.capabilities, named) &&
					(unnamed.length === 0 || hasAllTerms(row.tool, unnamed)),
			),
		);
	const isAboutStandards = named.standards.length > 0 && (unnamed.length === 0 || hasNamed);
	const shownJobs = uniqueJobs(
		isPage ? [] : guessesAreMeant ? withGuesses(about) : about.jobs,
		isPage || !isAboutStandards ? [] : ofStandards.jobs,
	);
	const isNear = ranked.length === 0 && !hasMore;
	const isGuessedPage = isNear && shownJobs.length === 0 && help.pages.length === 0;
	const helpful = isGuessedPage ? help.guesses : help.pages;
	const hasHelp = shownJobs.length > 0 || helpful.length > 0 || isUnsold;
	const nearest = near.filter(
		({ tool, kind }) => kind < newestKind && (!hasHelp || hasSomeTerm(tool, terms)),
	);
	const fitting = hasNamed ? needed.filter(({ tool }) => fitsNamed(tool.capabilities, named)) : [];
	const instead =
		helpful.length > 0
			? []
			: nearest.length > 0 || hasHelp
				? unique([...fitting, ...nearest])
				: near;
	const shown = (isNear ? instead.slice(0, nearPageSize) : ranked).map(({ tool }) => tool);
	const all = ranked.map(({ tool }) => ({ ...tool, wellRated: tool.wellRated ?? false }));
	const query = { q, filter: { ...options, minCents, maxCents }, sort, cursor };
	return {
		tools: shown.map(toListedTool),
		near: isNear ? kindOfNear(instead) : undefined,
		next: hasMore && last ? { value: last.kind, id: String(last.place) } : undefined,
		facets: facetsOf(query, categories, whole, cursor || hasMore ? undefined : all),
		nearCategories: isNear ? nearestCategories(categories, shown, terms) : [],
		// A correction that finds nothing is none.
		correctedTo: isNear ? undefined : correctedText(q, parsed.unknown, bits, [first, second]),
		jobs: shownJobs,
		pages: helpful,
		standards: hasNamed ? named.standards : [],
		minCents,
		maxCents,
	};
}

const noJobs: ReturnType<typeof jobsAbout> = { jobs: [], needs: [] };

function kindOfNear([first]: readonly FoundRow[]): SearchResult["near"] {
	if (!first) return "none";
	return first.kind === newestKind ? "newest" : "nearest";
}

/** Returns the jobs of a search, with those that it may mean. */
function withGuesses({ jobs, guesses }: FoundJobs): SearchableJob[] {
	return uniqueJobs(jobs, guesses);
}

function uniqueJobs(...lists: (readonly SearchableJob[])[]): SearchableJob[] {
	return [...new Set(lists.flat())].slice(0, maxJobs);
}

/** The words that a job is looked for: with the corrections of the lexicon. */
function jobWords({ variants, unknown }: ParsedSearch): string[] {
	return (variants.at(-1)?.words ?? []).map(
		(word) => unknown.find((_, index) => word === placeholder(index))?.word ?? word,
	);
}

/** The query of a page of results. Each row tells which words were corrected. */
function searchQuery(
	{ unknown, variants }: ParsedSearch,
	{ needs, isGuess }: { needs: readonly StandardNeed[]; isGuess: boolean },
	cursor: Cursor | undefined,
	pageSize: number,
) {
	const plans = variants.map(({ matches, near }) => [...matches, ...near]);
	const match = (index: number) =>
		unknown.length === 0
			? sql`${plans[0]?.[index] ?? nothing}`
			: sql`(select json_extract(plan, ${`$[${index}]`}) from chosen)`;
	const chosen =
		unknown.length === 0
			? sql`select 0 as variant, null as first, null as second`
			: choose(unknown, plans);
	const limit = pageSize + 1;
	const from = Number(cursor?.value ?? 0);
	// Cast, because FTS5 starts at a rowid only if it is an integer, and D1 binds numbers as floats.
	const after = (kind: number) =>
		cursor && kind === from ? sql` and rowid < cast(${Number(cursor.id)} as integer)` : sql``;
	const exact = [names, names, names, texts].flatMap((index, place) => {
		const kind = place + 1;
		return kind < from ? [] : [wordMatches(index, match(place), kind, after(kind), limit)];
	});
	const near = [
		wordMatches(texts, match(4), nearKind, sql``, nearPageSize),
		wordMatches(texts, match(5), nearKind + 1, sql``, nearPageSize),
		wordMatches(names, match(6), nearKind + 2, sql``, nearPageSize),
		wordMatches(texts, match(7), nearKind + 3, sql``, nearPageSize),
		sql`select * from (select rowid as place, ${newestKind} as kind from ${names} order by rowid desc limit ${nearPageSize})`,
	];
	// D1 allows five selects in one compound, so kinds are in groups. A LIMIT keeps groups from being merged.
	const needed = needs.map(toolForNeed);
	// What is only guessed takes no tool's place.
	const first = isGuess ? [exact, needed, near] : [needed, exact, near];
	const groups = cursor ? [exact] : first;
	const found = sql.join(
		groups
			.filter((kinds) => kinds.length > 0)
			.map((kinds) => sql`select * from (${sql.join(kinds, sql` union all `)} limit ${limit})`),
		sql` union all `,
	);
	// Materialized, or SQLite would look the words up again for each kind. Not joined, or it would store what is
	// found and read it once more.
	const rows = sql`(with chosen as materialized (${chosen}) select found.*, (select variant from chosen) as variant, (select first from chosen) as first, (select second from chosen) as second from (${found} limit ${limit}) as found) as found`;
	return database()
		.select({
			tool: getTableColumns(tools),
			place: sql<number>`found.place`,
			kind: sql<number>`found.kind`,
			variant: sql<number>`found.variant`,
			first: sql<string | null>`found.first`,
			second: sql<string | null>`found.second`,
		})
		.from(rows)
		.crossJoin(tools)
		.where(sql`${tools.number} = found.place % ${placesPerSoldStep}`);
}

/** The indexes of words. */
const names = sql.identifier("tools_search_names");
const texts = sql.identifier("tools_search_texts");

function wordMatches(
	index: typeof names,
	match: SQL,
	kind: number,
	after: SQL,
	limit: number,
): SQL {
	return sql`select * from (select rowid as place, ${kind} as kind from ${index} where ${index} match ${match}${after} order by rowid desc limit ${limit})`;
}

/** The best tool with this capability, by the index of capabilities. */
function toolForNeed({ action, dimension = "", from, to, only }: StandardNeed, index: number): SQL {
	const { rangeFrom, rangeTo } = toolCapabilities;
	const range =
		from === undefined || to === undefined
			? sql``
			: sql` and ${rangeFrom} <= ${from} and ${rangeTo} >= ${to}`;
	const { standard, also, unavailable, priceCents, toolId, fits } = toolCapabilities;
	const isOnly = only === undefined ? sql`` : sql` and ${standard} = ${only}`;
	return sql`select (select ${tools.number} from ${tools} where ${eq(tools.id, sql`(select ${toolId} from ${toolCapabilities} where ${fits} = 1 and ${toolCapabilities.action} = ${action} and ${toolCapabilities.dimension} = ${dimension}${range}${isOnly} order by ${standard}, ${also}, ${unavailable}, ${priceCents} limit 1)`)}) as place, ${index / 10} as kind`;
}

/**
 * The query that picks the variant: an unknown word is replaced if no tool has it. Then it is the lexicon's
 * suggestion, or the nearest word of the shop by what both are without a letter (`search_keys`).
 */
function choose(unknown: ParsedSearch["unknown"], plans: string[][]): SQL {
	const known = ({ word }: { word: string }) =>
		sql`exists (select 1 from search_keys where word = key and key in (${sql.join(
			[...new Set(inflect(word))].map((form) => sql`${form}`),
			sql`, `,
		)}) and ${isInUse})`;
	const bits = unknown.map(
		(_, index) => sql`(word${sql.raw(String(index))} is not null) * ${sql.raw(String(1 << index))}`,
	);
	const words = [0, 1].map((index) => {
		const one = unknown[index];
		const name = sql.raw(`word${index}`);
		if (!one) return sql`null as ${name}`;
		// The right word, or null if the shop knows the one that was typed.
		const right = one.suggestion === undefined ? nearestWord(one.word) : sql`${one.suggestion}`;
		return sql`iif(${known(one)}, null, ${right}) as ${name}`;
	});
	const plan = [0, 1].reduce(
		(text, index) =>
			sql`replace(${text}, ${placeholder(index)}, coalesce(${sql.raw(`word${index}`)}, ''))`,
		sql`${JSON.stringify(plans)}`,
	);
	// With an OFFSET, SQLite looks each word up once, and not where it is used.
	return sql`select variant, word0 as first, word1 as second, json_extract(${plan}, '$[' || variant || ']') as plan from (select *, ${sql.join(bits, sql` + `)} as variant from (select ${sql.join(words, sql`, `)} limit 1 offset 0) limit 1 offset 0)`;
}

/** The nearest word of the shop, at most two letters away; null if there is none. */
function nearestWord(word: string): SQL {
	const letters = [...word].slice(0, maxCorrectedLength);
	const keys = [word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(""))];
	// Positions are no parameters: D1 allows 100 in a query.
	const list = sql.join(
		keys.map((key, position) => sql`(${key}, ${sql.raw(String(position))})`),
		sql`, `,
	);
	// A letter is missing, too many, another one, or two are swapped.
	const isSwap = sql`abs(position - column2) = 1 and substr(word, position, 1) = substr(${word}, column2, 1)`;
	const edits = sql`iif(position = 0 or column2 = 0 or position = column2 or (${isSwap}), 1, 2)`;
	const cost = sql`${edits} + (substr(word, 1, 1) <> ${letters[0]}) - named * 0.5`;
	const limit = letters.length >= 7 ? 2 : 1;
	// Of four letters, one is enough to mean another word: only a tool's name is meant then.
	const isNamed = letters.length === minCorrectedLength ? sql` and named` : sql``;
	const candidates = sql`select word, ${cost} as cost from (values ${list}) cross join search_keys on key = column1 where ${edits} <= ${limit}${isNamed} limit ${maxCandidates}`;
	// Sorted before it asks for each whether it is in use, so that it asks only until the first that is.
	return sql`(select word from (select word from (${candidates}) order by cost, word limit ${maxCandidates}) where ${isInUse} limit 1)`;
}

/** Whether a listed tool still has the `word` of a row of `search_keys`, which keeps the words of tools that had it. */
const isInUse = sql`exists (select 1 from ${texts} where ${texts} match 'text : "' || word || '"')`;

/** A tool whose name a visitor may be typing. */
interface SuggestedTool {
	id: string;
	name: string;
	slug: string | null;
}

/** Tools that a suggestion list shows. */
const maxSuggestedTools = 6;

/** Matches of names that are compared, so that those that begin with what was typed come first. */
const maxCompared = 12;

/** Returns the tools whose names match what has been typed so far, best sellers first. One query. */
async function suggestTools(
	typed: Typed,
	needs: readonly StandardNeed[],
	lexicon: Lexicon,
): Promise<SuggestedTool[]> {
	const match = suggestionMatch(typed, lexicon);
	if (match === undefined) return [];
	const found = [
		wordMatches(names, sql`${match}`, 0, sql``, maxCompared),
		...needs.map(toolForNeed),
	];
	const rows = await database()
		.select({ id: tools.id, name: tools.name, slug: tools.slug })
		.from(sql`(${sql.join(found, sql` union all `)}) as found`)
		.innerJoin(tools, sql`${tools.number} = found.place % ${placesPerSoldStep}`);
	const key = phraseKey(typed.named);
	// As the results: first a name that is what was typed, up to its comma.
	const score = ({ name }: SuggestedTool) => {
		const [head = ""] = name.split(",");
		return (
			Number(phraseKey(splitWords(head)) === key) +
			Number(phraseKey(splitWords(name)).startsWith(key))
		);
	};
	const unique = new Map(rows.map((row) => [row.id, row])).values().toArray();
	return unique.toSorted((one, other) => score(other) - score(one));
}

/** Jobs that a suggestion list shows. */
const maxSuggestedJobs = 2;

/** Returns pages, jobs and tools for what has been typed so far. */
export async function suggest(
	q: string,
	{ lexicon, jobs, pages, vocabulary }: SearchContent,
): Promise<Suggestion[]> {
	const typed = readTyped(normalizeSearch(q), lexicon);
	const named = findStandards(typed.meant.join(" "), vocabulary, lexicon);
	const ofStandards = jobsAbout(named, jobs);
	const found = await suggestTools(typed, ofStandards.needs, lexicon);
	// One word that is in a name is the tool.
	const about =
		typed.meant.length > 1 || found.length === 0
			? withGuesses(findJobs(typed.meant, jobs, lexicon))
			: [];
	return [
		...findPages(typed.meant, pages, lexicon).pages.map(({ title, path }) => ({
			name: title,
			href: path,
		})),
		...(about.length > 0 ? about : ofStandards.jobs)
			.slice(0, maxSuggestedJobs)
			.map(({ title, slug }) => ({ name: title, href: publicPaths.job(slug) })),
		...found.map(({ id, name, slug }) => ({
			name,
			href: sitePaths.tool({ _id: id, address: slug }),
		})),
	].slice(0, maxSuggestedTools);
}
