/**
 * Rebuilding a table on D1, all in one transaction with what refers to it.
 *
 * D1 enforces foreign keys always, and `PRAGMA foreign_keys = OFF` does nothing inside its implicit
 * transaction; `PRAGMA defer_foreign_keys` puts the check off to the end (Cloudflare docs: D1, Define
 * foreign keys). DROP TABLE deletes each row first, so ON DELETE actions run, deferred or not (SQLite
 * docs: Foreign keys, 5), and counts each row that still refers to one as a violation; putting the row
 * back into a table of that name takes it off the count, renaming a filled table does not. So rows are
 * copied aside, the table is dropped and made anew under its own name, and the rows come back with
 * their own numbers; what the actions took from other tables is copied aside and put back too.
 */
import type { DatabaseSync } from "node:sqlite";
import { queryAll } from "./db-schema.ts";
import type { SnapshotTable } from "./drizzle.ts";

/** How a table looks after it was rebuilt. */
export interface RebuiltTable {
	table: SnapshotTable;
	/** The statements that make it and its indexes. */
	createStatements: string[];
}

/** A foreign key that leads to a table. */
interface Reference {
	from: string;
	column: string;
	onDelete: string;
}

/** The foreign keys that lead to a table. Throws where one has more than one column. */
export function referencesTo(db: DatabaseSync, table: string): Reference[] {
	return queryAll(
		db,
		`select m.name as child, k.id, k.seq, k."from" as column, k.on_delete as action from sqlite_master as m, pragma_foreign_key_list(m.name) as k where m.type = 'table' and k."table" = '${table}'`,
	).map(({ child, seq, column, action }) => {
		if (seq !== 0)
			throw new Error(`A key of ${child} to ${table} has several columns: not supported.`);
		if (child === table) throw new Error(`${table} refers to itself: not supported.`);
		return { from: String(child), column: String(column), onDelete: String(action) };
	});
}

/** The tables whose rows are changed or deleted when all rows of a table are deleted. */
export function affectedTables(db: DatabaseSync, table: string): string[] {
	return referencesTo(db, table)
		.filter(({ onDelete }) => onDelete !== "NO ACTION" && onDelete !== "RESTRICT")
		.flatMap(({ from, onDelete }) => [
			from,
			...(onDelete === "CASCADE" ? affectedTables(db, from) : []),
		]);
}

/** What is done before a table is dropped, and what undoes the drop's effects once it is back. */
interface BackupStep {
	before: string[];
	after: string[];
}

function columnNames(db: DatabaseSync, table: string): string[] {
	return queryAll(db, `select name from pragma_table_info('${table}')`).map(
		({ name }) => `\`${name}\``,
	);
}

/** Keeps what deleting all rows of a table does to those that refer to it. */
function backUpReferences(db: DatabaseSync, table: string): BackupStep[] {
	return referencesTo(db, table).flatMap(({ from, column, onDelete }) => {
		const index = addTemporaryIndex(db, from, column);
		const backupTable = `kept_${from}_${column}`;
		const drop = `DROP TABLE ${backupTable}`;
		if (onDelete === "CASCADE") {
			const names = columnNames(db, from).join(", ");
			return [
				...index,
				...backUpReferences(db, from),
				{
					before: [
						`CREATE TABLE ${backupTable} AS SELECT rowid AS kept_row, * FROM ${from} WHERE ${column} IS NOT NULL`,
					],
					after: [
						`INSERT INTO ${from} (rowid, ${names}) SELECT kept_row, ${names} FROM ${backupTable}`,
						drop,
					],
				},
			];
		}
		if (onDelete === "SET NULL" || onDelete === "SET DEFAULT") {
			return [
				...index,
				{
					before: [
						`CREATE TABLE ${backupTable} AS SELECT rowid AS kept_row, ${column} AS kept FROM ${from} WHERE ${column} IS NOT NULL`,
					],
					after: [
						`UPDATE ${from} SET ${column} = ${backupTable}.kept FROM ${backupTable} WHERE ${from}.rowid = ${backupTable}.kept_row`,
						drop,
					],
				},
			];
		}
		return index;
	});
}

/** An index for as long as a rebuild takes: without one, each row that goes or comes reads the other table whole. */
function addTemporaryIndex(db: DatabaseSync, from: string, column: string): BackupStep[] {
	const existingIndexes = queryAll(
		db,
		`select 1 from pragma_index_list('${from}') as l, pragma_index_info(l.name) as i where i.seqno = 0 and i.name = '${column}' and l.partial = 0`,
	);
	if (existingIndexes.length > 0) return [];
	const name = `kept_${from}_by_${column}`;
	return [
		{
			before: [`CREATE INDEX ${name} ON ${from} (${column})`],
			after: [`DROP INDEX ${name}`],
		},
	];
}

/** The column that is a row's own number, if a table has one (SQLite docs: ROWIDs and the INTEGER PRIMARY KEY). */
function rowidColumn({ columns }: SnapshotTable): string | undefined {
	const key = Object.values(columns).find(({ primaryKey }) => primaryKey);
	return key?.type === "integer" ? key.name : undefined;
}

/** How the rows of the copy go into the new table: with their own numbers. */
function restoreRows(before: SnapshotTable, { table }: RebuiltTable, backupTable: string): string {
	const rowid = rowidColumn(table);
	if (rowid && before.columns[rowid] && rowidColumn(before) !== rowid) {
		throw new Error(`${table.name}.${rowid} becomes the rows' number: make it a new column.`);
	}
	const sharedColumns = Object.keys(table.columns).filter(
		(name) => name !== rowid && before.columns[name],
	);
	for (const { name, notNull, default: defaultValue } of Object.values(table.columns)) {
		if (before.columns[name] || name === rowid || !notNull || defaultValue !== undefined) continue;
		throw new Error(`${table.name}.${name} is new and NOT NULL: it needs a default.`);
	}
	const names = sharedColumns.map((name) => `\`${name}\``).join(", ");
	return `INSERT INTO ${table.name} (${rowid ?? "rowid"}, ${names}) SELECT kept_row, ${names} FROM ${backupTable}`;
}

/** The statements that rebuild a table. The caller drops triggers before and puts them back after. */
export function rebuild(db: DatabaseSync, before: SnapshotTable, rebuilt: RebuiltTable): string[] {
	const { name } = before;
	const backupTable = `kept_${name}`;
	const backup = backUpReferences(db, name);
	return [
		...backup.flatMap((step) => step.before),
		`CREATE TABLE ${backupTable} AS SELECT rowid AS kept_row, * FROM ${name}`,
		`DROP TABLE ${name}`,
		...rebuilt.createStatements,
		restoreRows(before, rebuilt, backupTable),
		`DROP TABLE ${backupTable}`,
		...backup.reverse().flatMap((step) => step.after),
	];
}
