/**
 * Six months of a made-up shop, as `history.jsonl` has them: times are in milliseconds before they end, and images have the
 * names of their drawings. They end at the moment when a shop is first opened.
 */
import { readFileSync } from "node:fs";
import type { PastPayment } from "@cogsmith/stand-in-for-stripe/past";
import { getTableColumns, getTableName } from "drizzle-orm";
import { currency, name as shopName, smallestCents } from "../../../src/config/config.ts";
import { dayOf, startOfDay } from "../../../src/config/days.ts";
import { audit } from "../../../src/db/audit-tables.ts";
import { customerNotes, users } from "../../../src/db/auth-tables.ts";
import { offerCodes, offers, orderOffers, sales, saleTools } from "../../../src/db/offer-tables.ts";
import { orderLines, orderNotes, orders, shipments } from "../../../src/db/order-tables.ts";
import { outbox } from "../../../src/db/outbox-tables.ts";
import { refundLines, refunds } from "../../../src/db/payment-tables.ts";
import { questions } from "../../../src/db/question-tables.ts";
import { returnLines, returns } from "../../../src/db/return-tables.ts";
import { reviewReports, reviews } from "../../../src/db/review-tables.ts";
import { reservedPieces, soldPieces } from "../../../src/db/row-rules.ts";
import { stockAlerts } from "../../../src/db/tool-tables.ts";
import { selectCodeUses } from "../../../src/db/triggers/offers.ts";
import { shippedCountries } from "../../../src/shop/costs/shipped-countries.ts";
import { noEnd } from "../../../src/shop/offers/offer-terms.ts";
import { formatOrderNumber } from "../../../src/shop/orders/order-number.ts";
import { fillCustomers, fillPartners, fillSales } from "../../sums.ts";
import { demoTools } from "../data.ts";
import { invoiceStatements, type Statement } from "./invoice-rows.ts";

/** What is referred to comes first: as in the file. */
export const tables = {
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
	sales,
	saleTools,
};
type Tables = typeof tables;
export type HistoryRows = { [Name in keyof Tables]: Tables[Name]["$inferInsert"][] };

export interface History {
	rows: HistoryRows;
	/** Fills a database that has the demo's accounts, tools and images, and no orders. */
	statements: Statement[];
	/** The payments, for the stand-in of Stripe. */
	payments: PastPayment[];
}

const dayMs = 24 * 60 * 60_000;
/** The tools and the demo's accounts are older than the first order. */
const olderMs = 190 * dayMs;

/** Offers and sales begin and end with a day. */
const dayColumns = ["startsAt", "endsAt", "startedAt", "endedAt"];

/** Reads the rows as they were recorded. */
export function readRecording(): { table: keyof Tables; columns: string[]; rows: unknown[][] }[] {
	const lines = readFileSync(new URL("history.jsonl", import.meta.url), "utf8")
		.trim()
		.split("\n");
	const recorded: ReturnType<typeof readRecording> = [];
	for (const line of lines) {
		const value = JSON.parse(line);
		if (Array.isArray(value)) recorded.at(-1)?.rows.push(value);
		else recorded.push({ ...value, rows: [] });
	}
	return recorded;
}

/** The demo rider lives there. */
const neededCountry = "US";

/** Whether there is a history of a shop that ships to these countries: its amounts have cents. */
export const canHaveHistory = (shippedTo: readonly string[] = shippedCountries()) =>
	shippedTo.includes(neededCountry) && smallestCents === 1;

/** Returns the history that ends at `now`, in UTC milliseconds. `imageOf` is the address of an image by its name. */
export function createHistory(now: number, imageOf: (name: string) => string): History {
	const rows = rowsUntil(now, imageOf);
	return {
		rows,
		statements: [
			...Object.entries(rows).flatMap(([name, list]) => insertInto(name as keyof Tables, list)),
			// Triggers sum an order when it is paid, and these are paid already.
			...[...fillSales, ...fillCustomers, ...fillPartners].map((sql) => ({ sql, values: [] })),
			// Triggers count the code when an order with it is placed, and these are paid.
			{ sql: `update offer_codes set uses = ${selectCodeUses}`, values: [] },
			...invoiceStatements(),
			...toolStatements(),
			...saleStatements,
			{
				sql: "update users set created_at = ?, updated_at = ? where id in ('demo-admin', 'demo-manager', 'demo-packer', 'demo-rider')",
				values: [now - olderMs, now - olderMs],
			},
		],
		payments: rows.orders.flatMap((order) => toPayment(rows, order)),
	};
}

function rowsUntil(now: number, imageOf: (name: string) => string): HistoryRows {
	const entries = readRecording().map(({ table, columns, rows }) => {
		const types = getTableColumns(tables[table]) as Record<string, { dataType: string }>;
		const toValue = (name: string, value: unknown) => {
			if (value === null) return null;
			if (name === "currency") return currency;
			if (name === "image") return imageOf(String(value));
			if (types[name]?.dataType === "date") return dateOf(name, now + Number(value));
			// When a parcel was shipped, in its mail.
			const { shippedAt } = Object(value) as { shippedAt?: number };
			return shippedAt === undefined ? value : { ...Object(value), shippedAt: now + shippedAt };
		};
		const toRow = (values: unknown[]) => ({
			...Object.fromEntries(columns.map((name, place) => [name, toValue(name, values[place])])),
			...(table === "offers" && { endsAt: noEnd }),
		});
		return [table, rows.map(toRow)];
	});
	return Object.fromEntries(entries);
}

const dateOf = (column: string, ms: number) =>
	new Date(dayColumns.includes(column) ? startOfDay(dayOf(ms)) : ms);

/** Rows of one statement: D1 takes values of at most two megabytes. */
const rowsAtOnce = 500;

/** Returns the statements that insert rows. */
function insertInto(name: keyof Tables, rows: readonly Record<string, unknown>[]): Statement[] {
	const table = tables[name];
	const given = Object.keys(rows[0] ?? {});
	const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.includes(key));
	const names = columns.map(([, column]) => column.name).join(", ");
	const values = columns.map((_, index) => `value ->> ${index}`).join(", ");
	const sql = `insert into ${getTableName(table)} (${names}) select ${values} from json_each(?)`;
	const inSql = rows.map((row) =>
		columns.map(([key, column]) => {
			const value = row[key] ?? (column.notNull ? column.default : undefined);
			return value === undefined || value === null ? null : column.mapToDriverValue(value);
		}),
	);
	return Array.from({ length: Math.ceil(inSql.length / rowsAtOnce) }, (_, page) => ({
		sql,
		values: [JSON.stringify(inSql.slice(page * rowsAtOnce, (page + 1) * rowsAtOnce))],
	}));
}

/**
 * What was ever stocked of each tool follows from what is left and was sold. The tools are as old as the history, have
 * a cost and a place on the shelves, and one is low at a mark of its own.
 */
function toolStatements(): Statement[] {
	return demoTools.map(({ slug, priceCents, category }, index) => ({
		sql: `update tools set stocked = quantity + ${reservedPieces} + ${soldPieces}, created_at = created_at - ?, updated_at = updated_at - ?, cost_cents = ?, shelf = ?, low_stock = nullif(?, 0) where id = ?`,
		values: [
			olderMs,
			olderMs,
			Math.round((priceCents * (52 + (index % 5) * 3)) / 100),
			`${category.charAt(0).toUpperCase()}${(index % 4) + 1}-${String(index + 1).padStart(2, "0")}`,
			slug === "cassette" ? 12 : 0,
			slug,
		],
	}));
}

/** The prices of the sale that runs, and which prices the tools had: after the tools are as old as the history. */
const saleStatements: Statement[] = [
	"update price_history set since = (select created_at from tools where id = tool_id)",
	"insert into price_history (tool_id, price_cents, since) select tool_id, price_cents, started_at from sale_tools where ended_at is not null union all select tool_id, prior_price_cents, ended_at from sale_tools where ended_at is not null",
	"update tools set sale_price_cents = cheaper.price_cents, sale_ends_at = cheaper.ends_at, prior_price_cents = regular_price_cents, updated_at = cheaper.started_at from (select tool_id, price_cents, started_at, ends_at from sale_tools join sales on sales.id = sale_id where ended_at is null) as cheaper where cheaper.tool_id = tools.id",
	"update price_history set since = (select started_at from sale_tools where sale_tools.tool_id = price_history.tool_id) where (tool_id, price_cents) in (select tool_id, price_cents from sale_tools where ended_at is null)",
].map((sql) => ({ sql, values: [] }));

/** The payment of an order that is paid, with its refunds. */
function toPayment(rows: HistoryRows, order: HistoryRows["orders"][number]): PastPayment[] {
	const { id: orderId, transactionId, paidAt, number } = order;
	if (!transactionId || !paidAt || number === undefined) return [];
	const written = formatOrderNumber(number);
	const line = rows.orderLines.find((one) => one.orderId === orderId && one.disputedAt);
	return [
		{
			id: transactionId,
			amount: order.totalCents,
			currency: order.currency.toLowerCase(),
			description: `${shopName} order ${written}`,
			metadata: { orderId, number: written },
			paidAt: paidAt.getTime(),
			disputedAt: line?.disputedAt?.getTime(),
			refunds: rows.refunds
				.filter((refund) => refund.orderId === orderId)
				.map(({ id, stripeRefundId, amountCents, createdAt, status }) => ({
					id: stripeRefundId ?? "",
					amount: amountCents,
					madeAt: createdAt.getTime(),
					metadata: { orderId, number: written, refundId: id },
					failed: status === "failed",
				})),
		},
	];
}
