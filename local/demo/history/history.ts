/**
 * Six months of a made-up shop, up to the moment it is first opened: the same each time but for the dates. The rows are
 * those that the shop's own statements would have left, so that the doctor finds nothing wrong with them.
 */
import type { PastPayment } from "@cogsmith/stand-in-for-stripe/past";
import { name as shopName } from "../../../src/config/config.ts";
import { reservedPieces, soldPieces } from "../../../src/db/row-rules.ts";
import { addressInOneLine } from "../../../src/shop/addresses/address.ts";
import { shippedCountries } from "../../../src/shop/costs/shipped-countries.ts";
import { formatOrderNumber, numberBeforeFirst } from "../../../src/shop/orders/order-number.ts";
import { demoTools } from "../data.ts";
import type { Builder } from "./builder.ts";
import { historyDays } from "./demand.ts";
import { addOffers, offerStatements } from "./demo-offers.ts";
import { invoiceStatements } from "./invoice-rows.ts";
import { addOrder, type BuiltOrder } from "./order-rows.ts";
import { planOrders } from "./plan.ts";
import type { PlannedOrder } from "./planned-order.ts";
import { addQuestions } from "./question-rows.ts";
import { createRandom } from "./random.ts";
import { addRefund } from "./refund-rows.ts";
import { addReturns } from "./return-rows.ts";
import { addReports, addReviews, type ReviewImages } from "./review-rows.ts";
import { type HistoryRows, insertStatements, noRows, type Statement } from "./rows.ts";
import { addSaleAudit, saleStatements } from "./sale-rows.ts";
import { addStaffRows } from "./staff-rows.ts";

const dayMs = 24 * 60 * 60_000;

/** Any number: another one is another history. */
const defaultSeed = 20_260;

export interface HistoryOptions {
	/** When the history ends, in UTC milliseconds. */
	now: number;
	images: ReviewImages & { imageOf: (slug: string) => string };
	seed?: number;
	/** The countries that the shop ships to. */
	shippedTo?: readonly string[];
}

export interface History {
	rows: HistoryRows;
	/** Fills a database that has the demo's accounts, tools and images, and no orders. */
	statements: Statement[];
	/** The payments, for the stand-in of Stripe. */
	payments: PastPayment[];
}

/** The demo rider lives there. */
const neededCountry = "US";

/** Whether there is a history of a shop that ships to these countries. */
export const canHaveHistory = (shippedTo: readonly string[] = shippedCountries()) =>
	shippedTo.includes(neededCountry);

/** Returns the history of the demo shop. Throws unless it can have one. */
export function createHistory({
	now,
	images,
	seed = defaultSeed,
	shippedTo = shippedCountries(),
}: HistoryOptions): History {
	const random = createRandom(seed);
	const builder: Builder = { random, now, rows: noRows(), imageOf: images.imageOf };
	const plans = planOrders(random, now, shippedTo);
	addUsers(builder, plans);
	const built = plans.map((plan, index) => {
		const order = addOrder(builder, plan, numberBeforeFirst + 1 + index);
		addRefund(builder, plan, order);
		addReviews(builder, images, plan, order);
		return order;
	});
	addReturns(builder, built);
	addReports(builder);
	addStaffRows(builder, built);
	addQuestions(builder);
	addSaleAudit(builder);
	addOffers(builder);
	const { rows } = builder;
	return {
		rows,
		statements: [
			...insertStatements(rows),
			...offerStatements,
			...invoiceStatements(),
			...toolStatements(),
			...saleStatements(now),
			...accountStatements(now),
		],
		payments: built.flatMap((one) => toPayment(rows, one)),
	};
}

/** Adds the accounts of customers, each from shortly before their first order. Nobody can sign in to them. */
function addUsers({ rows, random }: Builder, plans: readonly PlannedOrder[]): void {
	for (const [id, own] of Map.groupBy(plans, ({ person }) => person.userId)) {
		const [first, last] = [own[0], own.at(-1)];
		if (id === null || id === "demo-rider" || !first || !last) continue;
		const { name, email, phone, address } = first.person;
		const createdAt = new Date(first.at - random.integer(4, 900) * 60_000);
		rows.users.push({
			id,
			name,
			email,
			phone,
			address: addressInOneLine(address),
			emailVerified: true,
			createdAt,
			updatedAt: createdAt,
			lastSeenAt: new Date(last.at),
		});
	}
}

/**
 * What was ever stocked of each tool follows from what is left and was sold. The tools are as old as the history, have
 * a cost and a place on the shelves, and one is low at a mark of its own.
 */
function toolStatements(): Statement[] {
	return demoTools.map(({ slug, priceCents, category }, index) => ({
		sql: `update tools set stocked = quantity + ${reservedPieces} + ${soldPieces}, created_at = created_at - ?, updated_at = updated_at - ?, cost_cents = ?, shelf = ?, low_stock = nullif(?, 0) where id = ?`,
		values: [
			(historyDays + 7) * dayMs,
			(historyDays + 7) * dayMs,
			Math.round((priceCents * (52 + (index % 5) * 3)) / 100),
			`${category.charAt(0).toUpperCase()}${(index % 4) + 1}-${String(index + 1).padStart(2, "0")}`,
			slug === "cassette" ? 12 : 0,
			slug,
		],
	}));
}

/** The demo's accounts were there from the start. */
function accountStatements(now: number): Statement[] {
	return [
		{
			sql: "update users set created_at = ?, updated_at = ? where id in ('demo-admin', 'demo-manager', 'demo-packer', 'demo-rider')",
			values: [now - (historyDays + 7) * dayMs, now - (historyDays + 7) * dayMs],
		},
	];
}

/** The payment of an order that is paid, with its refunds. */
function toPayment(rows: HistoryRows, { order, lines }: BuiltOrder): PastPayment[] {
	const { id: orderId, transactionId, paidAt, number } = order;
	if (!transactionId || !paidAt || number === undefined) return [];
	const written = formatOrderNumber(number);
	return [
		{
			id: transactionId,
			amount: order.totalCents,
			currency: order.currency.toLowerCase(),
			description: `${shopName} order ${written}`,
			metadata: { orderId, number: written },
			paidAt: paidAt.getTime(),
			disputedAt: lines[0]?.disputedAt?.getTime(),
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
