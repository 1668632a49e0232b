/** Migrations of a local database, compared with wrangler's. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createState } from "../tests/setup/new-state.ts";
import { withBindings } from "./bindings.ts";
import { migrate } from "./migrate.ts";
import { run } from "./processes.ts";
import { migrationFiles } from "./state.ts";

const state = mkdtempSync(join(tmpdir(), "cogsmith-migrate-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

it("leaves nothing for wrangler to apply, and can be repeated", async () => {
	// Has migrated already, once for all tests.
	await createState(state, { demo: false });
	await migrate(state);
	const applied = await withBindings(state, ({ DB }) =>
		DB.prepare("select name from d1_migrations order by id").all<{ name: string }>(),
	);
	expect(applied.results.map(({ name }) => name)).toEqual(migrationFiles());
	const list = ["d1", "migrations", "list", "DB", "--local", "--persist-to", state];
	expect(await run("wrangler", list, { CI: "1" })).toContain("No migrations to apply");
});
