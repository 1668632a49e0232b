/**
 * Writes the SQL that adds columns with their CHECKs without rebuilding the table, so that the running version is not
 * disturbed. SQLite tests the CHECK of a new column on all existing rows (SQLite docs: ALTER TABLE ADD
 * COLUMN).
 */
import { isDeepStrictEqual } from "node:util";
import type { SnapshotColumn, SnapshotTable } from "./drizzle.ts";

/** Whether a column can be added to a table that has rows. */
function canAddColumn({
	primaryKey,
	notNull,
	default: defaultValue,
	generated,
}: SnapshotColumn): boolean {
	if (primaryKey) return false;
	// SQLite adds a generated column only if it is not stored.
	if (generated) return generated.type === "virtual";
	// SQLite allows neither an expression nor CURRENT_TIMESTAMP here.
	if (/^(\(|current_)/i.test(String(defaultValue ?? ""))) return false;
	return !notNull || defaultValue !== undefined;
}

/** Whether each entry of `before` is unchanged in `after`. */
function isUnchanged(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
	return Object.entries(before).every(([name, value]) => isDeepStrictEqual(value, after[name]));
}

/** The entries of `after` that `before` lacks. */
function addedEntries<T>(before: Record<string, T>, after: Record<string, T>): T[] {
	return Object.entries(after).flatMap(([name, value]) => (name in before ? [] : [value]));
}

/** The column to add a CHECK with: the last new column that it mentions, or the last one. */
function columnForCheck(check: string, columns: SnapshotColumn[]): string | undefined {
	return (
		columns.findLast(({ name }) => new RegExp(`\\b${name}\\b`).test(check))?.name ??
		columns.at(-1)?.name
	);
}

/**
 * The statements that add the columns `before` lacks, without indexes; undefined if anything else has
 * changed.
 */
export function addColumns(before: SnapshotTable, after: SnapshotTable): string[] | undefined {
	const columns = addedEntries(before.columns, after.columns);
	const foreignKeys = addedEntries(before.foreignKeys, after.foreignKeys);
	const names = columns.map(({ name }) => name);
	const canAddInPlace =
		columns.length > 0 &&
		columns.every(canAddColumn) &&
		isUnchanged(before.columns, after.columns) &&
		isUnchanged(before.foreignKeys, after.foreignKeys) &&
		isUnchanged(before.checkConstraints, after.checkConstraints) &&
		isDeepStrictEqual(before.compositePrimaryKeys, after.compositePrimaryKeys) &&
		isDeepStrictEqual(before.uniqueConstraints, after.uniqueConstraints) &&
		foreignKeys.every(
			({ columnsFrom }) => columnsFrom.length === 1 && names.includes(String(columnsFrom[0])),
		);
	if (!canAddInPlace) return undefined;
	const checks = addedEntries(before.checkConstraints, after.checkConstraints);
	return columns.map((column) => {
		const { name, type, notNull, default: defaultValue, generated } = column;
		const key = foreignKeys.find(({ columnsFrom }) => columnsFrom[0] === name);
		return [
			`ALTER TABLE ${after.name} ADD COLUMN \`${name}\` ${type}`,
			defaultValue !== undefined && `DEFAULT ${defaultValue}`,
			notNull && "NOT NULL",
			generated && `GENERATED ALWAYS AS ${generated.as} VIRTUAL`,
			key &&
				`REFERENCES ${key.tableTo}(${key.columnsTo.join()}) ON UPDATE ${key.onUpdate} ON DELETE ${key.onDelete}`,
			...checks
				.filter((check) => columnForCheck(check.value, columns) === name)
				.map((check) => `CONSTRAINT "${check.name}" CHECK(${check.value})`),
		]
			.filter(Boolean)
			.join(" ");
	});
}
