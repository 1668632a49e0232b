/** What drizzle says of a schema: its snapshot, and the statements that lead from one to the next. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface SnapshotColumn {
	name: string;
	type: string;
	primaryKey: boolean;
	notNull: boolean;
	default?: unknown;
	generated?: unknown;
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

/** A schema as drizzle writes it down (its own types of it hold for nothing without zod). */
export interface Snapshot {
	id: string;
	tables: Record<string, SnapshotTable>;
}

/** What we use of drizzle-kit. */
interface DrizzleKit {
	generateSQLiteDrizzleJson(tables: object, beforeId?: string): Promise<Snapshot>;
	generateSQLiteMigration(before: Snapshot, after: Snapshot): Promise<string[]>;
}

// The CommonJS half of the package loads five times as fast as the other.
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

/** The files that hold drizzle's tables, below the root of the shop. */
const tableFiles = ["src/db/tables.ts", "src/db/auth-tables.ts"];

/** The snapshot of the tables as the code below `root` has them. */
export async function snapshotOf(root: string, before?: Snapshot): Promise<Snapshot> {
	const modules: unknown[] = await Promise.all(
		tableFiles.map((file) => import(pathToFileURL(join(root, file)).href)),
	);
	const snapshot = await drizzleKit.generateSQLiteDrizzleJson(
		Object.assign({}, ...modules),
		before?.id,
	);
	// As a file has it: without what is undefined.
	return JSON.parse(JSON.stringify(snapshot));
}

/** Drizzle's statements that lead from one snapshot to the next. A renamed table or column is asked about. */
export function statementsBetween(before: Snapshot, after: Snapshot): Promise<string[]> {
	return drizzleKit.generateSQLiteMigration(before, after);
}

/** Drizzle's statements for a new database; with `table`, for that table and its indexes alone. */
export function statementsFor(snapshot: Snapshot, table?: string): Promise<string[]> {
	const tables = Object.entries(snapshot.tables).filter(([name]) => !table || name === table);
	return drizzleKit.generateSQLiteMigration(emptySnapshot, {
		...snapshot,
		tables: Object.fromEntries(tables),
	});
}
