/** Reads the schema of a database from SQLite, to compare it with another. */
import type { DatabaseSync } from "node:sqlite";

/** Each part of a database (table, column, CHECK, key, index, trigger, view) with its definition. */
export type DbSchema = Map<string, string>;

type Row = Record<string, unknown>;

/** SQL without line breaks and quoted names, to compare it. */
export function normalizeSql(sql: unknown): string {
	return String(sql)
		.replace(/[`"]/g, "")
		.replace(/\s+/g, " ")
		.replace(/ ?([(),]) ?/g, "$1")
		.trim()
		.toLowerCase();
}

/** The part of a text from an opening parenthesis to its closing one. Ignores those in quoted text. */
function parenthesized(text: string, start: number): string {
	let depth = 0;
	let quoted = false;
	for (let index = start; index < text.length; index++) {
		const character = text[index];
		if (character === "'") quoted = !quoted;
		if (quoted) continue;
		if (character === "(") depth++;
		if (character === ")" && --depth === 0) return text.slice(start, index + 1);
	}
	throw new Error(`A parenthesis is not closed in: ${text}`);
}

/** The CHECKs of a table by name, from its CREATE TABLE statement. */
function checksOf(sql: string): Map<string, string> {
	const checks = new Map<string, string>();
	for (const match of sql.matchAll(/CONSTRAINT\s+[`"]?(\w+)[`"]?\s+CHECK\s*(?=\()/gi)) {
		checks.set(match[1] ?? "", normalizeSql(parenthesized(sql, match.index + match[0].length)));
	}
	return checks;
}

/** Runs a query and returns all rows. */
export function queryAll(db: DatabaseSync, sql: string): Row[] {
	return db.prepare(sql).all();
}

/** The shop's own tables: without virtual tables and the internal ones of SQLite, D1 and FTS5. */
function listTables(db: DatabaseSync): string[] {
	// FTS5's internal tables have the type `shadow` (SQLite docs: PRAGMA table_list).
	return queryAll(db, "select name from pragma_table_list where schema = 'main' and type = 'table'")
		.map(({ name }) => String(name))
		.filter((name) => !/^(sqlite_|_cf_|d1_migrations$)/.test(name))
		.sort();
}

/** The columns, CHECKs, foreign keys and indexes of a table. */
function tableDefinitions(db: DatabaseSync, table: string): [string, string][] {
	const sql = String(queryAll(db, `select sql from sqlite_master where name = '${table}'`)[0]?.sql);
	const columns = queryAll(db, `select * from pragma_table_xinfo('${table}')`).map((column) => {
		const { name, type, notnull, dflt_value, pk } = column;
		return [
			`column ${table}.${name}`,
			normalizeSql([type, notnull ? "not null" : "", dflt_value ?? "", pk ? "key" : ""].join(" ")),
		];
	});
	const keys = queryAll(db, `select * from pragma_foreign_key_list('${table}')`).map((key) => [
		`reference ${table}.${key.from}`,
		normalizeSql(`${key.table}.${key.to} update ${key.on_update} delete ${key.on_delete}`),
	]);
	const checks = [...checksOf(sql)].map(([name, check]) => [`check ${table}.${name}`, check]);
	return [[`table ${table}`, ""], ...columns, ...keys, ...checks].map(
		([partName = "", definition = ""]) => [partName, definition],
	);
}

/** Reads the schema of a database. */
export function readSchema(db: DatabaseSync): DbSchema {
	const tables = listTables(db);
	const others = queryAll(
		db,
		"select type, name, sql from sqlite_master where type in ('index', 'trigger', 'view') and sql is not null union all select 'virtual table', name, sql from sqlite_master where type = 'table' and sql like 'create virtual%'",
	);
	return new Map([
		...tables.flatMap((table) => tableDefinitions(db, table)),
		...others.map(({ type, name, sql }): [string, string] => [
			`${type} ${name}`,
			normalizeSql(sql),
		]),
	]);
}

/** The differences between two schemas: one sentence each. */
export function diffSchemas(actual: DbSchema, expected: DbSchema): string[] {
	const names = [...new Set([...actual.keys(), ...expected.keys()])].sort();
	return names.flatMap((name) => {
		const [actualDefinition, expectedDefinition] = [actual.get(name), expected.get(name)];
		if (actualDefinition === expectedDefinition) return [];
		if (actualDefinition === undefined) return [`${name} is missing: ${expectedDefinition}`];
		if (expectedDefinition === undefined) return [`${name} should not exist: ${actualDefinition}`];
		return [`${name} is: ${actualDefinition}, but should be: ${expectedDefinition}`];
	});
}
