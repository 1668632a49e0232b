import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../settings.ts";
import { diffSchemas, readSchema } from "./db-schema.ts";
import { snapshotOf, statementsBetween } from "./drizzle.ts";
import { expectedDatabase, loadExtras } from "./expected-database.ts";
import { databaseAfter, lastSnapshot, readMigrations } from "./migrations-folder.ts";

const folder = join(root, "migrations");

async function expectedDb() {
	return expectedDatabase(await snapshotOf(root), await loadExtras(root));
}

it("the newest migration's snapshot matches the tables", async () => {
	const last = lastSnapshot(folder);
	expect(await statementsBetween(last, await snapshotOf(root, last))).toEqual([]);
});

it("the migrations create the tables, indexes, CHECKs, keys, triggers and search tables of the code", async () => {
	const actual = readSchema(databaseAfter(readMigrations(folder)));
	expect(diffSchemas(actual, readSchema(await expectedDb()))).toEqual([]);
	const kinds = ["table", "column", "check", "reference", "index", "trigger", "virtual table"];
	const found = new Set([...actual.keys()].map((name) => name.replace(/ \S+$/, "")));
	expect(found).toEqual(new Set(kinds));
});

it.each([
	["alter table sessions drop column user_agent", /column sessions.user_agent is missing/],
	["alter table tools add column extra text", /column tools.extra should not exist/],
	["drop index order_lines_newest", /index order_lines_newest is missing/],
	["drop trigger partner_sales_moved", /trigger partner_sales_moved is missing/],
	["drop table users_search", /virtual table users_search is missing/],
	["drop table refunds", /check refunds.refunds_amount is missing/],
	["create view v as select 1", /view v should not exist/],
])("detects: %s", async (sql, message) => {
	const db = await expectedDb();
	const expected = readSchema(db);
	db.exec(sql);
	expect(diffSchemas(readSchema(db), expected).join("\n")).toMatch(message);
});
