/** The migrations folder: one `.sql` file each, with drizzle's snapshots and journal in `meta`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import type { Snapshot } from "./drizzle.ts";

const journalSchema = v.object({
	version: v.string(),
	dialect: v.string(),
	entries: v.array(
		v.object({
			idx: v.number(),
			version: v.string(),
			when: v.number(),
			tag: v.string(),
			breakpoints: v.boolean(),
		}),
	),
});

/** A migration file. */
export interface Migration {
	/** The file's name, by which D1 tracks applied migrations. */
	name: string;
	sql: string;
}

function readJournal(folder: string) {
	return v.parse(
		journalSchema,
		JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")),
	);
}

function snapshotFile(folder: string, idx: number): string {
	return join(folder, "meta", `${String(idx).padStart(4, "0")}_snapshot.json`);
}

/** All migrations, oldest first. */
export function readMigrations(folder: string): Migration[] {
	return readJournal(folder).entries.map(({ tag }) => {
		const name = `${tag}.sql`;
		return { name, sql: readFileSync(join(folder, name), "utf8") };
	});
}

/** Drizzle's snapshot of the newest migration. */
export function lastSnapshot(folder: string): Snapshot {
	const last = readJournal(folder).entries.at(-1);
	if (!last) throw new Error(`There are no migrations in ${folder}.`);
	return JSON.parse(readFileSync(snapshotFile(folder, last.idx), "utf8"));
}

/** Adds a migration and returns its file's name. Statements have no semicolon. */
export function addMigration(
	folder: string,
	name: string,
	statements: string[],
	snapshot: Snapshot,
): string {
	const journal = readJournal(folder);
	const idx = (journal.entries.at(-1)?.idx ?? -1) + 1;
	const tag = `${String(idx).padStart(4, "0")}_${name}`;
	const file = join(folder, `${tag}.sql`);
	if (existsSync(file)) throw new Error(`${file} already exists.`);
	journal.entries.push({ idx, version: "6", when: Date.now(), tag, breakpoints: false });
	writeFileSync(file, toSql(statements));
	writeFileSync(snapshotFile(folder, idx), JSON.stringify(snapshot, null, 2));
	writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify(journal, null, 2));
	return `${tag}.sql`;
}

/** The text of a migration: one statement a line. */
export function toSql(statements: string[]): string {
	return statements.map((statement) => `${statement};\n`).join("");
}

/** Applies a migration to a database as D1 does: in one transaction, foreign keys enforced. */
export function applyMigration(db: DatabaseSync, sql: string): void {
	db.exec("BEGIN");
	try {
		db.exec(sql);
		db.exec("COMMIT");
	} catch (error) {
		db.exec("ROLLBACK");
		throw error;
	}
}

/** Creates an in-memory database with these migrations applied. */
export function databaseAfter(migrations: Migration[]): DatabaseSync {
	const db = new DatabaseSync(":memory:");
	for (const { sql } of migrations) applyMigration(db, sql);
	return db;
}
