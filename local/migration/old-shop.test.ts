import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../settings.ts";
import { readMigrations } from "./folder.ts";
import {
	type Database,
	doctorSays,
	fillOldShop,
	migrate,
	openD1,
	openSqlite,
	wrongSearches,
} from "./testing.ts";

const migrations = readMigrations(join(root, "migrations"));

/** The tables of the old shop, and their columns. */
async function oldColumns({ ask }: Database) {
	const columns = (await ask(
		"select t.name as t, group_concat(c.name) as names from pragma_table_list as t, pragma_table_info(t.name) as c where t.schema = 'main' and t.type = 'table' and t.name not like '%\\_cf\\_%' escape '\\' and t.name not in ('sqlite_schema', 'd1_migrations', 'owed_purges', 'sqlite_sequence') group by 1",
	)) as { t: string; names: string }[];
	return columns.map(({ t, names }) => `select rowid as row, ${names} from ${t} order by rowid`);
}

async function contents({ ask }: Database, queries: string[]) {
	const tables: Record<string, unknown[]> = {};
	for (const sql of queries) tables[sql] = await ask(sql);
	return tables;
}

/** Migrates the old shop: no row is lost or changed, and the doctor finds nothing, before and after. */
async function comesThrough(db: Database): Promise<void> {
	await fillOldShop(db);
	expect(await doctorSays(db)).toEqual([]);
	const queries = await oldColumns(db);
	const before = await contents(db, queries);
	for (const table of ["sessions", "accounts", "reviews", "audit", "refunds", "partner_sales"]) {
		const [, rows] = Object.entries(before).find(([sql]) => sql.includes(`from ${table} `)) ?? [];
		expect(rows?.length, table).toBeGreaterThan(1);
	}
	await migrate(db, migrations);
	expect(await contents(db, queries)).toEqual(before);
	expect(await doctorSays(db)).toEqual([]);
	expect(await db.ask("pragma foreign_key_check")).toEqual([]);
}

it("the shop of 2026-11-21 comes through every migration whole, and every search finds what it found", async () => {
	const db = openSqlite();
	await fillOldShop(db);
	expect(await wrongSearches(db, "rowid")).toEqual([]);
	await migrate(db, migrations);
	expect(await wrongSearches(db)).toEqual([]);
	await comesThrough(openSqlite());
});

it("so it does on D1", async () => {
	await comesThrough(await openD1());
});
