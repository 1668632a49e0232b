/**
 * Writes the whole schema of the code as the only migration. Until version 1.0 nobody runs an earlier shop, so a
 * change of the schema rewrites the baseline instead of adding to it. See docs/changing-the-schema.md.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { remoteErrors } from "./d1-rules.ts";
import { diffSchemas, readSchema } from "./db-schema.ts";
import { snapshotOf, statementsFor } from "./drizzle.ts";
import { expectedDatabase, loadExtras } from "./expected-database.ts";
import { addMigration, databaseAfter, readMigrations, toSql } from "./migrations-folder.ts";
import { toOneLine } from "./write-migration.ts";

const emptyJournal = { version: "7", dialect: "sqlite", entries: [] };

/**
 * Replaces the migrations below `root` by one, and returns its file's name. Throws before it removes any if D1
 * could not run it, or if it would not result in the schema of the code.
 */
export async function writeBaseline(root: string): Promise<string> {
	const folder = join(root, "migrations");
	const snapshot = await snapshotOf(root);
	const extras = await loadExtras(root);
	const statements = [
		...(await statementsFor(snapshot)).map(toOneLine),
		...[...extras.searchTables, ...extras.triggers].map(({ create }) => create),
		...extras.firstRows,
	];
	const sql = toSql(statements);
	const db = databaseAfter([{ name: "baseline", sql }]);
	const expected = await expectedDatabase(snapshot, extras);
	const errors = [...remoteErrors(sql), ...diffSchemas(readSchema(db), readSchema(expected))];
	db.close();
	expected.close();
	if (errors.length > 0) throw new Error(`The baseline would be wrong:\n${errors.join("\n")}`);
	for (const { name } of readMigrations(folder)) rmSync(join(folder, name));
	rmSync(join(folder, "meta"), { recursive: true });
	mkdirSync(join(folder, "meta"));
	writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify(emptyJournal));
	return addMigration(folder, "baseline", statements, snapshot);
}
