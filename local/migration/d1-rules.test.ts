/** What D1 accepts in a migration: the rules themselves, and the committed migrations on a D1 with a shop's rows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { describe, expect, it, onTestFinished } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { root } from "../settings.ts";
import { remoteErrors } from "./d1-rules.ts";
import { readMigrations } from "./migrations-folder.ts";
import { type Database, doctorFindings, fillShop, migrate, searchErrors } from "./testing.ts";

const migrations = readMigrations(join(root, "migrations"));

describe("every migration", () => {
	it.each(migrations)("$name passes the splitter of a deployed D1", ({ sql }) => {
		expect(remoteErrors(sql)).toEqual([]);
	});

	it.each(migrations)("$name is split by wrangler into its statements", ({ sql }) => {
		const withoutComments = sql.replace(/^--.*\n/gm, "").replaceAll("--> statement-breakpoint", "");
		const statements = withoutComments.split(/;\n/).slice(0, -1);
		const split = unstable_splitSqlQuery(withoutComments);
		// Wrangler leaves a single statement as it is.
		const normalized = split.map((statement) => statement.trim().replace(/;$/, ""));
		expect(normalized).toEqual(statements.map((one) => one.trim()));
	});
});

it.each([
	[
		"a trigger on several lines",
		"CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n\tDELETE FROM b;\nEND;",
	],
	["a trigger in lower case", "CREATE TRIGGER t AFTER INSERT ON a begin DELETE FROM b; end;"],
	[
		"a CASE in a trigger",
		"CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; END;",
	],
	["an apostrophe in a comment", "-- the shop's\nSELECT 1;"],
	["a semicolon in a comment", "-- one; two\nSELECT 1;"],
	["a quote in a comment after a statement", 'SELECT 1; -- a "b"\nSELECT 2;'],
	["a block comment", "/* one */ SELECT 1;"],
	["line ends of another system", "SELECT 1;\r\n"],
	["a statement that does not end", "SELECT 1"],
	["foreign keys turned off", "PRAGMA foreign_keys=OFF;"],
	["a transaction", "BEGIN TRANSACTION;"],
	["a renamed table", "ALTER TABLE a RENAME TO b;"],
])("rejects %s", (_, sql) => {
	expect(remoteErrors(sql)).not.toEqual([]);
});

it("ignores quoted text", () => {
	expect(remoteErrors("-- plain\nINSERT INTO a VALUES ('begin -- ; case end');")).toEqual([]);
});

it("no command exports the database: D1 can't export FTS5 tables, and queries failed afterwards", () => {
	const folders = ["local", "ops", "bench", ".ci"].map((folder) => join(root, folder));
	const files = folders
		.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile() && !entry.name.includes(".test."))
		.map(({ parentPath, name }) => join(parentPath, name));
	const exporting = [...files, join(root, "package.json")].filter((file) =>
		/d1\W+export/.test(readFileSync(file, "utf8")),
	);
	expect(files.length).toBeGreaterThan(50);
	expect(exporting).toEqual([]);
});

/** D1 as `wrangler d1 migrations apply --local` uses it. */
async function openD1(): Promise<Database> {
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({ modules: true, script: "", d1Databases: { DB: "old-shop" } }),
	);
	onTestFinished(() => miniflare.dispose());
	const db = await miniflare.getD1Database("DB");
	const queryAll = async (queries: string[]) => {
		const replies = await db.batch(queries.map((sql) => db.prepare(sql)));
		return replies.map(({ results }) => results);
	};
	return {
		query: async (sql) => (await db.prepare(sql).all()).results,
		queryAll,
		run: async (sql) => void (await queryAll(unstable_splitSqlQuery(sql))),
	};
}

it("a shop on D1 has the rows of the fixture and is sound", async () => {
	const db = await openD1();
	await fillShop(db);
	await migrate(db, migrations);
	expect(await doctorFindings(db)).toEqual([]);
	expect(await searchErrors(db)).toEqual([]);
});
