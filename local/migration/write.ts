/**
 * Writes the migration that leads from the newest one to the schema as the code has it, and tries it
 * before it writes anything.
 *
 * Drizzle says what has changed. Where it would rebuild a table, columns are added in place if that is
 * all there is to do (`adding`), or the table is rebuilt in a way that D1 takes (`rebuild`). Triggers and
 * search tables are compared with what the migrations so far have made.
 */
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { addColumns } from "./adding.ts";
import {
	type Snapshot,
	type SnapshotTable,
	snapshotOf,
	statementsBetween,
	statementsFor,
} from "./drizzle.ts";
import {
	addMigration,
	applyMigration,
	databaseAfter,
	lastSnapshot,
	readMigrations,
	textOf,
} from "./folder.ts";
import { type Beside, besideOf, intendedDatabase } from "./intended.ts";
import { rebuild, touchedBy } from "./rebuild.ts";
import { remoteRefusals } from "./remote.ts";
import { all, differences, plain, structureOf } from "./structure.ts";

/** What a migration is made from. */
interface Change {
	before: Snapshot;
	after: Snapshot;
	/** A database as the migrations so far have made it. */
	db: DatabaseSync;
}

/**
 * Writes a migration below `root` and gives the name of its file; undefined where nothing has changed.
 * Throws, having written nothing, where the migration would not lead to the schema of the code.
 */
export async function writeMigration(root: string, name: string): Promise<string | undefined> {
	const folder = join(root, "migrations");
	const before = lastSnapshot(folder);
	const after = await snapshotOf(root, before);
	const beside = await besideOf(root);
	const db = databaseAfter(readMigrations(folder));
	try {
		const statements = await statementsOf({ before, after, db }, beside);
		if (statements.length === 0) return undefined;
		const sql = textOf(statements);
		applyMigration(db, sql);
		const wrong = [
			...remoteRefusals(sql),
			...differences(structureOf(db), structureOf(await intendedDatabase(after, beside))),
		];
		if (wrong.length > 0)
			throw new Error(`The migration would be wrong:\n${wrong.join("\n")}\n${sql}`);
		return addMigration(folder, name, statements, after);
	} finally {
		db.close();
	}
}

async function statementsOf(change: Change, beside: Beside): Promise<string[]> {
	const { before, after, db } = change;
	const drizzles = (await statementsBetween(before, after)).map(oneLine);
	const recreated = drizzles.flatMap((sql) => /^CREATE TABLE `__new_(\w+)`/.exec(sql)?.[1] ?? []);
	const others = drizzles.filter((sql) => !isOf(recreated, before, sql));
	const changed: string[] = [];
	const rebuilt: string[] = [];
	for (const table of recreated) {
		const [was, is] = [before.tables[table], after.tables[table]];
		if (!was || !is)
			throw new Error(`Drizzle rebuilds ${table}, which is not there before and after.`);
		const adding = addColumns(was, is);
		const creates = (await statementsFor(after, table)).map(oneLine);
		if (!adding) rebuilt.push(table);
		changed.push(
			...(adding
				? [...adding, ...indexChanges(was, is, creates)]
				: rebuild(db, was, { table: is, creates })),
		);
	}
	const [first, last] = besideChanges(db, beside, rebuilt);
	const deferred = rebuilt.length > 0 ? ["PRAGMA defer_foreign_keys = ON"] : [];
	// A table goes after those that were changed to refer to it no longer.
	const drops = others.filter((sql) => sql.startsWith("DROP TABLE"));
	const rest = others.filter((sql) => !drops.includes(sql));
	return [...deferred, ...first, ...rest, ...changed, ...drops, ...last];
}

/** A statement as it goes into a file: on one line, without a semicolon. */
function oneLine(sql: string): string {
	return sql
		.trim()
		.replace(/;$/, "")
		.replace(/\s*\n\s*/g, " ");
}

/** Whether one of drizzle's statements belongs to its own way of rebuilding one of these tables. */
function isOf(tables: string[], before: Snapshot, sql: string): boolean {
	if (/^PRAGMA foreign_keys/.test(sql)) return true;
	return tables.some((table) => {
		const indexes = Object.keys(before.tables[table]?.indexes ?? {});
		const named = [`__new_${table}`, table].map((name) => `\`${name}\``);
		return (
			named.some((name) => sql.includes(`TABLE ${name}`) || sql.includes(`INTO ${name}`)) ||
			sql.includes(` ON \`${table}\` (`) ||
			indexes.some((index) => sql === `DROP INDEX \`${index}\``)
		);
	});
}

/** The indexes of a table that stays: those that went or changed, and those that are new or changed. */
function indexChanges(was: SnapshotTable, is: SnapshotTable, creates: string[]): string[] {
	const same = (name: string) =>
		JSON.stringify(was.indexes[name]) === JSON.stringify(is.indexes[name]);
	return [
		...Object.keys(was.indexes)
			.filter((name) => !same(name))
			.map((name) => `DROP INDEX \`${name}\``),
		...Object.keys(is.indexes)
			.filter((name) => !same(name))
			.flatMap((name) => creates.filter((sql) => sql.includes(`INDEX \`${name}\` `))),
	];
}

/**
 * What comes first and last in a migration, for triggers, views and search tables: what is no longer
 * meant so is dropped, and of a rebuilt table and those it touches all triggers are, so that none hears
 * of rows that go and come back.
 */
function besideChanges(
	db: DatabaseSync,
	{ searchTables, triggers }: Beside,
	rebuilt: string[],
): [first: string[], last: string[]] {
	const quiet = rebuilt.flatMap((table) => [table, ...touchedBy(db, table)]);
	const meant = new Set([...searchTables, ...triggers].map(({ create }) => plain(create)));
	const there = all(
		db,
		"select type, name, tbl_name as t, sql from sqlite_master where type in ('trigger', 'view') or sql like 'create virtual%' order by type = 'table', type = 'view', name",
	).map(({ type, name, t, sql }) => ({
		type: String(type),
		name: String(name),
		stays: meant.has(plain(sql)) && !(type === "trigger" && quiet.includes(String(t))),
	}));
	const stay = new Set(there.filter(({ stays }) => stays).map(({ name }) => name));
	return [
		there
			.filter(({ stays }) => !stays)
			.map(({ type, name }) => `DROP ${type.toUpperCase()} ${name}`),
		[
			...searchTables
				.filter(({ name }) => !stay.has(name))
				.flatMap(({ create, fill }) => [create, fill]),
			...triggers.filter(({ name }) => !stay.has(name)).map(({ create }) => create),
		],
	];
}
