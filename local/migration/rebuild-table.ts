/**
 * Rebuilds a table on D1 in one transaction with the tables that refer to it.
 *
 * D1 always enforces foreign keys, and `PRAGMA foreign_keys = OFF` has no effect inside its implicit
 * transaction; `PRAGMA defer_foreign_keys` defers the check to the end (Cloudflare docs: D1, Define
 * foreign keys). DROP TABLE deletes each row first, so ON DELETE actions run, deferred or not (SQLite
 * docs: Foreign keys, 5), and each row that still refers to one counts as a violation. Inserting the row
 * into a table of that name again clears the violation; renaming a filled table does not. So the rows are
 * backed up, the table is dropped and created again under its name, and the rows are restored with their
 * rowids. Rows that the actions delete or change in other tables are backed up and restored too.
 */
import type { DatabaseSync } from "node:sqlite";
import { queryAll } from "./db-schema.ts";
import type { SnapshotTable } from "./drizzle.ts";

/** A table after the rebuild. */
export interface RebuiltTable {
	table: SnapshotTable;
	/** The statements that create it and its indexes. */
	createStatements: string[];
}

/** A foreign key that refers to a table. */
interface Reference {
	from: string;
	column: string;
	onDelete: string;
}

/** The foreign keys that refer to a table. Throws if one has several columns or is a self-reference. */
function referencesTo(db: DatabaseSync, table: string): Reference[] {
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

/** The tables whose rows ON DELETE actions change when all rows of a table are deleted. */
export function affectedTables(db: DatabaseSync, table: string): string[] {
	return referencesTo(db, table)
		.filter(({ onDelete }) => onDelete !== "NO ACTION" && onDelete !== "RESTRICT")
		.flatMap(({ from, onDelete }) => [
			from,
			...(onDelete === "CASCADE" ? affectedTables(db, from) : []),
		]);
}

/** The statements before a table is dropped, and those that undo the drop's effects afterwards. */
interface BackupStep {
	before: string[];
	after: string[];
}

function columnNames(db: DatabaseSync, table: string): string[] {
	return queryAll(db, `select name from pragma_table_info('${table}')`).map(
		({ name }) => `\`${name}\``,
	);
}

/** Backs up and restores the rows that ON DELETE actions change when a table is dropped. */
function backUpReferences(db: DatabaseSync, table: string): BackupStep[] {
	return referencesTo(db, table).flatMap(({ from, column, onDelete }) => {
		const index = addTemporaryIndex(db, from, column);
		const backupTable = `backup_${from}_${column}`;
		const drop = `DROP TABLE ${backupTable}`;
		if (onDelete === "CASCADE") {
			const names = columnNames(db, from).join(", ");
			return [
				...index,
				...backUpReferences(db, from),
				{
					before: [
						`CREATE TABLE ${backupTable} AS SELECT rowid AS backup_rowid, * FROM ${from} WHERE ${column} IS NOT NULL`,
					],
					after: [
						`INSERT INTO ${from} (rowid, ${names}) SELECT backup_rowid, ${names} FROM ${backupTable}`,
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
						`CREATE TABLE ${backupTable} AS SELECT rowid AS backup_rowid, ${column} AS backup_value FROM ${from} WHERE ${column} IS NOT NULL`,
					],
					after: [
						`UPDATE ${from} SET ${column} = ${backupTable}.backup_value FROM ${backupTable} WHERE ${from}.rowid = ${backupTable}.backup_rowid`,
						drop,
					],
				},
			];
		}
		return index;
	});
}

/** A temporary index for the rebuild: without one, each deleted or inserted row scans the other table. */
function addTemporaryIndex(db: DatabaseSync, from: string, column: string): BackupStep[] {
	const existingIndexes = queryAll(
		db,
		`select 1 from pragma_index_list('${from}') as l, pragma_index_info(l.name) as i where i.seqno = 0 and i.name = '${column}' and l.partial = 0`,
	);
	if (existingIndexes.length > 0) return [];
	const name = `backup_${from}_by_${column}`;
	return [
		{
			before: [`CREATE INDEX ${name} ON ${from} (${column})`],
			after: [`DROP INDEX ${name}`],
		},
	];
}

/** The column that is an alias of the rowid, if any (SQLite docs: ROWIDs and the INTEGER PRIMARY KEY). */
function rowidColumn({ columns }: SnapshotTable): string | undefined {
	const key = Object.values(columns).find(({ primaryKey }) => primaryKey);
	return key?.type === "integer" ? key.name : undefined;
}

/** The statement that restores the rows with their rowids. */
function restoreRows(before: SnapshotTable, { table }: RebuiltTable, backupTable: string): string {
	const rowid = rowidColumn(table);
	if (rowid && before.columns[rowid] && rowidColumn(before) !== rowid) {
		throw new Error(`${table.name}.${rowid} becomes the rowid: make it a new column.`);
	}
	const sharedColumns = Object.keys(table.columns).filter(
		(name) => name !== rowid && before.columns[name] && !table.columns[name]?.generated,
	);
	for (const { name, notNull, default: defaultValue } of Object.values(table.columns)) {
		if (before.columns[name] || name === rowid || !notNull || defaultValue !== undefined) continue;
		throw new Error(`${table.name}.${name} is new and NOT NULL: it needs a default.`);
	}
	const names = sharedColumns.map((name) => `\`${name}\``).join(", ");
	return `INSERT INTO ${table.name} (${rowid ?? "rowid"}, ${names}) SELECT backup_rowid, ${names} FROM ${backupTable}`;
}

/** The statements that rebuild a table. The caller drops the triggers before and creates them again after. */
export function rebuild(db: DatabaseSync, before: SnapshotTable, rebuilt: RebuiltTable): string[] {
	const { name } = before;
	const backupTable = `backup_${name}`;
	const backup = backUpReferences(db, name);
	return [
		...backup.flatMap((step) => step.before),
		`CREATE TABLE ${backupTable} AS SELECT rowid AS backup_rowid, * FROM ${name}`,
		`DROP TABLE ${name}`,
		...rebuilt.createStatements,
		restoreRows(before, rebuilt, backupTable),
		`DROP TABLE ${backupTable}`,
		...backup.reverse().flatMap((step) => step.after),
	];
}
