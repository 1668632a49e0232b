/** The database that the code expects: drizzle's tables, triggers and search tables. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Trigger } from "../../src/db/trigger.ts";
import type { WordTable } from "../../src/db/triggers/search-words.ts";
import { type Snapshot, statementsFor } from "./drizzle.ts";

/** The parts of a schema that drizzle does not manage. */
export interface SchemaExtras {
	/** Tables of FTS5, in the order in which they are created and filled. */
	searchTables: WordTable[];
	triggers: Trigger[];
}

/** Loads the triggers and search tables of the code below `root`. */
export async function loadExtras(root: string): Promise<SchemaExtras> {
	const module: SchemaExtras & { vocabularyTables?: SchemaExtras["searchTables"] } = await import(
		pathToFileURL(join(root, "src/db/triggers.ts")).href
	);
	const { searchTables, vocabularyTables = [], triggers } = module;
	return { searchTables: [...searchTables, ...vocabularyTables], triggers };
}

/** Creates an empty database with the expected schema, without migrations. */
export async function expectedDatabase(
	snapshot: Snapshot,
	{ searchTables, triggers }: SchemaExtras,
): Promise<DatabaseSync> {
	const db = new DatabaseSync(":memory:");
	for (const sql of await statementsFor(snapshot)) db.exec(sql);
	for (const { create } of [...searchTables, ...triggers]) db.exec(create);
	return db;
}
