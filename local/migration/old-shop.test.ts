import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../settings.ts";
import { readMigrations } from "./migrations-folder.ts";
import {
	doctorFindings,
	fillOldShop,
	migrate,
	openSqlite,
	searchErrors,
	selectAllQueries,
} from "./testing.ts";

it("an account that is blocked stays blocked", async () => {
	const db = openSqlite();
	await fillOldShop(db);
	await db.run("insert into sign_in_failures values ('ann', 11, 9000000000000);");
	await migrate(db, readMigrations(join(root, "migrations")));
	expect(await db.query("select * from account_attempts where account = 'ann'")).toMatchObject([
		{ attempts: 11, ends_at: 9_000_000_000_000 },
	]);
});

it("every migration preserves the shop of 2026-11-21 and its search results", async () => {
	const db = openSqlite();
	await fillOldShop(db);
	expect(await searchErrors(db, "rowid")).toEqual([]);
	const queries = await selectAllQueries(db);
	const before = await db.queryAll(queries);
	for (const [index, rows] of before.entries()) {
		expect(rows.length, queries[index]).toBeGreaterThan(1);
	}
	await migrate(db, readMigrations(join(root, "migrations")));
	expect(await db.queryAll(queries)).toEqual(before);
	expect(await searchErrors(db)).toEqual([]);
	expect(await doctorFindings(db)).toEqual([]);
	expect(await db.query("pragma foreign_key_check")).toEqual([]);
});
