/**
 * `npm run migration -- NAME`: writes a migration to the tables of `src/db/*-tables.ts`
 * and the triggers of `src/db/triggers.ts`. See docs/changing-the-schema.md.
 */
import { root } from "../settings.ts";
import { fail } from "../steps.ts";
import { writeMigration } from "./write-migration.ts";

const usage = "Usage: npm run migration -- NAME (such as weight_of_tools)";
const [name = "", ...extra] = process.argv.slice(2);
if (!/^[a-z0-9_]+$/.test(name) || extra.length > 0) fail(usage);
try {
	const file = await writeMigration(root, name);
	process.stdout.write(file ? `Written: migrations/${file}. Review it.\n` : "No schema changes.\n");
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
