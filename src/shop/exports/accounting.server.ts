/** The export for the accounting: a line for each payment, refund and dispute, with what Stripe charged and paid out. */
import { and, asc, eq, sql } from "drizzle-orm";
import { checkouts, orders, paidCheckout } from "../../db/order-tables.ts";
import {
	balanceTransactions,
	isDisputeTransaction,
	orderRefunds,
	payouts,
} from "../../db/payment-tables.ts";
import { database } from "../../platform/database.ts";
import type { Cell } from "../csv/csv.ts";
import { decimalsIn } from "../currencies.ts";
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
	...["Date", "Type", "Checkout", "Country", "Currency", "Gross", "Net", "Tax", "Shipping"],
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

type OrderAmount = "total_cents" | "shipping_cents" | "tax_cents" | "included_tax_cents";

/** The sum of a column over the paid orders of a checkout, as the overview counts them. */
const sumOfOrders = (column: OrderAmount) =>
	sql<number>`(select coalesce(sum(one.${sql.raw(column)}), 0) from ${orders} as one where one.checkout_id = "checkouts"."id" and one.transaction_id is not null and one.closed_at is null)`;

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

/** The parts of the accounting in their order, with what the starts of their pages begin with: no id of a checkout does. */
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
			id: checkouts.id,
			paidAt: checkouts.paidAt,
			country: checkouts.country,
			currency: checkouts.currency,
			transactionId: checkouts.transactionId,
			items: sumOfOrders("total_cents").as("items"),
			shipping: sumOfOrders("shipping_cents").as("shipping"),
			tax: sumOfOrders("tax_cents").as("tax"),
			includedTax: sumOfOrders("included_tax_cents").as("included_tax"),
			...settled,
		})
		.from(checkouts)
		.leftJoin(
			balanceTransactions,
			sql`${balanceTransactions.intentId} = ${checkouts.transactionId} and ${balanceTransactions.category} = 'charge'`,
		)
		.leftJoin(payouts, isPaidOut)
		.where(and(paidCheckout, inRange(checkouts.paidAt, checkouts.id, start, range)))
		.orderBy(asc(checkouts.paidAt), asc(checkouts.id))
		.limit(rowsPerQuery);
	return toPage(
		rows,
		(row) => {
			const amount = (cents: number) => decimalsIn(cents, row.currency);
			const gross = row.items + row.shipping + row.tax;
			const tax = row.tax + row.includedTax;
			return [
				...[iso(row.paidAt), "payment", row.id, row.country, row.currency, amount(gross)],
				...[amount(gross - tax), amount(tax), amount(row.shipping), undefined, undefined],
				...[row.transactionId, ...settledCells(row)],
			];
		},
		({ paidAt, id }) => ({ value: paidAt?.getTime() ?? 0, id }),
	);
}

async function readRefunds(start: PageStart | undefined, range: TimeRange): Promise<Page> {
	const rows = await database()
		.select({
			id: orderRefunds.id,
			doneAt: orderRefunds.doneAt,
			checkoutId: orderRefunds.checkoutId,
			amountCents: orderRefunds.amountCents,
			stripeRefundId: orderRefunds.stripeRefundId,
			country: checkouts.country,
			currency: checkouts.currency,
			...settled,
		})
		.from(orderRefunds)
		.innerJoin(checkouts, eq(checkouts.id, orderRefunds.checkoutId))
		// A refund at Stripe can be of several orders: its first line has the fee.
		.leftJoin(
			balanceTransactions,
			sql`${balanceTransactions.sourceId} = ${orderRefunds.stripeRefundId} and ${balanceTransactions.category} = 'refund' and not exists (select 1 from ${orderRefunds} as first where first.stripe_refund_id = ${orderRefunds.stripeRefundId} and first.id < ${orderRefunds.id})`,
		)
		.leftJoin(payouts, isPaidOut)
		.where(
			and(
				sql`"order_refunds"."status" = 'done'`,
				inRange(orderRefunds.doneAt, orderRefunds.id, start, range),
			),
		)
		.orderBy(asc(orderRefunds.doneAt), asc(orderRefunds.id))
		.limit(rowsPerQuery);
	return toPage(
		rows,
		(row) => [
			...[iso(row.doneAt), "refund", row.checkoutId, row.country, row.currency],
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
			checkoutId: sql<string>`${checkouts.id}`.as("checkout"),
			country: checkouts.country,
			...settled,
		})
		.from(balanceTransactions)
		.innerJoin(checkouts, eq(checkouts.transactionId, balanceTransactions.intentId))
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
	checkoutId: string;
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
		...[iso(row.createdAt), type, row.checkoutId, row.country, currency],
		...[undefined, undefined, undefined, undefined, undefined, dispute, row.disputeId],
		...settledCells({ ...row, ...part }),
	];
	const type = row.category === "dispute" ? "dispute" : "dispute won";
	return [
		line(type, decimalsIn(-amountCents, currency), { feeCents: 0, netCents: amountCents }),
		...(feeCents === 0 ? [] : [line("dispute fee", undefined, { feeCents, netCents: -feeCents })]),
	];
}
