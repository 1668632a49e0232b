/**
 * better-auth's database adapter. The inserts of a better-auth transaction, such as a user and their
 * account, run in one `batch`: all or none. D1 has no interactive transactions (Cloudflare docs: D1,
 * Workers Binding API, batch).
 */
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { getTableColumns } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as authTables from "../../db/auth-tables.ts";
import { database } from "../database/database.ts";

type Row = Record<string, unknown>;
type Database = ReturnType<typeof database>;

/** Returns the adapter, for `database` in better-auth's options. */
export function authAdapter() {
	const db = database();
	const transaction = <T>(work: (tx: Database) => Promise<T>) => batchInserts(db, work);
	return drizzleAdapter(Object.assign(Object.create(db), { transaction }), {
		provider: "sqlite",
		schema: authTables,
		usePlural: true,
		transaction: true,
	});
}

/**
 * Runs `work` with a database that defers inserts until `work` is done and then writes them in one
 * batch. All other statements run immediately and do not see those inserts. Throws the errors of
 * `work` and of the database; then nothing is inserted.
 */
async function batchInserts<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
	const inserts: BatchItem<"sqlite">[] = [];
	const insert = (table: SQLiteTable) => ({
		values: (row: Row) => ({
			returning: async () => {
				inserts.push(db.insert(table).values(row));
				return [fullRow(table, row)];
			},
		}),
	});
	const result = await work(Object.assign(Object.create(db), { insert }));
	const [first, ...others] = inserts;
	if (first) await db.batch([first, ...others]);
	return result;
}

/** Returns a row as the database would return it. better-auth passes all values; missing ones are null. */
function fullRow(table: SQLiteTable, row: Row): Row {
	const columns = Object.keys(getTableColumns(table));
	return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
}
