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
	/** The statements that insert the rows of a new shop. */
	firstRows: string[];
}

/** Loads the triggers and search tables of the code below `root`. */
export async function loadExtras(root: string): Promise<SchemaExtras> {
	const load = (file: string) => import(pathToFileURL(join(root, "src/db", file)).href);
	const { searchTables, vocabularyTables, triggers }: typeof import("../../src/db/triggers.ts") =
		await load("triggers.ts");
	const { firstRows }: typeof import("../../src/db/first-rows.ts") = await load("first-rows.ts");
	return { searchTables: [...searchTables, ...vocabularyTables], triggers, firstRows };
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
