import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../settings.ts";
import { readMigrations } from "./folder.ts";
import { doctorSays, fillOldShop, migrate, openSqlite, readers, wrongSearches } from "./testing.ts";

it("the shop of 2026-11-21 comes through every migration whole, and every search finds what it found", async () => {
	const db = openSqlite();
	await fillOldShop(db);
	expect(await wrongSearches(db, "rowid")).toEqual([]);
	const queries = await readers(db);
	const before = await db.askAll(queries);
	for (const [place, rows] of before.entries()) {
		expect(rows.length, queries[place]).toBeGreaterThan(1);
	}
	await migrate(db, readMigrations(join(root, "migrations")));
	expect(await db.askAll(queries)).toEqual(before);
	expect(await wrongSearches(db)).toEqual([]);
	expect(await doctorSays(db)).toEqual([]);
	expect(await db.ask("pragma foreign_key_check")).toEqual([]);
});
