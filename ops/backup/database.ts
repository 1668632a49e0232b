/**
 * Copies a database as SQL that fills an empty one of the same migrations, and checks the copy by doing that.
 * Wrangler's export can't: it rejects databases with FTS5 tables, and has left one unavailable (workers-sdk
 * issues 6305, 9519). So tables are read by pages. D1's Time Travel has the exact state of each minute.
 */
import {
	appendFileSync,
	createReadStream,
	createWriteStream,
	readdirSync,
	readFileSync,
	rmSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { root } from "../../local/settings.ts";
import { sqlString } from "../../src/db/row-rule.ts";
import { searchTables } from "../../src/db/triggers.ts";
import { type RunQuery, rows } from "../doctor/check-tables.ts";

/** Rows of a page at first, and the fewest. One that is too large for a response is read by smaller pages. */
const maxPageRows = 10_000;
const minPageRows = 100;

/** The longest INSERT of several rows, in bytes: D1 allows statements of 100 KB (Cloudflare docs: D1, Limits). */
const maxStatementBytes = 90_000;

export interface DatabaseCopy {
	/** Rows by table. */
	counts: Map<string, number>;
	bytes: number;
}

/** Copies the database that `query` reads into a file. Throws an Error if the copy can't be restored. */
export async function copyDatabase(query: RunQuery, file: string): Promise<DatabaseCopy> {
	const applied = await rows(
		query,
		"select name from d1_migrations order by id",
		v.object({ name: v.string() }),
	);
	const empty = emptyDatabase(applied.map(({ name }) => name));
	try {
		const tables = tablesOf(empty);
		const counts = new Map<string, number>();
		const parts = tables.map((_, index) => `${file}.${index}`);
		// Children first: what they refer to is read later, so it is there.
		for (const [index, table] of [...tables.entries()].toReversed()) {
			counts.set(table, await copyTable(query, empty, table, String(parts[index])));
		}
		rmSync(file, { force: true });
		const triggers = triggersOf(empty);
		writeLines(file, [
			"PRAGMA defer_foreign_keys = on",
			...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
			...tables.toReversed().map((table) => `DELETE FROM "${table}"`),
		]);
		for (const part of parts) {
			await pipeline(createReadStream(part), createWriteStream(file, { flags: "a" }));
			rmSync(part);
		}
		writeLines(file, [...(await fillSearchTables(query)), ...triggers.map(({ sql }) => sql)]);
		return { counts, bytes: await checkCopy(empty, file, counts) };
	} finally {
		empty.close();
	}
}

/** Opens a temporary database after migrations. Throws if this version of the shop does not have them. */
function emptyDatabase(applied: string[]): DatabaseSync {
	const folder = join(root, "migrations");
	const known = readdirSync(folder);
	const unknown = applied.filter((name) => !known.includes(name));
	if (unknown.length > 0)
		throw new Error(
			`The database has migrations that are not in this folder: ${unknown.join(", ")}`,
		);
	// A temporary file, so that a large shop needs little memory.
	const database = new DatabaseSync("");
	for (const name of applied) database.exec(readFileSync(join(folder, name), "utf8"));
	return database;
}

/** Rows of a search table that one statement fills: D1 gives it 30 seconds. */
const filledRows = 20_000;

/** Returns the statements that fill the search tables from their sources. */
async function fillSearchTables(query: RunQuery): Promise<string[]> {
	const statements: string[] = [];
	for (const { name, sourceTable, fill } of searchTables) {
		const [last] = await rows(
			query,
			`select coalesce(max(number), 0) as n from ${sourceTable}`,
			v.object({ n: v.number() }),
		);
		statements.push(`DELETE FROM ${name}`);
		for (let after = 0; after < (last?.n ?? 0); after += filledRows) {
			const range = `${sourceTable}.number > ${after} AND ${sourceTable}.number <= ${after + filledRows}`;
			statements.push(`${fill} AND ${range}`);
		}
	}
	return statements;
}

const nameSchema = v.object({ name: v.string() });

/** The tables with rows of their own: those that others refer to come first. */
function tablesOf(database: DatabaseSync): string[] {
	const names = v
		.parse(
			v.array(nameSchema),
			database
				.prepare(
					"select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*' order by name",
				)
				.all(),
		)
		.map(({ name }) => name);
	const ordered: string[] = [];
	const add = (table: string, path: string[]) => {
		if (ordered.includes(table) || path.includes(table)) return;
		const parents = v.parse(
			v.array(v.object({ table: v.string() })),
			database.prepare('select "table" from pragma_foreign_key_list(?)').all(table),
		);
		for (const parent of parents) add(parent.table, [...path, table]);
		ordered.push(table);
	};
	for (const name of names) add(name, []);
	return ordered;
}

const triggersOf = (database: DatabaseSync) =>
	v.parse(
		v.array(v.object({ name: v.string(), sql: v.string() })),
		database.prepare("select name, sql from sqlite_master where type = 'trigger'").all(),
	);

/** Writes a table's rows, as INSERT statements of one line each. Returns how many there are. */
async function copyTable(
	query: RunQuery,
	schema: DatabaseSync,
	table: string,
	file: string,
): Promise<number> {
	rmSync(file, { force: true });
	const columns = v
		.parse(
			v.array(v.object({ name: v.string(), hidden: v.number() })),
			schema.prepare("select name, hidden from pragma_table_xinfo(?)").all(table),
		)
		// Generated columns can't be written.
		.filter(({ hidden }) => hidden === 0)
		.map(({ name }) => `"${name}"`);
	const head = `INSERT INTO "${table}" (${columns.join(", ")}) VALUES `;
	let limit = maxPageRows;
	let after = 0;
	let count = 0;
	writeLines(file, []);
	for (;;) {
		const sql = `select rowid as "row of page", ${columns.join(", ")} from "${table}" where rowid > ${after} order by rowid limit ${limit}`;
		let page: unknown[];
		try {
			page = await query(sql);
		} catch (error) {
			if (limit <= minPageRows) throw error;
			limit = Math.max(minPageRows, Math.floor(limit / 4));
			continue;
		}
		const found = v.parse(v.array(v.record(v.string(), v.unknown())), page);
		writeLines(file, statementsOf(head, found));
		count += found.length;
		if (found.length < limit) return count;
		after = Number(found.at(-1)?.["row of page"]);
	}
}

/** Returns the INSERT statements of some rows. */
function statementsOf(head: string, page: Record<string, unknown>[]): string[] {
	const statements: string[] = [];
	let values: string[] = [];
	let bytes = head.length;
	const finish = () => {
		if (values.length > 0) statements.push(head + values.join(", "));
		values = [];
		bytes = head.length;
	};
	for (const { "row of page": _, ...row } of page) {
		const text = `(${Object.values(row).map(literal).join(", ")})`;
		const added = Buffer.byteLength(text);
		if (bytes + added > maxStatementBytes) finish();
		values.push(text);
		bytes += added + 2;
	}
	finish();
	return statements;
}

/** Returns an SQL literal without line breaks. */
function literal(value: unknown): string {
	if (value === null) return "NULL";
	if (typeof value === "number" || typeof value === "bigint") return String(value);
	if (typeof value !== "string")
		throw new Error("The database has a value that is neither text nor a number.");
	const quoted = sqlString(value);
	if (!/[\n\r\0]/.test(value)) return quoted;
	const parts = quoted.replaceAll(/[\n\r\0]/g, (one) => `' || char(${one.charCodeAt(0)}) || '`);
	return `(${parts})`;
}

function writeLines(file: string, statements: string[]): void {
	appendFileSync(file, statements.map((statement) => `${statement};\n`).join(""));
}

/** Restores the copy in an empty database, and checks its rows, references and indexes. Returns the file's size. */
async function checkCopy(
	database: DatabaseSync,
	file: string,
	counts: Map<string, number>,
): Promise<number> {
	let bytes = 0;
	database.exec("pragma foreign_keys = on; begin");
	for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
		database.exec(line);
		bytes += Buffer.byteLength(line) + 1;
	}
	// Fails if a row refers to a missing one.
	database.exec("commit");
	const count = (sql: string) => database.prepare(sql).all();
	for (const [table, expected] of counts) {
		const [found] = v.parse(
			v.array(v.object({ n: v.number() })),
			count(`select count(*) as n from "${table}"`),
		);
		if (found?.n !== expected)
			throw new Error(`The copy of ${table} has ${found?.n} rows instead of ${expected}.`);
	}
	const problems = [...count("pragma integrity_check"), ...count("pragma foreign_key_check")];
	if (JSON.stringify(problems) !== '[{"integrity_check":"ok"}]')
		throw new Error(`The copy is damaged: ${JSON.stringify(problems.slice(0, 5))}`);
	return bytes;
}
