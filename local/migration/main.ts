/**
 * `npm run migration -- NAME`: writes the migration that leads to the tables of `src/db/tables.ts` and
 * `src/db/auth-tables.ts` and the triggers of `src/db/triggers.ts`. docs/changing-the-schema.md says how
 * a schema is changed.
 */
import { root } from "../settings.ts";
import { fail } from "../steps.ts";
import { writeMigration } from "./write-migration.ts";

const usage = "Say in a few words what changes: npm run migration -- weight_of_tools";
const [name = "", ...extra] = process.argv.slice(2);
if (!/^[a-z0-9_]+$/.test(name) || extra.length > 0) fail(usage);
try {
	const file = await writeMigration(root, name);
	process.stdout.write(
		file ? `Written: migrations/${file}. Read it.\n` : "Nothing has changed since the last one.\n",
	);
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
