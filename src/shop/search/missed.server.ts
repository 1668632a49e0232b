/** Counts the searches that find nothing, and reads them for the dashboard. */
import { desc, gte, lt, sql } from "drizzle-orm";
import { dayOf } from "../../config/days.ts";
import { missedSearches } from "../../db/search-tables.ts";
import { batch, database, insertFrom } from "../../platform/database/database.ts";
import { afterResponse } from "../../platform/services/background.ts";
import { countedSearch } from "./missed.ts";
import type { SearchResult } from "./result.ts";

/** How many different searches are counted in a day: whoever searches for nonsense fills no more. */
const maxWordsADay = 200;
/** After how many days they are deleted. */
const keptDays = 90;
/** How many days the dashboard shows, and how many searches. */
export const shownDays = 30;
const maxShown = 100;

/** Whether a search has found neither tools nor a job nor a page. */
export const isMissed = ({
	near,
	jobs,
	pages,
}: Pick<SearchResult, "near" | "jobs" | "pages">): boolean =>
	near !== undefined && jobs.length === 0 && pages.length === 0;

/** Counts a search, after the response that says that nothing was found. */
export function countMissed(q: string): void {
	const query = countedSearch(q);
	if (query) afterResponse(() => addMissed(query));
}

/** Counts a search of today, unless it is a new one and there were too many. Deletes what is old. */
export async function addMissed(query: string, now = Date.now()): Promise<void> {
	const day = dayOf(now);
	const { count } = missedSearches;
	const ofToday = sql`from ${missedSearches} where ${missedSearches.day} = ${day}`;
	await batch({
		counted: insertFrom(
			missedSearches,
			{ day, query, count: 1 },
			sql`
				where exists (select 1 ${ofToday} and ${missedSearches.query} = ${query})
					or (
						select count(*)
						from (select 1 ${ofToday} limit ${maxWordsADay}) as counted
					) < ${maxWordsADay}
			`,
		).onConflictDoUpdate({
			target: [missedSearches.day, missedSearches.query],
			set: { count: sql`${count} + 1` },
		}),
		swept: database()
			.delete(missedSearches)
			.where(lt(missedSearches.day, day - keptDays)),
	});
}

/** The searches without results of the last days, the most frequent first. */
export function listMissed(now = Date.now()) {
	const times = sql<number>`sum(${missedSearches.count})`.as("times");
	return database()
		.select({
			query: missedSearches.query,
			times,
			lastDay: sql<number>`max(${missedSearches.day})`.as("last_day"),
		})
		.from(missedSearches)
		.where(gte(missedSearches.day, dayOf(now) - shownDays))
		.groupBy(missedSearches.query)
		.orderBy(desc(times), missedSearches.query)
		.limit(maxShown);
}
