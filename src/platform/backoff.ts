/** When something that failed is tried again: after five minutes, ten, twenty, forty, then every hour. */
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The first wait, in milliseconds. */
export const firstWaitMs = 5 * 60_000;

/** The longest wait, in milliseconds. */
export const longestWaitMs = 60 * 60_000;

/** Doublings after which the wait is longer than the longest. */
const mostDoublings = 4;

/** The moment of the next try, as SQL, for a row that has failed `failures` times before. */
export function nextTry(failures: AnyColumn, now = Date.now()): SQL {
	return sql`${now} + min(${firstWaitMs} * (1 << min(${failures}, ${mostDoublings})), ${longestWaitMs})`;
}
