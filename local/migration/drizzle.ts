/** Drizzle's snapshots of a schema and the statements between two of them. */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface SnapshotColumn {
	name: string;
	type: string;
	primaryKey: boolean;
	notNull: boolean;
	default?: unknown;
	generated?: { as: string; type: string };
}

interface SnapshotForeignKey {
	tableTo: string;
	columnsFrom: string[];
	columnsTo: string[];
	onUpdate?: string;
	onDelete?: string;
}

export interface SnapshotTable {
	name: string;
	columns: Record<string, SnapshotColumn>;
	indexes: Record<string, { name: string }>;
	foreignKeys: Record<string, SnapshotForeignKey>;
	compositePrimaryKeys: Record<string, unknown>;
	uniqueConstraints: Record<string, unknown>;
	checkConstraints: Record<string, { name: string; value: string }>;
}

/** Drizzle's snapshot of a schema. Its own types need zod. */
export interface Snapshot {
	id: string;
	tables: Record<string, SnapshotTable>;
}

/** The part of drizzle-kit's API in use. */
interface DrizzleKit {
	generateSQLiteDrizzleJson(tables: object, beforeId?: string): Promise<Snapshot>;
	generateSQLiteMigration(before: Snapshot, after: Snapshot): Promise<string[]>;
}

// The package's CommonJS build loads five times as fast as its ES modules.
const drizzleKit: DrizzleKit = createRequire(import.meta.url)("drizzle-kit/api");

const emptySnapshot = {
	version: "6",
	dialect: "sqlite",
	id: "",
	prevId: "",
	tables: {},
	views: {},
	enums: {},
	_meta: { tables: {}, columns: {} },
};

/** The snapshot of the tables in the code below `root`: all that `src/db/*-tables.ts` exports. */
export async function snapshotOf(root: string, before?: Snapshot): Promise<Snapshot> {
	const folder = join(root, "src/db");
	const files = readdirSync(folder).filter((name) => name.endsWith("-tables.ts"));
	const modules: unknown[] = await Promise.all(
		files.map((file) => import(pathToFileURL(join(folder, file)).href)),
	);
	const snapshot = await drizzleKit.generateSQLiteDrizzleJson(
		Object.assign({}, ...modules),
		before?.id,
	);
	// JSON has no undefined values, so that this equals a stored snapshot.
	return JSON.parse(JSON.stringify(snapshot));
}

/** Drizzle's statements from one snapshot to the next. Drizzle prompts for renamed tables and columns. */
export function statementsBetween(before: Snapshot, after: Snapshot): Promise<string[]> {
	return drizzleKit.generateSQLiteMigration(before, after);
}

/** Drizzle's statements for a new database; with `table`, only for that table and its indexes. */
export function statementsFor(snapshot: Snapshot, table?: string): Promise<string[]> {
	const tables = Object.entries(snapshot.tables).filter(([name]) => !table || name === table);
	return drizzleKit.generateSQLiteMigration(emptySnapshot, {
		...snapshot,
		tables: Object.fromEntries(tables),
	});
}
