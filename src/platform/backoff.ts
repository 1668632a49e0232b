/** When something that failed is tried again: after five minutes, ten, twenty, forty, then every hour. */
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The first wait, in milliseconds. */
export const baseDelayMs = 5 * 60_000;

/** The longest wait, in milliseconds. */
export const maxDelayMs = 60 * 60_000;

/** Doublings after which the wait is longer than the longest. */
const maxDoublings = 4;

/** The moment of the next try, as SQL, for a row that has failed `failures` times before. */
export function nextAttemptAt(failures: AnyColumn, now = Date.now()): SQL {
	return sql`${now} + min(${baseDelayMs} * (1 << min(${failures}, ${maxDoublings})), ${maxDelayMs})`;
}
