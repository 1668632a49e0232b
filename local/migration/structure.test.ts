import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../settings.ts";
import { snapshotOf, statementsBetween } from "./drizzle.ts";
import { databaseAfter, lastSnapshot, readMigrations } from "./folder.ts";
import { besideOf, intendedDatabase } from "./intended.ts";
import { differences, structureOf } from "./structure.ts";

const folder = join(root, "migrations");

async function intended() {
	return intendedDatabase(await snapshotOf(root), await besideOf(root));
}

it("the newest migration's snapshot is that of the tables", async () => {
	const last = lastSnapshot(folder);
	expect(await statementsBetween(last, await snapshotOf(root, last))).toEqual([]);
});

it("the migrations make the tables, indexes, CHECKs, keys, triggers and search tables that the code means", async () => {
	const is = structureOf(databaseAfter(readMigrations(folder)));
	expect(differences(is, structureOf(await intended()))).toEqual([]);
	const kinds = ["table", "column", "check", "reference", "index", "trigger", "virtual table"];
	const found = new Set([...is.keys()].map((name) => name.replace(/ \S+$/, "")));
	expect(found).toEqual(new Set(kinds));
});

it.each([
	["alter table sessions drop column user_agent", /column sessions.user_agent is missing/],
	["alter table tools add column extra text", /column tools.extra should not be there/],
	["drop index orders_newest", /index orders_newest is missing/],
	["drop trigger partner_sales_moved", /trigger partner_sales_moved is missing/],
	["drop table users_search", /virtual table users_search is missing/],
	["drop table refunds", /check refunds.refunds_amount is missing/],
	["create view v as select 1", /view v should not be there/],
])("%s is noticed", async (sql, says) => {
	const db = await intended();
	const shouldBe = structureOf(db);
	db.exec(sql);
	expect(differences(structureOf(db), shouldBe).join("\n")).toMatch(says);
});
