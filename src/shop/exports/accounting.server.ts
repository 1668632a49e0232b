/**
 * The export for the accounting: a line for each payment, refund and dispute, with what Stripe charged and paid out. One
 * of tools and gift cards has a line for both: cards are taxed when somebody pays with them. What was refunded beyond an order
 * has a line of its own.
 */
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { decimalsIn } from "../../config/currencies.ts";
import { isReverseCharge, taxOfOrder } from "../../db/invoice-sql.ts";
import { invoices } from "../../db/invoice-tables.ts";
import { isPaidOrder, orderLines, orders } from "../../db/order-tables.ts";
import {
	balanceTransactions,
	isDisputeTransaction,
	payouts,
	refundLines,
	refunds,
} from "../../db/payment-tables.ts";
import { database } from "../../platform/database/database.ts";
import type { PaidParts } from "../costs/tax.ts";
import type { Cell } from "../csv/csv.ts";
import { sellerNow } from "../invoices/invoices.ts";
import { categoryOf } from "../invoices/tax-category.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import {
	inRange,
	iso,
	nextStart,
	type Page,
	type PageStart,
	rowsPerQuery,
} from "./export-pages.server.ts";
import type { TimeRange } from "./exports.ts";
import { amountsOf, amountsOfRefund, type TaxedAmounts, type TaxedRow, TaxSums } from "./taxes.ts";

/** The sums over the paid lines of an order, as the overview counts them, read at once. */
const sumsOfLines = sql`(
	select json_object(
		'itemsCents', coalesce(sum(one.total_cents), 0),
		'shippingCents', coalesce(sum(one.shipping_cents), 0),
		'taxCents', coalesce(sum(one.tax_cents), 0),
		'includedTaxCents', coalesce(sum(one.included_tax_cents), 0),
		'taxRate', coalesce(max(one.tax_rate), 0),
		'cardsCents', coalesce(sum(iif(one.gift_codes is null, 0, one.total_cents)), 0)
	)
	from ${orderLines} as one
	where one.order_id = "orders"."id" and one.transaction_id is not null and one.closed_at is null
)`;
const sumsSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		itemsCents: v.number(),
		shippingCents: v.number(),
		taxCents: v.number(),
		includedTaxCents: v.number(),
		taxRate: v.number(),
		cardsCents: v.number(),
	}),
);

/** The rate by which a paid order was taxed, in millionths: the same for all of its lines but gift cards. */
const rateOfLines =
	sql<number>`(select coalesce(max(one.tax_rate), 0) from ${orderLines} as one where one.order_id = "orders"."id" and one.transaction_id is not null)`.as(
		"tax_rate",
	);

/** The sum of a column over the lines of a refund. */
const ofRefund = (column: "shipping_cents" | "tax_cents" | "included_tax_cents") =>
	sql<number>`(select coalesce(sum(part.${sql.raw(column)}), 0) from ${refundLines} as part where part.refund_id = "refunds"."id")`.as(
		`of_${column}`,
	);

/** What a refund refunds of gift cards. */
const cardsOfRefund = sql<number>`(
		select coalesce(sum(part.amount_cents), 0)
		from ${refundLines} as part
		join ${orderLines} as one on one.id = part.line_id
		where part.refund_id = "refunds"."id" and one.gift_codes is not null
	)`.as("of_cards");

/**
 * What the category of tax follows from: what the document of a payment or a refund says, or, where none was made yet,
 * what the order's would say now.
 */
const documentWhere = (condition: SQL) => {
	const object = (seller: SQL, reverseCharge: SQL, taxCents: SQL) =>
		sql`json_object('seller', json(${seller}), 'reverseCharge', ${reverseCharge}, 'taxCents', ${taxCents})`;
	const own = object(sql`former.seller`, sql`former.reverse_charge`, sql`former.tax_cents`);
	const now = object(
		sql`${JSON.stringify(sellerNow)}`,
		sql.raw(isReverseCharge),
		sql.raw(taxOfOrder),
	);
	return sql<string>`coalesce((select ${own} from ${invoices} as former where former.order_id = "orders"."id" and ${condition}), ${now})`.as(
		"document",
	);
};
const documentSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		seller: v.object({ country: v.string(), vatNumber: v.optional(v.string()) }),
		reverseCharge: v.pipe(
			v.number(),
			v.transform((flag) => flag === 1),
		),
		taxCents: v.number(),
	}),
);

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
		amount(feeCents),
		amount(netCents),
		balanceCurrency ?? undefined,
		payoutId ?? undefined,
		iso(paidOutAt)?.slice(0, 10),
	];
}

/** The parts of the accounting in their order, with what the starts of their pages begin with: no id of an order does. */
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

/** Rows of payments, with their amounts and the rate of tax. */
async function selectPayments(start: PageStart | undefined, range: TimeRange) {
	const rows = await database()
		.select({
			id: orders.id,
			number: orders.number,
			paidAt: orders.paidAt,
			country: orders.country,
			postalCode: orders.postalCode,
			currency: orders.currency,
			transactionId: orders.transactionId,
			sums: sumsOfLines.as("sums"),
			giftCardCents: orders.giftCardCents,
			document: documentWhere(sql`former.refund_id is null`),
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
	return rows.map((row) => {
		const { taxRate, cardsCents, ...parts } = v.parse(sumsSchema, row.sums);
		const at = row.paidAt ?? new Date(0);
		return { ...row, at, taxed: byRate({ ...row, at, taxRate }, parts, cardsCents, amountsOf) };
	});
}

/** The amounts of a row's tools, with the rate by which its order was placed, and those of its gift cards. */
function byRate(
	{
		country,
		postalCode,
		currency,
		at,
		taxRate,
		document,
	}: Pick<TaxedRow, "country" | "currency" | "at"> & {
		postalCode: string;
		taxRate: number;
		document: string;
	},
	parts: PaidParts,
	cardsCents: number,
	toAmounts: (parts: PaidParts) => TaxedAmounts,
): TaxedRow[] {
	const row = { country, currency, at };
	const buyer = { deliveryCountry: country, deliveryPostalCode: postalCode };
	const taxed = { ...v.parse(documentSchema, document), buyer };
	const category = (kind: "item" | "gift-card", rate: number) =>
		categoryOf(taxed, { kind, taxRate: rate });
	const tools = toAmounts({ ...parts, itemsCents: parts.itemsCents - cardsCents });
	const cards = toAmounts({
		itemsCents: cardsCents,
		shippingCents: 0,
		taxCents: 0,
		includedTaxCents: 0,
	});
	return [
		...(tools.grossCents !== 0 || cardsCents === 0
			? [{ ...row, ...tools, rate: taxRate / 10_000, category: category("item", taxRate) }]
			: []),
		...(cardsCents === 0
			? []
			: [{ ...row, ...cards, rate: 0, category: category("gift-card", 0) }]),
	];
}

/** A page with the lines of each row: what else there is to say of it stands in the first. */
function toRatedPage<Row extends { id: string; at: Date; taxed: readonly TaxedRow[] }>(
	rows: readonly Row[],
	beginning: (row: Row) => Cell[],
	end: (row: Row) => Cell[],
): Page {
	return {
		lines: rows.flatMap((row) =>
			row.taxed.map((amounts, index) => [
				...beginning(row),
				...taxedCells(amounts),
				...(index === 0 ? end(row) : end(row).fill(undefined)),
			]),
		),
		next: nextStart(rows, startAfter),
	};
}

const startAfter = ({ at, id }: { at: Date; id: string }) => ({ value: at.getTime(), id });

/** The cells that payments and refunds have: the sum of a column is what is left of the payments. */
function taxedCells({
	country,
	currency,
	grossCents,
	netCents,
	taxCents,
	shippingCents,
	rate,
	category,
}: TaxedRow) {
	const amount = (cents: number) => decimalsIn(cents, currency);
	return [
		country,
		currency,
		amount(grossCents),
		amount(netCents),
		amount(taxCents),
		String(rate),
		category,
		amount(shippingCents),
	];
}

async function readPayments(start: PageStart | undefined, range: TimeRange): Promise<Page> {
	return toRatedPage(
		await selectPayments(start, range),
		(row) => [iso(row.paidAt), "payment", formatOrderNumber(row.number), row.id],
		(row) => [
			decimalsIn(row.giftCardCents, row.currency),
			undefined,
			undefined,
			row.transactionId,
			...settledCells(row),
		],
	);
}

/** Rows of refunds, with their amounts, which are negative, and the rate of their order. */
async function selectRefunds(start: PageStart | undefined, range: TimeRange) {
	const rows = await database()
		.select({
			id: refunds.id,
			doneAt: refunds.doneAt,
			orderId: refunds.orderId,
			number: orders.number,
			amountCents: refunds.amountCents,
			overpaidCents: refunds.overpaidCents,
			stripeRefundId: refunds.stripeRefundId,
			country: orders.country,
			postalCode: orders.postalCode,
			currency: orders.currency,
			shipping: ofRefund("shipping_cents"),
			tax: ofRefund("tax_cents"),
			includedTax: ofRefund("included_tax_cents"),
			giftCardCents: sql<number>`iif(${refunds.giftCardId} is null, 0, -${refunds.amountCents})`.as(
				"onto_cards",
			),
			taxRate: rateOfLines,
			cards: cardsOfRefund,
			document: documentWhere(
				sql`former.refund_id = "refunds"."id" and former.kind = 'credit-note'`,
			),
			...settled,
		})
		.from(refunds)
		.innerJoin(orders, eq(orders.id, refunds.orderId))
		.leftJoin(
			balanceTransactions,
			sql`${balanceTransactions.sourceId} = ${refunds.stripeRefundId} and ${balanceTransactions.category} = 'refund'`,
		)
		.leftJoin(payouts, isPaidOut)
		.where(
			and(
				sql`"refunds"."status" = 'done' and "refunds"."reason" <> 'not_awaited'`,
				inRange(refunds.doneAt, refunds.id, start, range),
			),
		)
		.orderBy(asc(refunds.doneAt), asc(refunds.id))
		.limit(rowsPerQuery);
	return rows.map((row) => {
		const parts = {
			itemsCents: row.amountCents - row.overpaidCents - row.shipping - row.tax,
			shippingCents: row.shipping,
			taxCents: row.tax,
			includedTaxCents: row.includedTax,
		};
		const at = row.doneAt ?? new Date(0);
		const isOverpaidOnly = row.amountCents === row.overpaidCents;
		const taxed = isOverpaidOnly ? [] : byRate({ ...row, at }, parts, row.cards, amountsOfRefund);
		return { ...row, at, taxed };
	});
}

type RefundToExport = Awaited<ReturnType<typeof selectRefunds>>[number];

/** The cells of a refund after its amounts, with what Stripe paid out for it in its first line. */
const endOfRefund = (row: RefundToExport, cents: number) => [
	decimalsIn(row.giftCardCents, row.currency),
	decimalsIn(cents, row.currency),
	undefined,
	row.stripeRefundId,
	...settledCells(row),
];

/** The line of what a refund has refunded beyond its order: no sale has it, so it has no tax. */
function toOverpaidLines(row: RefundToExport): Cell[][] {
	const { overpaidCents, country, currency, taxed } = row;
	if (overpaidCents === 0) return [];
	const end = endOfRefund(row, overpaidCents);
	const [giftCards, refunded, dispute, id, ...settled] = end;
	return [
		[
			iso(row.doneAt),
			"overpaid refund",
			formatOrderNumber(row.number),
			row.orderId,
			country,
			currency,
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			taxed.length > 0 ? undefined : giftCards,
			refunded,
			dispute,
			id,
			...(taxed.length > 0 ? settled.fill(undefined) : settled),
		],
	];
}

async function readRefunds(start: PageStart | undefined, range: TimeRange): Promise<Page> {
	const rows = await selectRefunds(start, range);
	const { lines, next } = toRatedPage(
		rows,
		(row) => [iso(row.doneAt), "refund", formatOrderNumber(row.number), row.orderId],
		(row) => endOfRefund(row, row.amountCents - row.overpaidCents),
	);
	return { lines: [...lines, ...rows.flatMap(toOverpaidLines)], next };
}

/** The sums of payments and refunds by month, country and rate, as one page. */
export async function readTaxes(_: PageStart | undefined, range: TimeRange): Promise<Page> {
	const sums = new TaxSums();
	for (const select of [selectPayments, selectRefunds]) {
		let start: PageStart | undefined;
		do {
			const rows: { taxed: TaxedRow[]; at: Date; id: string }[] = await select(start, range);
			for (const row of rows.flatMap(({ taxed }) => taxed)) sums.add(row);
			start = nextStart(rows, startAfter);
		} while (start);
	}
	return { lines: sums.lines(), next: undefined };
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
		iso(row.createdAt),
		type,
		formatOrderNumber(row.number),
		row.orderId,
		row.country,
		currency,
		// The columns from Gross to Refund are empty.
		...Array<Cell>(8).fill(undefined),
		dispute,
		row.disputeId,
		...settledCells({ ...row, ...part }),
	];
	const type = row.category === "dispute" ? "dispute" : "dispute won";
	return [
		line(type, decimalsIn(-amountCents, currency), { feeCents: 0, netCents: amountCents }),
		...(feeCents === 0 ? [] : [line("dispute fee", undefined, { feeCents, netCents: -feeCents })]),
	];
}
