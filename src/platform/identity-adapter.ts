/**
 * better-auth's way to the database. What it inserts in one of its transactions, such as a user with
 * the account that lets them in, is written in one `batch`: both rows or none. D1 has no
 * transactions that code could run in (Cloudflare docs: D1, Workers Binding API, batch).
 */
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { getTableColumns } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as authTables from "../db/auth-tables.ts";
import { database } from "./database.ts";

type Row = Record<string, unknown>;
type Database = ReturnType<typeof database>;

/** What better-auth's options take as `database`. */
export function identityAdapter() {
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
 * Does `work` with a database that keeps its inserts back until `work` is done, then writes them all
 * at once. Everything else it asks is asked at once, and sees none of them. Throws what `work` and
 * the database throw; then nothing is inserted.
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

/** A row as the database would give it back: better-auth gives every value there is, and null is the rest. */
function fullRow(table: SQLiteTable, row: Row): Row {
	const columns = Object.keys(getTableColumns(table));
	return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
}
