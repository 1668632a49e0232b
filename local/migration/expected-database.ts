/** The database that the code means: drizzle's tables, and the triggers and search tables beside them. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { SearchTable, Trigger } from "../../src/db/triggers.ts";
import { type Snapshot, statementsFor } from "./drizzle.ts";

/** What a schema has beside drizzle's tables. */
export interface SchemaExtras {
	searchTables: SearchTable[];
	triggers: Trigger[];
}

/** The triggers and search tables as the code below `root` has them. */
export async function loadExtras(root: string): Promise<SchemaExtras> {
	const module: SchemaExtras = await import(pathToFileURL(join(root, "src/db/triggers.ts")).href);
	return { searchTables: module.searchTables, triggers: module.triggers };
}

/** An empty database as the code means it, made without any migration. */
export async function expectedDatabase(
	snapshot: Snapshot,
	{ searchTables, triggers }: SchemaExtras,
): Promise<DatabaseSync> {
	const db = new DatabaseSync(":memory:");
	for (const sql of await statementsFor(snapshot)) db.exec(sql);
	for (const { create } of [...searchTables, ...triggers]) db.exec(create);
	return db;
}
