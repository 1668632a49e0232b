/** The baseline is what the code says, and what D1 accepts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { root } from "../settings.ts";
import { migrationsFolder } from "../state.ts";
import { writeBaseline } from "./baseline.ts";
import { remoteErrors } from "./d1-rules.ts";

it("the baseline is the schema of the code: npm run migration -- --baseline writes it", () => {
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-baseline-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	writeBaseline(folder);
	const read = (parent: string) => ({
		sql: readFileSync(join(parent, "0000_baseline.sql"), "utf8"),
		// Each snapshot has an id of its own.
		tables: JSON.parse(readFileSync(join(parent, "meta/0000_snapshot.json"), "utf8")).tables,
	});
	expect(read(migrationsFolder)).toEqual(read(folder));
});

it("wrangler splits the baseline into its statements", () => {
	const sql = readFileSync(join(migrationsFolder, "0000_baseline.sql"), "utf8");
	const split = unstable_splitSqlQuery(sql).map((one) => one.trim().replace(/;$/, ""));
	expect(split).toEqual(sql.split(/;\n/).slice(0, -1));
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
