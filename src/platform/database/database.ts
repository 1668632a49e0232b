/** The shop's database: Drizzle ORM on D1. */

import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { type AnyColumn, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as authTables from "../../db/auth-tables.ts";
import { toBase64Url } from "../../values/bytes.ts";
import { setting } from "../settings/settings.ts";
import { keepSettings, keptSettings, selectSettings } from "../settings/stored-settings.ts";
import { instrumentD1 } from "./d1-metrics.ts";

type ShopDatabase = DrizzleD1Database<typeof authTables>;

let client: ShopDatabase | undefined;

/** Returns the database. Only a batch is a transaction: see `batch`. */
export function database(): ShopDatabase {
	client ??= drizzle(
		setting("SHOP_TRACE") ? instrumentD1(withReplicaReads(env.DB)) : withReplicaReads(env.DB),
		{ schema: authTables },
	);
	return client;
}

/** A statement of a batch. */
export type Statement = BatchItem<"sqlite">;

/** Statements by name and in lists, also within each other: three deep, which the compiler can follow. */
export type Statements = Named<Named<Named<never>>>;
interface Named<Inner> {
	[name: string]: Statement | Inner | readonly (Statement | Inner)[];
}

/** What the statements return, each in its place. */
export type Results<Of> = Of extends { _: { result: infer Result } }
	? Result
	: { [Name in keyof Of]: Results<NonNullable<Of[Name]>> };

/** Drizzle's builders of statements have no class in common, but `db.batch` prepares each. */
const isStatement = (value: unknown): value is Statement =>
	typeof value === "object" && value !== null && "_prepare" in value;

/** Returns all statements, in their order. */
const listOf = (value: unknown): Statement[] =>
	isStatement(value) ? [value] : Object.values(value ?? {}).flatMap(listOf);

/** Puts the next results in the places of the statements. */
function placeResults(value: unknown, results: Iterator<unknown>): unknown {
	if (isStatement(value)) return results.next().value;
	if (Array.isArray(value)) return value.map((one) => placeResults(one, results));
	return Object.fromEntries(
		Object.entries(value ?? {}).map(([name, one]) => [name, placeResults(one, results)]),
	);
}

/**
 * Runs statements as one transaction and in one round trip, in their order. Returns the result of each in its place. Reads the
 * stored settings along if those in memory are old.
 */
export async function batch<Of extends Statements>(statements: Of): Promise<Results<Of>> {
	const [first, ...others] = listOf(statements);
	if (!first) throw new Error("A batch needs a statement");
	const db = database();
	const results: unknown[] = keptSettings()
		? await db.batch([first, ...others])
		: await batchWithSettings(db, first, others);
	return placeResults(statements, results.values()) as Results<Of>;
}

async function batchWithSettings(db: ShopDatabase, first: Statement, others: Statement[]) {
	const [rows, ...results] = await db.batch([selectSettings(db), first, ...others]);
	keepSettings(rows);
	return results;
}

/** What a column of a new row has: an expression, a column of the rows it is made from, or a value as D1 stores it. */
type NewValue = SQL | AnyColumn | string | number | null;

/**
 * Returns the statement that inserts a row for each row of a `from ... where ...` clause; without it one row. Columns that are
 * not in `values` have their default.
 */
export function insertFrom<Table extends SQLiteTable>(
	table: Table,
	values: { [Name in keyof Table["$inferInsert"]]: NewValue },
	from?: SQL,
) {
	const given = new Map(Object.entries<NewValue | undefined>(values));
	const selected = Object.entries(getTableColumns(table))
		.filter(([, column]) => column.generated === undefined)
		.map(([name, column]) => {
			const value = given.get(name);
			if (value !== undefined) return sql`${value}`;
			if (column.default === undefined) return sql`null`;
			return sql`${column.mapToDriverValue(column.default)}`;
		});
	// All columns in the table's order, as INSERT ... SELECT requires. Without rows to read, VALUES reads fewer.
	const row = sql.join(selected, sql`, `);
	return database()
		.insert(table)
		.select(from ? sql`select ${row} ${from}` : sql`values (${row})`);
}

/** Returns the condition that a column has one of these values. They are one JSON parameter: D1 allows 100 per query. */
export function inList<Value extends string | number>(
	column: AnyColumn | SQL,
	values: readonly Value[] | ReadonlySet<Value>,
): SQL {
	return sql`${column} in (select value from json_each(${JSON.stringify([...values])}))`;
}

const replicaSession = new AsyncLocalStorage<D1DatabaseSession>();

/**
 * Runs `work` with reads from the nearest read replica, which may lag behind the primary; without
 * replication, from the primary. Do not use it for callers that may have written just before, nor
 * for cached responses (Cloudflare docs: D1, Global read replication).
 */
export function readFromReplica<T>(work: () => Promise<T>): Promise<T> {
	return replicaSession.run(env.DB.withSession("first-unconstrained"), work);
}

/** Returns a database that queries the replica session inside `readFromReplica`, otherwise the primary. */
function withReplicaReads(primary: D1Database): D1Database {
	return new Proxy(primary, {
		get(target, name) {
			const source = replicaSession.getStore() ?? target;
			const value: unknown = Reflect.get(source, name);
			return typeof value === "function" ? value.bind(source) : value;
		},
	});
}

/** Returns a new unguessable id: 16 random bytes in base64url (RFC 4648), 22 characters. */
export function newId(): string {
	return toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
}

/** An expression for a new id of each row that a statement inserts: 16 random bytes in hexadecimal. */
export const newIdOfRow = sql`lower(hex(randomblob(16)))`;

/** Whether the database responds and has the shop's tables. */
export async function isDatabaseHealthy(): Promise<boolean> {
	return env.DB.prepare("select 1 from tools limit 1")
		.run()
		.then(
			() => true,
			() => false,
		);
}

/**
 * Messages of a database that is overloaded, locked, restarting or can't be reached: the same query may
 * succeed when it is retried.
 */
const transientErrors = [
	// Cloudflare docs: D1, Debug D1, List of D1_ERRORs; Retry queries. All of that list: also a query that
	// took too much time or memory has reset the database for all others.
	/\bD1\b.*(overloaded|exceeded timeout|timed out|too many requests|to be reset|reset because|was reset|transient issue)/i,
	/network connection lost|client disconnected/i,
	// A D1 database is a Durable Object (Cloudflare docs: Durable Objects, Troubleshooting).
	/durable object('s isolate)?\b.*(overloaded|exceeded|reset)/i,
	// What the runtime says of its own failures, whose cause it hides, such as a locked file (workerd).
	/\binternal error\b/i,
	// After the query itself has run (Miniflare; cloudflare/workers-sdk, pull request 14921).
	/failed to get session commit token/i,
	// SQLite's result codes of a file that is locked or can't be read or written (SQLite docs: Result and error codes).
	/\bSQLITE_(BUSY|LOCKED|CANTOPEN|IOERR|PROTOCOL)/,
];

/** Whether an error, or its cause, is a temporary error of the database. */
export function isTransientDatabaseError(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	// Drizzle's own message includes the query and its parameters, which users typed: only the cause counts.
	const matches =
		!error.message.startsWith("Failed query:") &&
		transientErrors.some((pattern) => pattern.test(error.message));
	return matches || isTransientDatabaseError(error.cause);
}
