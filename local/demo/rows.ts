/**
 * Files of rows that a play has left: for each table its columns, then a row a line. `@-60000` is a time in milliseconds
 * from the end of the play, `@day-60000` the start of that day, `image:NAME` the address of a picture. What a file does
 * not name has its default.
 */
import { readFileSync } from "node:fs";
import { currency, invoices } from "../../src/config/config.ts";
import { dayOf, startOfDay } from "../../src/config/days.ts";
import { searchTables, triggers, vocabularyTables } from "../../src/db/triggers.ts";
import { sellerNow } from "../../src/shop/invoices/invoices.ts";
import { fillSales } from "../sums.ts";

export interface Statement {
	sql: string;
	values: (string | number)[];
}

export type Row = Readonly<Record<string, unknown>>;

/** Rows by their table, with times and addresses. */
export type Rows = ReadonlyMap<string, readonly Row[]>;

/** Reads a file for a shop that is opened at `now`, in UTC milliseconds. `imageOf` is the address of a picture by its name. */
export function readRows(file: URL, now: number, imageOf: (name: string) => string): Rows {
	const toValue = (value: unknown, key = ""): unknown => {
		if (key === "currency" && value !== null) return currency;
		if (typeof value === "string") {
			const [, day, ms] = /^@(day)?(-?\d+)$/.exec(value) ?? [];
			if (ms !== undefined) return day ? startOfDay(dayOf(now + Number(ms))) : now + Number(ms);
			return value.startsWith("image:") ? imageOf(value.slice("image:".length)) : value;
		}
		if (Array.isArray(value)) return value.map((one) => toValue(one));
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, one]) => [name, toValue(one, name)]),
		);
	};
	return rowsIn(readFileSync(file, "utf8"), toValue);
}

/** The rows of a file's text, with the values that `toValue` makes of those that are written. */
export function rowsIn(
	text: string,
	toValue: (value: unknown, column: string) => unknown = (value) => value,
): Rows {
	const rows = new Map<string, Row[]>();
	let [columns, list]: [string[], Row[]] = [[], []];
	for (const line of text.trim().split("\n")) {
		const read = JSON.parse(line);
		if (Array.isArray(read)) {
			list.push(
				Object.fromEntries(columns.map((name, place) => [name, toValue(read[place], name)])),
			);
		} else {
			columns = read.columns;
			list = [];
			rows.set(read.table, list);
		}
	}
	return rows;
}

/** Rows of one statement: D1 takes values of at most two megabytes. */
const rowsAtOnce = 500;

function insertInto(table: string, rows: readonly Row[]): Statement[] {
	const columns = Object.keys(rows[0] ?? {});
	const values = columns.map((_, index) => `value ->> ${index}`).join(", ");
	const inSql = rows.map((row) =>
		columns.map((name) => {
			const value = row[name];
			return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
		}),
	);
	return Array.from({ length: Math.ceil(inSql.length / rowsAtOnce) }, (_, page) => ({
		sql: `insert or replace into ${table} (${columns.join(", ")}) select ${values} from json_each(?)`,
		values: [JSON.stringify(inSql.slice(page * rowsAtOnce, (page + 1) * rowsAtOnce))],
	}));
}

const plain = (sql: string): Statement => ({ sql, values: [] });

/**
 * Returns the statements that put rows into a new shop, as one transaction. The rows have what triggers made of them, so
 * that these are away meanwhile; searches and sums by day, which depend on the shop and its calendar, are filled.
 */
export function statementsOf(rows: Rows): Statement[] {
	return [
		// A row may refer to a later one.
		plain("pragma defer_foreign_keys = on"),
		...triggers.map(({ name }) => plain(`drop trigger ${name}`)),
		...[...rows].flatMap(([table, list]) =>
			insertInto(table, table === "invoices" ? numbered(list) : list),
		),
		...[...searchTables, ...vocabularyTables].map(({ fill }) => plain(fill)),
		...fillSales.map(plain),
		...triggers.map(({ create }) => plain(create)),
	];
}

/** Numbers invoices and credit notes by their years, with the shop's own series and seller. */
function numbered(rows: readonly Row[]): Row[] {
	const serials = new Map<string, number>();
	return rows.map((row) => {
		const year = new Date(dayOf(Number(row.issued_at)) * 86_400_000).getUTCFullYear();
		const series = row.kind === "invoice" ? invoices.series : invoices.creditNoteSeries;
		const serial = (serials.get(`${series} ${year}`) ?? 0) + 1;
		serials.set(`${series} ${year}`, serial);
		return { ...row, series, year, serial, seller: sellerNow };
	});
}
