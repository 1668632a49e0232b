/** Writes that need a condition: it is said once, first, and without it nothing of the batch is written. */
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { assertionHolds, assertions } from "../../db/assertion-tables.ts";
import { ShopError } from "../../errors.ts";
import { batch, database, type Results, type Statement, type Statements } from "./database.ts";

/** A guard did not hold: nothing was written. */
export class Refused extends Error {}

/** How often a batch runs whose guards fail without a reason that still holds: somebody else's change came between. */
const maxRuns = 3;

/** The condition that a table has a row like this. */
export const hasRow = (table: SQLiteTable, where: SQL | undefined): SQL =>
	sql`exists (select 1 from ${table} where ${where})`;

/** A change with its condition. */
interface Commit<Of extends Statements, Instead> {
	/** What must hold before the first statement. */
	guard: readonly SQL[];
	/** What is then written, in this order, as one transaction. */
	write: Of;
	/**
	 * Called if a guard did not hold: throws the reason, or returns what to answer instead. If it finds no reason (undefined), the
	 * batch runs again.
	 */
	refused?: () => Instead | Promise<Instead>;
}

/** What `refused` answers if it does not let the batch run again. */
type Answer<Instead> = Instead extends object | string | number | boolean | null ? Instead : never;

/**
 * Runs the guards and statements of a change as one transaction and in one round trip. Returns the results of the statements by
 * name, or what `refused` answers. Throws `Refused` if there is no `refused`, and ShopError `unavailable` after three runs for
 * whose refusal there was no reason.
 */
export async function commit<Of extends Statements, Instead = never>({
	guard,
	write,
	refused,
}: Commit<Of, Instead>): Promise<Results<Of> | Answer<Instead>> {
	for (let run = 1; ; run += 1) {
		try {
			const statements: Statements = { guards: assertAll(guard), ...write };
			return (await batch(statements)) as Results<Of>;
		} catch (error) {
			if (!isRefusal(error)) throw error;
			if (!refused) throw new Refused("A guard of the batch does not hold", { cause: error });
			const instead = await refused();
			if (instead !== undefined) return instead as Answer<Instead>;
			if (run === maxRuns) throw new ShopError("unavailable");
		}
	}
}

/** A statement for each guard, which inserts the forbidden row unless it holds. */
const assertAll = (guard: readonly SQL[]): Statement[] =>
	guard.map((condition) =>
		database().insert(assertions).select(sql`select 0 where (${condition}) is not true`),
	);

/**
 * Whether D1 aborted a batch because of a guard. It has no other sign than its text (Cloudflare docs: D1, Debug D1, error
 * messages).
 */
function isRefusal(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	// Drizzle's own message includes the query and its parameters, which users typed: only the cause counts.
	const matches =
		!error.message.startsWith("Failed query:") &&
		error.message.includes(`CHECK constraint failed: ${assertionHolds}`);
	return matches || isRefusal(error.cause);
}
