/**
 * The statements of a search. They read a bounded number of rows: FTS5 returns the matches of a tier in the order of
 * rowids, which are the tools' numbers, and a statement stops when the page is full.
 */
import { and, eq, getTableColumns, gte, lte, type SQL, sql } from "drizzle-orm";
import { searchKeys, toolCapabilities, tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database/database.ts";
import type { Cursor } from "../../values/paging.ts";
import type { Unknown } from "./correction.ts";
import type { SearchedNeed } from "./jobs.ts";
import { type Tier, type TierName, tierNames } from "./query.ts";
import { tierSize } from "./ranking.server.ts";
import { maxCorrectedLength } from "./word-index.ts";
import { inflect } from "./words.ts";

/** The indexes of words. */
const indexes = {
	names: sql.identifier("tools_search_names"),
	texts: sql.identifier("tools_search_texts"),
};

/** D1 allows five selects in one compound. */
const maxSelects = 5;

/** Words of the shop that the misspelt ones are compared with. */
const maxCandidates = 16;

/** Returns the statement for the first matches of these tiers, the best tier first, newer tools first within each. */
export function matchingTools(tiers: readonly Tier[], cursor: Cursor | undefined, limit: number) {
	const start = tierNames.find((name) => name === cursor?.value) ?? tierNames[0];
	const selects = tiers
		.filter(({ name }) => tierNames.indexOf(name) >= tierNames.indexOf(start))
		.map((tier) => tierSelect(tier, tier.name === cursor?.value ? cursor.id : undefined, limit));
	return database()
		.select({ tool: getTableColumns(tools), tier: sql<TierName>`found.tier` })
		.from(sql`(${unionOf(selects, limit)}) as found`)
		.crossJoin(tools)
		.where(sql`${tools.number} = found.number`);
}

function tierSelect({ name, index, match }: Tier, before: string | undefined, limit: number): SQL {
	const words = indexes[index];
	const where = match === undefined ? sql`` : sql` where ${words} match ${match}`;
	// Cast, because FTS5 starts at a rowid only if it is an integer, and D1 binds numbers as floats.
	const after = before === undefined ? sql`` : sql` and rowid < cast(${before} as integer)`;
	return sql`select * from (select rowid as number, ${name} as tier from ${words}${where}${after} order by rowid desc limit ${tierSize(name, limit)})`;
}

/** Returns the first rows of these selects in their order. They are in groups: a LIMIT keeps SQLite from merging them. */
function unionOf(selects: readonly SQL[], limit: number): SQL {
	if (selects.length === 0) return sql`select null as number, null as tier limit 0`;
	if (selects.length <= maxSelects)
		return sql`select * from (${sql.join([...selects], sql` union all `)} limit ${limit})`;
	const groups = [selects.slice(0, maxSelects), selects.slice(maxSelects)];
	return unionOf(
		groups.map((group) => unionOf(group, limit)),
		limit,
	);
}

/** Returns the statement for the best tool with each of these capabilities, of which there is one, by their index. */
export function toolsForNeeds(needs: readonly SearchedNeed[]) {
	const { toolId, action, dimension, standard, also, fits } = toolCapabilities;
	const { rangeFrom, rangeTo, unavailable, priceCents } = toolCapabilities;
	const selects = needs.map((need) => {
		const isFit = and(
			sql`${fits} = 1`,
			eq(action, need.action),
			eq(dimension, need.dimension ?? ""),
			need.from === undefined ? undefined : lte(rangeFrom, need.from),
			need.to === undefined ? undefined : gte(rangeTo, need.to),
			need.only === undefined ? undefined : eq(standard, need.only),
		);
		return sql`select (select ${toolId} from ${toolCapabilities} where ${isFit} order by ${standard}, ${also}, ${unavailable}, ${priceCents} limit 1) as id`;
	});
	return database()
		.select({ tool: getTableColumns(tools) })
		.from(sql`(${sql.join(selects, sql` union all `)}) as best`)
		.crossJoin(tools)
		.where(eq(tools.id, sql`best.id`));
}

/** Returns the statement for what may be meant by unknown words, at least one, that no listed tool has: the lexicon's words, or else near ones of tools. */
export function likelyWords(unknown: readonly Unknown[]) {
	const { texts } = indexes;
	// `search_keys` keeps the words of tools that are gone. With a LIMIT, or SQLite makes a join of EXISTS and reads all.
	const isInUse = sql`(select 1 from ${texts} where ${texts} match 'text : "' || word || '"' limit 1)`;
	const selects = unknown.map(({ word, suggestion }) => {
		const forms = inflect(word).map((form) => `"${form}"`);
		const isUnknown = sql`not exists (select 1 from ${texts} where ${texts} match ${`text : (${forms.join(" OR ")})`})`;
		if (suggestion !== undefined)
			return sql`select ${word} as typed, ${suggestion} as word, 1 as named where ${isUnknown}`;
		const letters = [...word].slice(0, maxCorrectedLength);
		const keys = [word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(""))];
		const list = sql.join(
			keys.map((key) => sql`(${key})`),
			sql`, `,
		);
		return sql`
			select *
			from (
				select distinct ${word} as typed, word, named
				from (select 1 where ${isUnknown})
				cross join (values ${list})
				cross join ${searchKeys} on key = column1
				where ${isInUse}
				limit ${maxCandidates}
			)
		`;
	});
	return database()
		.select({
			typed: sql<string>`likely.typed`,
			word: sql<string>`likely.word`,
			named: sql<number>`likely.named`,
		})
		.from(sql`(${sql.join(selects, sql` union all `)}) as likely`);
}
