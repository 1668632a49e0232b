/**
 * Exports as CSV files: a query for some rows at a time, each after the last row of the one before. So neither memory
 * nor the time of a query grows with the table.
 */
import { and, asc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { users } from "../../db/auth-tables.ts";
import { checkouts, isShownOrder, orders, paidCheckout } from "../../db/order-tables.ts";
import {
	balanceTransactions,
	isDisputeTransaction,
	orderRefunds,
	payouts,
} from "../../db/payment-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database.ts";
import { byteOrderMark, type Cell, csvLine } from "../csv/csv.ts";
import { decimalsIn } from "../currencies.ts";
import { toolCells, toolHeadings } from "../imports/tool-columns.ts";
import { toManagedTool } from "../tools/managed-tools.server.ts";
import { guestUserId } from "../users/guest.ts";
import { roleOf } from "../users/roles.ts";
import type { ExportKind, TimeRange } from "./exports.ts";

/** Rows that a query reads: 1,000 queries, which a request may send, are 500,000 rows. */
const rowsPerQuery = 500;

interface Page {
	lines: Cell[][];
	/** Where the next page starts; undefined after the last one. */
	next: PageStart | undefined;
}

interface PageStart {
	value: number;
	id: string;
}

interface Exported {
	headings: string[];
	readPage: (start: PageStart | undefined, range: TimeRange) => Promise<Page>;
}

function toPage<Row>(
	rows: readonly Row[],
	toLine: (row: Row) => Cell[],
	startAfter: (row: Row) => PageStart,
): Page {
	const last = rows.at(-1);
	return {
		lines: rows.map(toLine),
		next: last && rows.length === rowsPerQuery ? startAfter(last) : undefined,
	};
}

type TimeColumn =
	| typeof orders.createdAt
	| typeof reviews.createdAt
	| typeof users.createdAt
	| typeof checkouts.paidAt
	| typeof orderRefunds.doneAt
	| typeof balanceTransactions.createdAt;

/** The condition of a page in the order of a time and an id. */
function inRange(
	time: TimeColumn,
	id:
		| typeof orders.id
		| typeof users.id
		| typeof reviews.id
		| typeof checkouts.id
		| typeof orderRefunds.id
		| typeof balanceTransactions.id,
	start: PageStart | undefined,
	{ from, until }: TimeRange,
): SQL {
	const after = start
		? sql`(${time}, ${id}) > (${start.value}, ${start.id})`
		: sql`${time} >= ${from}`;
	return sql`${after} and ${time} < ${until}`;
}

const iso = (date: Date | null) => date?.toISOString();

const exported: Record<ExportKind, Exported> = {
	tools: {
		headings: toolHeadings,
		readPage: async (start, { from, until }) => {
			const rows = await database()
				.select()
				.from(tools)
				.where(
					and(
						gt(tools.number, start?.value ?? 0),
						gte(tools.createdAt, new Date(from)),
						lt(tools.createdAt, new Date(Math.min(until, maxTime))),
					),
				)
				.orderBy(asc(tools.number))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				(row) => toolCells(toManagedTool(row)),
				({ number }) => ({ value: number, id: "" }),
			);
		},
	},
	orders: {
		headings: [
			...[
				"Order",
				"Checkout",
				"Placed",
				"Paid",
				"Shipped",
				"Status",
				"Customer",
				"E-mail",
				"Phone",
			],
			...["Address", "Tool", "Tool ID", "Pieces", "Unit price", "Items", "Shipping", "Tax"],
			...["Refunded", "Currency", "Transaction", "Partner"],
		],
		readPage: async (start, range) => {
			const rows = await database()
				.select()
				.from(orders)
				.where(and(isShownOrder, inRange(orders.createdAt, orders.id, start, range)))
				.orderBy(asc(orders.createdAt), asc(orders.id))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				(row) => {
					const amount = (cents: number) => decimalsIn(cents, row.currency);
					return [
						...[row.id, row.checkoutId, iso(row.createdAt), iso(row.paidAt), iso(row.shippedAt)],
						...[row.status, row.userName, row.email, row.phone, row.address, row.toolName],
						...[row.toolId, row.quantity, amount(row.unitPriceCents), amount(row.totalCents)],
						...[amount(row.shippingCents), amount(row.taxCents), amount(row.refundedCents)],
						...[row.currency, row.transactionId, row.partner],
					];
				},
				({ createdAt, id }) => ({ value: createdAt.getTime(), id }),
			);
		},
	},
	customers: {
		headings: [
			...["Customer", "Name", "E-mail", "Verified", "Phone", "Address", "Role", "Since"],
			...["Orders", "Last seen"],
		],
		readPage: async (start, range) => {
			const rows = await database()
				.select()
				.from(users)
				.where(
					and(inRange(users.createdAt, users.id, start, range), sql`${users.id} <> ${guestUserId}`),
				)
				.orderBy(asc(users.createdAt), asc(users.id))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				(row) => [
					...[row.id, row.name, row.email, row.emailVerified ? "yes" : "no", row.phone],
					...[row.address, roleOf(row.role, row.staffRole), iso(row.createdAt), row.orderCount],
					iso(row.lastSeenAt),
				],
				({ createdAt, id }) => ({ value: createdAt.getTime(), id }),
			);
		},
	},
	reviews: {
		headings: [
			...["Review", "Written", "Author", "Stars", "Text", "Tool", "Tool ID", "Verified"],
			...["Hidden because of", "Answer"],
		],
		readPage: async (start, range) => {
			const rows = await database()
				.select({ review: reviews, tool: sql<string | null>`${tools.name}`.as("tool_name") })
				.from(reviews)
				.leftJoin(tools, eq(tools.id, reviews.toolId))
				.where(inRange(reviews.createdAt, reviews.id, start, range))
				.orderBy(asc(reviews.createdAt), asc(reviews.id))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				({ review, tool }) => [
					...[review.id, iso(review.createdAt), review.author, review.rating, review.description],
					...[tool, review.toolId, review.orderId === null ? "no" : "yes"],
					...[review.hiddenReason, review.answer],
				],
				({ review }) => ({ value: review.createdAt.getTime(), id: review.id }),
			);
		},
	},
	accounting: {
		headings: [
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
		],
		readPage: readAccounting,
	},
};

/** The largest time that a Date can have. */
const maxTime = 8_640_000_000_000_000;

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
async function readAccounting(start: PageStart | undefined, range: TimeRange): Promise<Page> {
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
	const linesOf = (row: (typeof rows)[number]) => {
		const { amountCents, feeCents, currency } = row;
		const line = (type: string, dispute: Cell, part: Pick<Settled, "feeCents" | "netCents">) => [
			...[iso(row.createdAt), type, row.checkoutId, row.country, currency],
			...[undefined, undefined, undefined, undefined, undefined, dispute, row.disputeId],
			...settledCells({ ...row, ...part }),
		];
		return [
			line(
				row.category === "dispute" ? "dispute" : "dispute won",
				decimalsIn(-amountCents, currency),
				{ feeCents: 0, netCents: amountCents },
			),
			...(feeCents === 0
				? []
				: [line("dispute fee", undefined, { feeCents, netCents: -feeCents })]),
		];
	};
	const { next } = toPage(
		rows,
		() => [],
		({ createdAt, id }) => ({ value: createdAt.getTime(), id }),
	);
	return { lines: rows.flatMap(linesOf), next };
}

/** An export in pieces, with a byte order mark for spreadsheets that need one. */
export async function* exportCsv(
	kind: ExportKind,
	range: TimeRange,
	withByteOrderMark: boolean,
): AsyncGenerator<string> {
	const { headings, readPage } = exported[kind];
	yield (withByteOrderMark ? byteOrderMark : "") + csvLine(headings);
	let start: PageStart | undefined;
	do {
		const { lines, next }: Page = await readPage(start, range);
		yield lines.map(csvLine).join("");
		start = next;
	} while (start);
}
