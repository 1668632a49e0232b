/** What is in a database, read from SQLite itself, in a form in which two can be compared. */
import type { DatabaseSync } from "node:sqlite";

/** Each part of a database (table, column, CHECK, key, index, trigger, view) with its definition. */
export type Structure = Map<string, string>;

type Row = Record<string, unknown>;

/** Text of SQL without its line breaks and its quotes around names. */
export function plain(sql: unknown): string {
	return String(sql)
		.replace(/[`"]/g, "")
		.replace(/\s+/g, " ")
		.replace(/ ?([(),]) ?/g, "$1")
		.trim()
		.toLowerCase();
}

/** The part of a text from an opening parenthesis to the one that closes it. Quoted text may hold any. */
function enclosed(text: string, from: number): string {
	let depth = 0;
	let quoted = false;
	for (let at = from; at < text.length; at++) {
		const sign = text[at];
		if (sign === "'") quoted = !quoted;
		if (quoted) continue;
		if (sign === "(") depth++;
		if (sign === ")" && --depth === 0) return text.slice(from, at + 1);
	}
	throw new Error(`A parenthesis is not closed in: ${text}`);
}

/** The CHECKs of a table by name, from the statement that made it. */
export function checksOf(sql: string): Map<string, string> {
	const found = new Map<string, string>();
	for (const match of sql.matchAll(/CONSTRAINT\s+[`"]?(\w+)[`"]?\s+CHECK\s*(?=\()/gi)) {
		found.set(match[1] ?? "", plain(enclosed(sql, match.index + match[0].length)));
	}
	return found;
}

/** All rows of a query. */
export function all(db: DatabaseSync, sql: string): Row[] {
	return db.prepare(sql).all();
}

/** The tables of our own: no virtual ones, none that SQLite, D1 or FTS5 keep for themselves. */
export function tablesOf(db: DatabaseSync): string[] {
	// `shadow` are the tables in which FTS5 keeps its own (SQLite docs: PRAGMA table_list).
	return all(db, "select name from pragma_table_list where schema = 'main' and type = 'table'")
		.map(({ name }) => String(name))
		.filter((name) => !/^(sqlite_|_cf_|d1_migrations$)/.test(name))
		.sort();
}

/** The columns, CHECKs, foreign keys and indexes of a table. */
function tableParts(db: DatabaseSync, table: string): [string, string][] {
	const sql = String(all(db, `select sql from sqlite_master where name = '${table}'`)[0]?.sql);
	const columns = all(db, `select * from pragma_table_xinfo('${table}')`).map((column) => {
		const { name, type, notnull, dflt_value, pk } = column;
		return [
			`column ${table}.${name}`,
			plain([type, notnull ? "not null" : "", dflt_value ?? "", pk ? "key" : ""].join(" ")),
		];
	});
	const keys = all(db, `select * from pragma_foreign_key_list('${table}')`).map((key) => [
		`reference ${table}.${key.from}`,
		plain(`${key.table}.${key.to} update ${key.on_update} delete ${key.on_delete}`),
	]);
	const checks = [...checksOf(sql)].map(([name, check]) => [`check ${table}.${name}`, check]);
	return [[`table ${table}`, ""], ...columns, ...keys, ...checks].map(([part = "", is = ""]) => [
		part,
		is,
	]);
}

/** Reads what a database is made of. */
export function structureOf(db: DatabaseSync): Structure {
	const tables = tablesOf(db);
	const others = all(
		db,
		"select type, name, sql from sqlite_master where type in ('index', 'trigger', 'view') and sql is not null union all select 'virtual table', name, sql from sqlite_master where type = 'table' and sql like 'create virtual%'",
	);
	return new Map([
		...tables.flatMap((table) => tableParts(db, table)),
		...others.map(({ type, name, sql }): [string, string] => [`${type} ${name}`, plain(sql)]),
	]);
}

/** What one structure has, lacks, or has otherwise than another: a sentence each. */
export function differences(is: Structure, shouldBe: Structure): string[] {
	const names = [...new Set([...is.keys(), ...shouldBe.keys()])].sort();
	return names.flatMap((name) => {
		const [here, there] = [is.get(name), shouldBe.get(name)];
		if (here === there) return [];
		if (here === undefined) return [`${name} is missing: ${there}`];
		if (there === undefined) return [`${name} should not be there: ${here}`];
		return [`${name} is: ${here}, but should be: ${there}`];
	});
}
