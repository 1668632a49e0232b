/** Migrations of a local database, compared with wrangler's. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { createState } from "../tests/setup/new-state.ts";
import { migrate } from "./migrate.ts";
import { run } from "./processes.ts";
import { databaseFile, migrationFiles, readStamp, writeStamp } from "./state.ts";

const state = mkdtempSync(join(tmpdir(), "cogsmith-migrate-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

it("leaves nothing for wrangler to apply, and can be repeated", async () => {
	// Has migrated already, once for all tests.
	await createState(state, { demo: false });
	await migrate(state);
	const db = new DatabaseSync(databaseFile(state));
	const applied = db.prepare("select name from d1_migrations order by id").all();
	db.close();
	expect(applied.map(({ name }) => name)).toEqual(migrationFiles());
	const list = ["d1", "migrations", "list", "DB", "--local", "--persist-to", state];
	expect(await run("wrangler", list, { CI: "1" })).toContain("No migrations to apply");
});

it.each([
	["has had a migration that is gone", "insert into d1_migrations (name) values ('0056_gone.sql')"],
	["was made with another baseline", "select 1"],
])("rejects a state that %s, and leaves it alone", async (_, sql) => {
	const earlier = mkdtempSync(join(tmpdir(), "cogsmith-migrate-earlier-"));
	onTestFinished(() => rmSync(earlier, { recursive: true, force: true }));
	await createState(earlier, { demo: false });
	const db = new DatabaseSync(databaseFile(earlier));
	db.exec(sql);
	db.close();
	writeStamp(earlier, { migrations: "of an earlier version" });
	await expect(migrate(earlier)).rejects.toThrow(/an earlier version.*SHOP_STATE=/);
	expect(readStamp(earlier).migrations).toBe("of an earlier version");
});
