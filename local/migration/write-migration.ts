/**
 * Writes the migration from the newest one to the schema of the code, and tests it before it writes
 * anything.
 *
 * Drizzle finds the changes. Where it would rebuild a table, columns are added in place if that is
 * enough (`addColumns`); otherwise the table is rebuilt in a way that D1 accepts (`rebuild`). Triggers
 * and search tables are compared with those of the existing migrations.
 */
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { addColumns } from "./add-columns.ts";
import { remoteErrors } from "./d1-rules.ts";
import { diffSchemas, normalizeSql, queryAll, readSchema } from "./db-schema.ts";
import {
	type Snapshot,
	type SnapshotTable,
	snapshotOf,
	statementsBetween,
	statementsFor,
} from "./drizzle.ts";
import { expectedDatabase, loadExtras, type SchemaExtras } from "./expected-database.ts";
import {
	addMigration,
	applyMigration,
	databaseAfter,
	lastSnapshot,
	readMigrations,
	toSql,
} from "./migrations-folder.ts";
import { affectedTables, rebuild } from "./rebuild-table.ts";

/** The input of a migration. */
interface SchemaChange {
	before: Snapshot;
	after: Snapshot;
	/** A database with the existing migrations applied. */
	db: DatabaseSync;
}

/**
 * Writes a migration below `root` and returns its file's name; undefined if nothing has changed. Throws
 * before it writes anything if the migration would not result in the schema of the code.
 */
export async function writeMigration(root: string, name: string): Promise<string | undefined> {
	const folder = join(root, "migrations");
	const before = lastSnapshot(folder);
	const after = await snapshotOf(root, before);
	const extras = await loadExtras(root);
	const db = databaseAfter(readMigrations(folder));
	try {
		const statements = await migrationStatements({ before, after, db }, extras);
		if (statements.length === 0) return undefined;
		const sql = toSql(statements);
		applyMigration(db, sql);
		const errors = [
			...remoteErrors(sql),
			...diffSchemas(readSchema(db), readSchema(await expectedDatabase(after, extras))),
		];
		if (errors.length > 0)
			throw new Error(`The migration would be wrong:\n${errors.join("\n")}\n${sql}`);
		return addMigration(folder, name, statements, after);
	} finally {
		db.close();
	}
}

async function migrationStatements(change: SchemaChange, extras: SchemaExtras): Promise<string[]> {
	const { before, after, db } = change;
	const drizzleStatements = (await statementsBetween(before, after)).map(toOneLine);
	const recreatedTables = drizzleStatements.flatMap(
		(sql) => /^CREATE TABLE `__new_(\w+)`/.exec(sql)?.[1] ?? [],
	);
	const otherStatements = drizzleStatements.filter(
		(sql) => !belongsToRebuild(recreatedTables, before, sql),
	);
	const changed: string[] = [];
	const rebuilt: string[] = [];
	for (const table of recreatedTables) {
		const [oldTable, newTable] = [before.tables[table], after.tables[table]];
		if (!oldTable || !newTable)
			throw new Error(`Drizzle rebuilds ${table}, which does not exist both before and after.`);
		const addStatements = addColumns(oldTable, newTable);
		const createStatements = (await statementsFor(after, table)).map(toOneLine);
		if (!addStatements) rebuilt.push(table);
		changed.push(
			...(addStatements
				? [...addStatements, ...indexChanges(oldTable, newTable, createStatements)]
				: rebuild(db, oldTable, { table: newTable, createStatements })),
		);
	}
	const [dropStatements, createExtras] = extrasChanges(db, extras, rebuilt);
	const deferred = rebuilt.length > 0 ? ["PRAGMA defer_foreign_keys = ON"] : [];
	// A table is dropped after the tables that no longer refer to it were changed.
	const tableDrops = otherStatements.filter((sql) => sql.startsWith("DROP TABLE"));
	const rest = otherStatements.filter((sql) => !tableDrops.includes(sql));
	return [...deferred, ...dropStatements, ...rest, ...changed, ...tableDrops, ...createExtras];
}

/** A statement on one line, without a semicolon. */
export function toOneLine(sql: string): string {
	return sql
		.trim()
		.replace(/;$/, "")
		.replace(/\s*\n\s*/g, " ");
}

/** Whether a statement belongs to drizzle's own rebuild of one of these tables. */
function belongsToRebuild(tables: string[], before: Snapshot, sql: string): boolean {
	if (/^PRAGMA foreign_keys/.test(sql)) return true;
	return tables.some((table) => {
		const indexes = Object.keys(before.tables[table]?.indexes ?? {});
		const quotedNames = [`__new_${table}`, table].map((name) => `\`${name}\``);
		return (
			quotedNames.some((name) => sql.includes(`TABLE ${name}`) || sql.includes(`INTO ${name}`)) ||
			sql.includes(` ON \`${table}\` (`) ||
			indexes.some((index) => sql === `DROP INDEX \`${index}\``)
		);
	});
}

/** The statements that drop and create the changed indexes of a table that is not rebuilt. */
function indexChanges(
	oldTable: SnapshotTable,
	newTable: SnapshotTable,
	createStatements: string[],
): string[] {
	const isSameIndex = (name: string) =>
		JSON.stringify(oldTable.indexes[name]) === JSON.stringify(newTable.indexes[name]);
	return [
		...Object.keys(oldTable.indexes)
			.filter((name) => !isSameIndex(name))
			.map((name) => `DROP INDEX \`${name}\``),
		...Object.keys(newTable.indexes)
			.filter((name) => !isSameIndex(name))
			.flatMap((name) => createStatements.filter((sql) => sql.includes(`INDEX \`${name}\` `))),
	];
}

/**
 * The first and last statements of a migration, for triggers, views and search tables. Drops those that
 * changed, and all triggers of rebuilt and affected tables, so that none fires for rows that are deleted
 * and restored.
 */
function extrasChanges(
	db: DatabaseSync,
	{ searchTables, triggers }: SchemaExtras,
	rebuilt: string[],
): [first: string[], last: string[]] {
	const affected = rebuilt.flatMap((table) => [table, ...affectedTables(db, table)]);
	const expectedSql = new Set(
		[...searchTables, ...triggers].map(({ create }) => normalizeSql(create)),
	);
	const existing = queryAll(
		db,
		"select type, name, tbl_name as t, sql from sqlite_master where type in ('trigger', 'view') or sql like 'create virtual%' order by type = 'table', type = 'view', name",
	).map(({ type, name, t: table, sql }) => ({
		type: String(type),
		name: String(name),
		isUnchanged:
			expectedSql.has(normalizeSql(sql)) &&
			!(type === "trigger" && affected.includes(String(table))),
	}));
	const unchangedNames = new Set(
		existing.filter(({ isUnchanged }) => isUnchanged).map(({ name }) => name),
	);
	return [
		existing
			.filter(({ isUnchanged }) => !isUnchanged)
			.map(({ type, name }) => `DROP ${type.toUpperCase()} ${name}`),
		[
			...searchTables
				.filter(({ name }) => !unchangedNames.has(name))
				.flatMap(({ create, fill }) => [create, fill]),
			...triggers.filter(({ name }) => !unchangedNames.has(name)).map(({ create }) => create),
		],
	];
}
