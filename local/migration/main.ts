/**
 * `npm run migration -- --baseline`: writes the tables of `src/db/*-tables.ts` and the triggers of
 * `src/db/triggers.ts` as the only migration. `npm run migration -- NAME`, from 1.0 on: writes a migration from the
 * newest one to them. See docs/changing-the-schema.md.
 */
import { root } from "../settings.ts";
import { fail } from "../steps.ts";
import { writeBaseline } from "./write-baseline.ts";
import { writeMigration } from "./write-migration.ts";

const usage = "Usage: npm run migration -- --baseline, or -- NAME (such as weight_of_tools)";
const [name = "", ...extra] = process.argv.slice(2);
const isBaseline = name === "--baseline";
if ((!isBaseline && !/^[a-z0-9_]+$/.test(name)) || extra.length > 0) fail(usage);
try {
	const file = await (isBaseline ? writeBaseline(root) : writeMigration(root, name));
	process.stdout.write(file ? `Written: migrations/${file}. Review it.\n` : "No schema changes.\n");
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
