import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { root } from "../settings.ts";
import { readMigrations } from "./folder.ts";
import { remoteRefusals } from "./remote.ts";

const migrations = readMigrations(join(root, "migrations"));

describe("every migration", () => {
	it.each(migrations)("$name passes the splitter of the deployed database", ({ sql }) => {
		expect(remoteRefusals(sql)).toEqual([]);
	});

	it.each(migrations)("$name is split by wrangler as it was written", ({ sql }) => {
		const plain = sql.replace(/^--.*\n/gm, "").replaceAll("--> statement-breakpoint", "");
		const written = plain.split(/;\n/).slice(0, -1);
		const split = unstable_splitSqlQuery(plain);
		expect(split.map((statement) => statement.trim())).toEqual(written.map((one) => one.trim()));
	});
});

it.each([
	[
		"a trigger on several lines",
		"CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n\tDELETE FROM b;\nEND;",
	],
	["a trigger in small letters", "CREATE TRIGGER t AFTER INSERT ON a begin DELETE FROM b; end;"],
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
])("%s is refused", (_, sql) => {
	expect(remoteRefusals(sql)).not.toEqual([]);
});

it("words in quotes are only words", () => {
	expect(remoteRefusals("-- plain\nINSERT INTO a VALUES ('begin -- ; case end');")).toEqual([]);
});
