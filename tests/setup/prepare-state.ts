/**
 * Prepares the state folder of a shop: node prepare-state.ts FOLDER, with SHOP_DEMO=0 without the demo's
 * tools. Its bindings are opened once for migrating and seeding, which takes two seconds of CPU time.
 */
import { withBindings } from "../../local/bindings.ts";
import { applyMigrations } from "../../local/migrate.ts";
import { insertRows } from "../../local/seed.ts";
import { migrationsHash, writeStamp } from "../../local/state.ts";

const [folder = ""] = process.argv.slice(2);
await withBindings(folder, async (bindings) => {
	await applyMigrations(bindings.DB);
	await insertRows(bindings, { demo: process.env.SHOP_DEMO !== "0" });
});
writeStamp(folder, { migrations: migrationsHash(), seeded: true });
