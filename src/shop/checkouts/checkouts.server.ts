/** Reads checkouts, schedules their checks, and closes unpaid ones with their orders. */
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import {
	checkouts,
	isOpenCheckout,
	isOpenOrder,
	isShownOrder,
	orders,
} from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { baseDelayMs, maxDelayMs, nextAttemptAt } from "../../platform/backoff.ts";
import type { DueRows } from "../../platform/claim-due.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { toPrice } from "../money.ts";
import { isCheckoutOfBuyer } from "../orders/buyers.server.ts";
import { auditOrder, auditOrdersOf } from "../orders/order-audit.server.ts";
import { type CloseReason, isOpen, isPaid } from "../orders/order-states.ts";
import { type OrderRow, type OrderWithParcel, toOrder } from "../orders/orders.server.ts";
import { dropMailsToPay } from "../outbox/outbox.server.ts";
import type { Buyer } from "../users/users.ts";
import type { Checkout } from "./checkouts.ts";

export type CheckoutRow = typeof checkouts.$inferSelect;

/** Converts a checkout and its orders to the API's format. */
export function toCheckout(row: CheckoutRow, orderRows: readonly OrderWithParcel[]): Checkout {
	return {
		_id: row.id,
		itemsPrice: toPrice(row.itemsCents),
		shippingPrice: toPrice(row.shippingCents),
		taxPrice: toPrice(row.taxCents),
		totalPrice: toPrice(row.totalCents),
		paid: isPaid(row),
		...(row.processingAt && isOpen(row) && { processing: true as const }),
		...(row.transactionId && { transactionId: row.transactionId }),
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
		orders: orderRows.map(toOrder),
	};
}

/** The condition that a checkout has this id, or owns the order of this id. */
export function isCheckoutOf(id: string | SQL): SQL | undefined {
	const ofOrder = sql`(select ${orders.checkoutId} from ${orders} where ${orders.id} = ${id})`;
	return or(eq(checkouts.id, id), eq(checkouts.id, ofOrder));
}

/** The checkout of this id, or of the order of this id, or undefined. */
export async function findCheckout(id: string): Promise<CheckoutRow | undefined> {
	const [row] = await database().select().from(checkouts).where(isCheckoutOf(id));
	return row;
}

/**
 * The buyer's own checkout of this id, or of the order of this id, with its orders, for the payment page. Undefined if
 * there is none, or if it or the order was deleted. One that expires is found until the job has closed it.
 */
export async function findShownCheckout(buyer: Buyer, id: string): Promise<Checkout | undefined> {
	if (!buyer.user && buyer.guestTokenHashes.length === 0) return undefined;
	const db = database();
	const isOwn = and(isCheckoutOf(id), isCheckoutOfBuyer(buyer));
	const {
		checkout: [checkout],
		shown,
	} = await batch({
		checkout: db.select().from(checkouts).where(isOwn),
		shown: db
			.select()
			.from(orders)
			.where(
				and(
					inArray(orders.checkoutId, db.select({ id: checkouts.id }).from(checkouts).where(isOwn)),
					isShownOrder,
				),
			)
			.orderBy(orders.number),
	});
	const isShown = checkout?.id === id || shown.some((order) => order.id === id);
	return checkout && isShown && shown.length > 0 ? toCheckout(checkout, shown) : undefined;
}

/** The condition that an order belongs to a checkout and is neither paid nor closed. */
export function openOrdersOf(checkoutId: string): SQL | undefined {
	return and(eq(orders.checkoutId, checkoutId), isOpenOrder);
}

/** The condition that a checkout is closed. With `openOrdersOf` it holds only in the batch that closes it. */
const closedCheckout = (id: string) =>
	sql`exists (select 1 from ${checkouts} where ${checkouts.id} = ${id} and ${checkouts.closedAt} is not null)`;

/**
 * Closes an unpaid checkout with its orders and returns their stock, all or nothing, once. `intentId` is
 * the payment that can no longer succeed: a checkout that has another one by now stays open. `actorId` is
 * the user's id, or null for an expired checkout. Returns whether it was closed.
 */
export async function releaseReservations(
	checkoutId: string,
	closeReason: Exclude<CloseReason, "refunded">,
	intentId: string | null,
	actorId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const hasSamePayment =
		intentId === null ? isNull(checkouts.paymentIntentId) : eq(checkouts.paymentIntentId, intentId);
	const toClose = and(openOrdersOf(checkoutId), closedCheckout(checkoutId));
	// Names the index, because SQLite may choose that of the tool, which has many orders.
	const reserved = sql`(select sum(${orders.quantity}) from ${orders} indexed by orders_by_checkout where ${orders.toolId} = ${tools.id} and ${openOrdersOf(checkoutId)})`;
	const { closed, released } = await batch({
		closed: db
			.update(checkouts)
			.set({ closedAt: now, closeReason })
			.where(and(eq(checkouts.id, checkoutId), isOpenCheckout, hasSamePayment))
			.returning({ id: checkouts.id }),
		restocked: db
			.update(tools)
			.set({ quantity: sql`${tools.quantity} + ${reserved}`, updatedAt: now })
			.where(inArray(tools.id, db.select({ id: orders.toolId }).from(orders).where(toClose))),
		audit: auditOrdersOf(`order.${closeReason}`, actorId, toClose),
		released: db
			.update(orders)
			.set({ closedAt: now, closeReason })
			.where(toClose)
			.returning({ toolId: orders.toolId }),
		dropped: dropMailsToPay(checkoutId, closedCheckout(checkoutId)),
	});
	if (released.length > 0)
		purge("tools", ...released.map(({ toolId }) => `tool:${toolId}` as const));
	return closed.length > 0;
}

/** What a checkout costs without one of its orders, with the calculation of its tax at Stripe. */
export interface RemainingAmounts
	extends Pick<
		CheckoutRow,
		"shippingCents" | "taxCents" | "includedTaxCents" | "taxCalculationId"
	> {
	/** The parts of the remaining orders. */
	shares: readonly (Pick<OrderRow, "shippingCents" | "taxCents" | "includedTaxCents"> & {
		orderId: string;
	})[];
}

/**
 * Closes one unpaid order of a checkout that has more, returns its stock and reprices the checkout, all or
 * nothing, once. The checkout's payment was cancelled before; one that has another payment by now, or
 * another sum, stays as it is. Returns whether the order was closed.
 */
export async function releaseOneReservation(
	checkout: CheckoutRow,
	order: OrderRow,
	{ shares, ...remaining }: RemainingAmounts,
	actorId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const { paymentIntentId, itemsCents } = checkout;
	const newItemsCents = itemsCents - order.totalCents;
	const hasParts = [checkout, remaining].some(
		(amounts) => amounts.shippingCents + amounts.taxCents + amounts.includedTaxCents > 0,
	);
	const shareOf = (name: string) =>
		sql`(select value ->> ${name} from json_each(${JSON.stringify(shares)}) where value ->> 'orderId' = ${orders.id})`;
	const isOrderOpen = sql`exists (select 1 from ${orders} where ${orders.id} = ${order.id} and ${isOpenOrder})`;
	const {
		closed: [closed],
	} = await batch(
		chain(
			{
				repriced: db
					.update(checkouts)
					.set({
						...remaining,
						itemsCents: newItemsCents,
						totalCents: newItemsCents + remaining.shippingCents + remaining.taxCents,
						paymentIntentId: null,
						...(paymentIntentId && { paymentAttempt: checkout.paymentAttempt + 1 }),
					})
					.where(
						and(
							eq(checkouts.id, checkout.id),
							isOpenCheckout,
							eq(checkouts.itemsCents, itemsCents),
							paymentIntentId === null
								? isNull(checkouts.paymentIntentId)
								: eq(checkouts.paymentIntentId, paymentIntentId),
							isOrderOpen,
						),
					),
			},
			{
				closed: (changed) =>
					db
						.update(orders)
						.set({ closedAt: now, closeReason: "deleted" })
						.where(and(eq(orders.id, order.id), isOpenOrder, changed))
						.returning({ toolId: orders.toolId }),
				restocked: (changed) =>
					db
						.update(tools)
						.set({ quantity: sql`${tools.quantity} + ${order.quantity}`, updatedAt: now })
						.where(and(eq(tools.id, order.toolId), changed)),
				audit: (changed) => auditOrder("order.deleted", order.id, actorId, changed),
				...(hasParts && {
					parts: (changed: SQL) =>
						db
							.update(orders)
							.set({
								shippingCents: shareOf("shippingCents"),
								taxCents: shareOf("taxCents"),
								includedTaxCents: shareOf("includedTaxCents"),
							})
							.where(and(eq(orders.checkoutId, checkout.id), isOpenOrder, changed)),
				}),
			},
		),
	);
	if (closed) purge("tools", `tool:${closed.toolId}`);
	return closed !== undefined;
}

/** Open checkouts that are due, for the scheduled job. */
export const dueCheckouts: DueRows = {
	table: checkouts,
	id: checkouts.id,
	dueAt: checkouts.checkAt,
	unscheduled: {
		dueAt: checkouts.expiresAt,
		isOpen: isOpenCheckout,
		index: "checkouts_due",
	},
};

/** Delays the next check of a checkout after a failure, with exponential backoff. */
export async function postponeCheckout(id: string): Promise<void> {
	await database()
		.update(checkouts)
		.set({
			checkAt: nextAttemptAt(checkouts.checkFailures),
			checkFailures: sql`${checkouts.checkFailures} + 1`,
		})
		.where(and(isCheckoutOf(id), isOpenCheckout));
}

/**
 * Schedules the next check of an unpaid checkout: after as long as it is old, between five minutes and an
 * hour, but no later than it expires. One that outlives that, since its payment is processed, is checked
 * every hour.
 */
export async function scheduleNextCheck({ id, createdAt }: CheckoutRow): Promise<void> {
	const now = Date.now();
	const age = now - createdAt.getTime();
	const next = now + Math.min(Math.max(age, baseDelayMs), maxDelayMs);
	await database()
		.update(checkouts)
		.set({
			checkAt: sql`case when ${checkouts.expiresAt} > ${now} then min(${next}, ${checkouts.expiresAt}) else ${next} end`,
			checkFailures: 0,
		})
		.where(and(eq(checkouts.id, id), isOpenCheckout));
}
