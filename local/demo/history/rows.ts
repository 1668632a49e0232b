/** The rows of the history, and the statements that insert them. */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { audit } from "../../../src/db/audit-tables.ts";
import { customerNotes, users } from "../../../src/db/auth-tables.ts";
import { offerCodes, offers, orderOffers } from "../../../src/db/offer-tables.ts";
import { orderLines, orderNotes, orders, shipments } from "../../../src/db/order-tables.ts";
import { outbox } from "../../../src/db/outbox-tables.ts";
import { refundLines, refunds } from "../../../src/db/payment-tables.ts";
import { questions } from "../../../src/db/question-tables.ts";
import { returnLines, returns } from "../../../src/db/return-tables.ts";
import { reviewReports, reviews } from "../../../src/db/review-tables.ts";
import { stockAlerts } from "../../../src/db/tool-tables.ts";

/** In the order in which they are inserted: what is referred to comes first. */
const tables = {
	users,
	customerNotes,
	offers,
	offerCodes,
	orders,
	orderOffers,
	orderLines,
	shipments,
	orderNotes,
	refunds,
	refundLines,
	returns,
	returnLines,
	reviews,
	reviewReports,
	questions,
	stockAlerts,
	audit,
	outbox,
};
type Tables = typeof tables;

export type HistoryRows = { [Name in keyof Tables]: Tables[Name]["$inferInsert"][] };

export const noRows = (): HistoryRows => ({
	users: [],
	customerNotes: [],
	offers: [],
	offerCodes: [],
	orders: [],
	orderOffers: [],
	orderLines: [],
	shipments: [],
	orderNotes: [],
	refunds: [],
	refundLines: [],
	returns: [],
	returnLines: [],
	reviews: [],
	reviewReports: [],
	questions: [],
	stockAlerts: [],
	audit: [],
	outbox: [],
});

export interface Statement {
	sql: string;
	values: (string | number)[];
}

/** Rows of one statement: D1 takes values of at most two megabytes. */
const rowsAtOnce = 500;

/** Returns the statements that insert rows. Triggers then keep all sums, as for the shop's own statements. */
export function insertStatements(rows: HistoryRows): Statement[] {
	return Object.entries(tables).flatMap(([name, table]) => {
		const given: readonly Record<string, unknown>[] = rows[name as keyof Tables];
		return insertInto(table, given);
	});
}

function insertInto(table: SQLiteTable, rows: readonly Record<string, unknown>[]): Statement[] {
	const given = new Set(rows.flatMap((row) => Object.keys(row)));
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => given.has(name));
	const names = columns.map(([, column]) => column.name).join(", ");
	const values = columns.map((_, index) => `value ->> ${index}`).join(", ");
	const sql = `insert into ${getTableName(table)} (${names}) select ${values} from json_each(?)`;
	const inSql = rows.map((row) =>
		columns.map(([name, column]) => {
			// What other rows have and this one has not is as the table's default.
			const value = row[name] === undefined ? column.default : row[name];
			return value === undefined || value === null ? null : column.mapToDriverValue(value);
		}),
	);
	return Array.from({ length: Math.ceil(inSql.length / rowsAtOnce) }, (_, page) => ({
		sql,
		values: [JSON.stringify(inSql.slice(page * rowsAtOnce, (page + 1) * rowsAtOnce))],
	}));
}
