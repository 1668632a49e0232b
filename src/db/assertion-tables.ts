/** The table by which a batch refuses to run: platform/database/commit.ts. */
import { sql } from "drizzle-orm";
import { check, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** The name of its constraint, which D1 names in the error of a refused batch. */
export const assertionHolds = "assertion_holds";

/**
 * It never has a row: only a condition that does not hold would insert one, which the constraint forbids. A batch is one
 * transaction, so the error undoes all of it.
 */
export const assertions = sqliteTable(
	"assertions",
	{ holds: integer("holds").notNull() },
	(table) => [check(assertionHolds, sql`${table.holds} = 1`)],
);
