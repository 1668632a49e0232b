/** The export for the accounting: a line for each payment, refund and dispute, with what Stripe charged and paid out. */
import { and, asc, eq, sql } from "drizzle-orm";
import { decimalsIn } from "../../config/currencies.ts";
import { isPaidOrder, orderLines, orders } from "../../db/order-tables.ts";
import {
	balanceTransactions,
	isDisputeTransaction,
	lineRefunds,
	payouts,
} from "../../db/payment-tables.ts";
import { database } from "../../platform/database.ts";
import type { Cell } from "../csv/csv.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import {
	inRange,
	iso,
	nextStart,
	type Page,
	type PageStart,
	rowsPerQuery,
	toPage,
} from "./export-pages.server.ts";
import type { TimeRange } from "./exports.ts";

export const accountingHeadings = [
	...["Date", "Type", "Order", "Order ID", "Country", "Currency"],
	...["Gross", "Net", "Tax", "Shipping"],
	...[
		"Refund",
		"Dispute",
		"Transaction",
		"Fee",
		"Net after fee",
		"Balance currency",
		"Payout",
		"Paid out",
	],
];

type LineAmount = "total_cents" | "shipping_cents" | "tax_cents" | "included_tax_cents";

/** The sum of a column over the paid lines of an order, as the overview counts them. */
const sumOfLines = (column: LineAmount) =>
	sql<number>`(select coalesce(sum(one.${sql.raw(column)}), 0) from ${orderLines} as one where one.order_id = "orders"."id" and one.transaction_id is not null and one.closed_at is null)`;

/** What Stripe charged and paid out, as far as the scheduled job has read it. */
const settled = {
	feeCents: balanceTransactions.feeCents,
	netCents: balanceTransactions.netCents,
	balanceCurrency: sql<string | null>`${balanceTransactions.currency}`.as("balance_currency"),
	payoutId: sql<string | null>`${payouts.id}`.as("payout_id"),
	paidOutAt: payouts.arrivesAt,
};

/** The money of a payout that has failed is still in the balance. */
const isPaidOut = and(
	eq(payouts.id, balanceTransactions.payoutId),
	sql`${payouts.status} = 'paid'`,
);

interface Settled {
	feeCents: number | null;
	netCents: number | null;
	balanceCurrency: string | null;
	payoutId: string | null;
	paidOutAt: Date | null;
}

/** Empty cells for what is not known yet. */
function settledCells({ feeCents, netCents, balanceCurrency, payoutId, paidOutAt }: Settled) {
	const amount = (cents: number | null) =>
		cents === null || balanceCurrency === null ? undefined : decimalsIn(cents, balanceCurrency);
	return [
		...[amount(feeCents), amount(netCents), balanceCurrency ?? undefined],
		...[payoutId ?? undefined, iso(paidOutAt)?.slice(0, 10)],
	];
}

/** The parts of the accounting in their line, with what the starts of their pages begin with: no id of an order does. */
const accountingParts = [
	{ mark: "", readPart: readPayments },
	{ mark: "refund ", readPart: readRefunds },
	{ mark: "dispute ", readPart: readDisputes },
];

/** A page of payments; after the last one, of refunds, then of disputes. */
export async function readAccounting(
	start: PageStart | undefined,
	range: TimeRange,
): Promise<Page> {
	const [payments, ...others] = accountingParts;
	const part = others.find(({ mark }) => start?.id.startsWith(mark)) ?? payments;
	if (!part) return { lines: [], next: undefined };
	const { mark, readPart } = part;
	const id = start?.id.slice(mark.length);
	const { lines, next } = await readPart(start && id ? { ...start, id } : undefined, range);
	const following = accountingParts[accountingParts.indexOf(part) + 1];
	return {
		lines,
		next: next ? { ...next, id: mark + next.id } : following && { value: 0, id: following.mark },
	};
}

async function readPayments(start: PageStart | undefined, range: TimeRange): Promise<Page> {
	const rows = await database()
		.select({
			id: orders.id,
			number: orders.number,
			paidAt: orders.paidAt,
			country: orders.country,
			currency: orders.currency,
			transactionId: orders.transactionId,
			items: sumOfLines("total_cents").as("items"),
			shipping: sumOfLines("shipping_cents").as("shipping"),
			tax: sumOfLines("tax_cents").as("tax"),
			includedTax: sumOfLines("included_tax_cents").as("included_tax"),
			...settled,
		})
		.from(orders)
		.leftJoin(
			balanceTransactions,
			sql`${balanceTransactions.intentId} = ${orders.transactionId} and ${balanceTransactions.category} = 'charge'`,
		)
		.leftJoin(payouts, isPaidOut)
		.where(and(isPaidOrder, inRange(orders.paidAt, orders.id, start, range)))
		.orderBy(asc(orders.paidAt), asc(orders.id))
		.limit(rowsPerQuery);
	return toPage(
		rows,
		(row) => {
			const amount = (cents: number) => decimalsIn(cents, row.currency);
			const gross = row.items + row.shipping + row.tax;
			const tax = row.tax + row.includedTax;
			return [
				...[iso(row.paidAt), "payment", formatOrderNumber(row.number), row.id],
				...[
					row.country,
					row.currency,
					amount(gross),
					amount(gross - tax),
					amount(tax),
					amount(row.shipping),
					undefined,
					undefined,
				],
				...[row.transactionId, ...settledCells(row)],
			];
		},
		({ paidAt, id }) => ({ value: paidAt?.getTime() ?? 0, id }),
	);
}

async function readRefunds(start: PageStart | undefined, range: TimeRange): Promise<Page> {
	const rows = await database()
		.select({
			id: lineRefunds.id,
			doneAt: lineRefunds.doneAt,
			orderId: lineRefunds.orderId,
			number: orders.number,
			amountCents: lineRefunds.amountCents,
			stripeRefundId: lineRefunds.stripeRefundId,
			country: orders.country,
			currency: orders.currency,
			...settled,
		})
		.from(lineRefunds)
		.innerJoin(orders, eq(orders.id, lineRefunds.orderId))
		// A refund at Stripe can be of several orders: its first line has the fee.
		.leftJoin(
			balanceTransactions,
			sql`${balanceTransactions.sourceId} = ${lineRefunds.stripeRefundId} and ${balanceTransactions.category} = 'refund' and not exists (select 1 from ${lineRefunds} as first where first.stripe_refund_id = ${lineRefunds.stripeRefundId} and first.id < ${lineRefunds.id})`,
		)
		.leftJoin(payouts, isPaidOut)
		.where(
			and(
				sql`"line_refunds"."status" = 'done'`,
				inRange(lineRefunds.doneAt, lineRefunds.id, start, range),
			),
		)
		.orderBy(asc(lineRefunds.doneAt), asc(lineRefunds.id))
		.limit(rowsPerQuery);
	return toPage(
		rows,
		(row) => [
			...[iso(row.doneAt), "refund", formatOrderNumber(row.number), row.orderId],
			...[row.country, row.currency],
			...[undefined, undefined, undefined, undefined],
			...[decimalsIn(row.amountCents, row.currency), undefined, row.stripeRefundId],
			...settledCells(row),
		],
		({ doneAt, id }) => ({ value: doneAt?.getTime() ?? 0, id }),
	);
}

/**
 * A page of disputes: a line for what the customer's bank took or gave back, and one for Stripe's fee. They are
 * in the currency of the balance, which Stripe has taken them from.
 */
async function readDisputes(start: PageStart | undefined, range: TimeRange): Promise<Page> {
	const rows = await database()
		.select({
			id: balanceTransactions.id,
			createdAt: balanceTransactions.createdAt,
			disputeId: balanceTransactions.sourceId,
			category: balanceTransactions.category,
			amountCents: balanceTransactions.amountCents,
			currency: sql<string>`${balanceTransactions.currency}`.as("currency_of_balance"),
			orderId: sql<string>`${orders.id}`.as("order_id"),
			number: orders.number,
			country: orders.country,
			...settled,
		})
		.from(balanceTransactions)
		.innerJoin(orders, eq(orders.transactionId, balanceTransactions.intentId))
		.leftJoin(payouts, isPaidOut)
		.where(
			and(
				isDisputeTransaction,
				inRange(balanceTransactions.createdAt, balanceTransactions.id, start, range),
			),
		)
		.orderBy(asc(balanceTransactions.createdAt), asc(balanceTransactions.id))
		.limit(rowsPerQuery);
	return {
		lines: rows.flatMap(toDisputeLines),
		next: nextStart(rows, ({ createdAt, id }) => ({ value: createdAt.getTime(), id })),
	};
}

interface DisputeTransaction extends Settled {
	createdAt: Date;
	orderId: string;
	number: number;
	country: string | null;
	category: string;
	amountCents: number;
	feeCents: number;
	currency: string;
	disputeId: string | null;
}

/** The line of what was taken or given back, and that of the fee if there is one. */
function toDisputeLines(row: DisputeTransaction): Cell[][] {
	const { amountCents, feeCents, currency } = row;
	const line = (type: string, dispute: Cell, part: Pick<Settled, "feeCents" | "netCents">) => [
		...[iso(row.createdAt), type, formatOrderNumber(row.number), row.orderId],
		...[row.country, currency],
		...[undefined, undefined, undefined, undefined, undefined, dispute, row.disputeId],
		...settledCells({ ...row, ...part }),
	];
	const type = row.category === "dispute" ? "dispute" : "dispute won";
	return [
		line(type, decimalsIn(-amountCents, currency), { feeCents: 0, netCents: amountCents }),
		...(feeCents === 0 ? [] : [line("dispute fee", undefined, { feeCents, netCents: -feeCents })]),
	];
}
