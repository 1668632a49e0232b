/** Exponential backoff for failed work: retries after 5, 10, 20 and 40 minutes, then every hour. */
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The first delay, in milliseconds. */
export const baseDelayMs = 5 * 60_000;

/** The maximum delay, in milliseconds. */
export const maxDelayMs = 60 * 60_000;

/** Doublings after which the delay exceeds the maximum. */
const maxDoublings = 4;

/** Returns the timestamp of the next attempt, as SQL, for a row that has failed `failures` times before. */
export function nextAttemptAt(failures: AnyColumn, now = Date.now()): SQL {
	return sql`${now} + min(${baseDelayMs} * (1 << min(${failures}, ${maxDoublings})), ${maxDelayMs})`;
}
