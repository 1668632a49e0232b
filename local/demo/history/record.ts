/** Records the history of a local shop: the columns of `history.jsonl` as its database has them now. */
import { getTableColumns, getTableName } from "drizzle-orm";
import { guestUserId } from "../../../src/access/guest.ts";
import { demoAccounts } from "../accounts.ts";
import { readRecording, tables } from "./history.ts";

/** These are in every shop. */
const seeded = [guestUserId, ...demoAccounts.map(({ id }) => id)];

/** Returns the file. `now` is where the history ends, and `nameOf` gives an image by its address. */
export function recordHistory(
	query: (sql: string) => Record<string, unknown>[],
	now: number,
	nameOf: (image: string) => string,
): string {
	const toValue = (name: string, value: unknown) => {
		if (value instanceof Date) return value.getTime() - now;
		if (name === "image") return nameOf(String(value));
		const { shippedAt } = Object(value) as { shippedAt?: number };
		return shippedAt === undefined ? value : { ...Object(value), shippedAt: shippedAt - now };
	};
	const lines = readRecording().flatMap((recorded) => {
		const { table } = recorded;
		const types = getTableColumns(tables[table]) as Record<string, Column>;
		// One that was dropped is no longer recorded.
		const columns = recorded.columns.filter((name) => types[name]);
		const found = columns.flatMap((name) => types[name] ?? []);
		const isOwn =
			table === "users" ? `where id not in (${seeded.map((id) => `'${id}'`).join(", ")})` : "";
		const rows = query(
			`select ${found.map(({ name }) => name).join(", ")} from ${getTableName(tables[table])} ${isOwn} order by rowid`,
		);
		return [
			{ table, columns },
			...rows.map((row) =>
				found.map((column, place) => {
					const stored = row[column.name] ?? null;
					const value = stored === null ? null : column.mapFromDriverValue(stored);
					return toValue(columns[place] ?? "", value);
				}),
			),
		];
	});
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

interface Column {
	name: string;
	mapFromDriverValue(value: unknown): unknown;
}
