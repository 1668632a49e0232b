/**
 * Adding columns, with their CHECKs, without rebuilding the table: the running version is not
 * disturbed. SQLite tests a CHECK that comes with a column on all rows there are (SQLite docs: ALTER
 * TABLE ADD COLUMN).
 */
import { isDeepStrictEqual } from "node:util";
import type { SnapshotColumn, SnapshotTable } from "./drizzle.ts";

/** Whether a column may be added to a table that has rows. */
function mayBeAdded({
	primaryKey,
	notNull,
	default: standard,
	generated,
}: SnapshotColumn): boolean {
	if (primaryKey || generated) return false;
	// Neither an expression nor the time of day.
	if (/^(\(|current_)/i.test(String(standard ?? ""))) return false;
	return !notNull || standard !== undefined;
}

/** Whether each entry of `before` is unchanged in `after`. */
function keeps(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
	return Object.entries(before).every(([name, is]) => isDeepStrictEqual(is, after[name]));
}

/** The entries of `after` that `before` lacks. */
function added<T>(before: Record<string, T>, after: Record<string, T>): T[] {
	return Object.entries(after).flatMap(([name, is]) => (name in before ? [] : [is]));
}

/** The column a CHECK comes with: the last of the new ones that it mentions, or the last of all. */
function columnOf(check: string, columns: SnapshotColumn[]): string | undefined {
	return (
		columns.findLast(({ name }) => new RegExp(`\\b${name}\\b`).test(check))?.name ??
		columns.at(-1)?.name
	);
}

/**
 * The statements that add what `after` has more than `before`, indexes left out; undefined where more
 * has changed than that.
 */
export function addColumns(before: SnapshotTable, after: SnapshotTable): string[] | undefined {
	const columns = added(before.columns, after.columns);
	const keys = added(before.foreignKeys, after.foreignKeys);
	const names = columns.map(({ name }) => name);
	const fits =
		columns.length > 0 &&
		columns.every(mayBeAdded) &&
		keeps(before.columns, after.columns) &&
		keeps(before.foreignKeys, after.foreignKeys) &&
		keeps(before.checkConstraints, after.checkConstraints) &&
		isDeepStrictEqual(before.compositePrimaryKeys, after.compositePrimaryKeys) &&
		isDeepStrictEqual(before.uniqueConstraints, after.uniqueConstraints) &&
		keys.every(
			({ columnsFrom }) => columnsFrom.length === 1 && names.includes(String(columnsFrom[0])),
		);
	if (!fits) return undefined;
	const checks = added(before.checkConstraints, after.checkConstraints);
	return columns.map((column) => {
		const { name, type, notNull, default: standard } = column;
		const key = keys.find(({ columnsFrom }) => columnsFrom[0] === name);
		return [
			`ALTER TABLE ${after.name} ADD COLUMN \`${name}\` ${type}`,
			standard !== undefined && `DEFAULT ${standard}`,
			notNull && "NOT NULL",
			key &&
				`REFERENCES ${key.tableTo}(${key.columnsTo.join()}) ON UPDATE ${key.onUpdate} ON DELETE ${key.onDelete}`,
			...checks
				.filter((check) => columnOf(check.value, columns) === name)
				.map((check) => `CONSTRAINT "${check.name}" CHECK(${check.value})`),
		]
			.filter(Boolean)
			.join(" ");
	});
}
