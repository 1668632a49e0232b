/** Settles payments: marks an order and its lines as paid, or refunds a payment that no open order awaits. */
import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { invoices as invoiceConfig } from "../../config/config.ts";
import { databaseTime } from "../../db/columns.ts";
import { giftCards } from "../../db/gift-card-tables.ts";
import { isOpenOrder, orderLines, orders } from "../../db/order-tables.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { inBackground } from "../../platform/services/background.ts";
import { logError } from "../../platform/services/log.ts";
import { send } from "../../platform/services/queues.ts";
import { callStripe, isResourceMissing } from "../../platform/services/stripe.ts";
import { isPaidByCards } from "../gift-cards/gift-cards.ts";
import { addInvoice } from "../invoices/insert-invoices.server.ts";
import { addGift } from "../orders/gift.server.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import type { OrderRow } from "../orders/lines.server.ts";
import { findOrder, openLinesOf } from "../orders/orders.server.ts";
import { addToOutbox, dropMailsToPay, sendFromOutbox } from "../outbox/outbox.server.ts";
import { issueRefund } from "../refunds/issue-refund.server.ts";
import { addDueRefund } from "../refunds/refund-not-awaited.server.ts";
import { type IntentFacts, type PaymentFields, paysFor, toIntentFacts } from "./payments.ts";

/** Issues a refund that is due, or queues it. `isNew` if this call has stored it. */
export type RefundFunction = (intentId: string, isNew: boolean) => Promise<void>;

/** Retrieves a PaymentIntent from Stripe. Throws Stripe's errors (`payments_*`). */
export function retrieveIntent(intentId: string): Promise<Stripe.PaymentIntent> {
	return callStripe((stripe) => stripe.paymentIntents.retrieve(intentId));
}

/**
 * Settles a PaymentIntent from Stripe: the only function that marks an order as paid, with all its open
 * lines. Safe to repeat, in any order. A payment that no open order awaits is refunded once, and so is
 * an amount that is not the order's total in its currency, which is also logged as an error.
 *
 * `actorId` is the id of the user who reported the payment, if any. `known` is the order if it was
 * read already; it may be stale, because an order is repriced only after its payment was cancelled.
 * `refund` is called for refunds. Returns the current order; undefined if the payment is not for this
 * shop.
 */
export async function settlePayment(
	intent: PaymentFields,
	actorId: string | null = null,
	known?: OrderRow,
	refund: RefundFunction = issueRefund,
): Promise<OrderRow | undefined> {
	const facts = toIntentFacts(intent);
	const order = known ?? (await findOrderOfIntent(facts));
	if (intent.status !== "succeeded") return order;
	if (!order) return undefined;
	if (!paysFor(facts, order)) {
		await refundMismatch(order, facts, refund);
		return order;
	}
	const settled = await markAsPaid(order.id, intent, actorId);
	if (settled && settled.transactionId !== intent.id) await refundPayment(settled, intent, refund);
	return settled;
}

/**
 * Marks an open order and its lines as paid, if the amount is still what Stripe was to charge. Returns the order as
 * it is then.
 */
export async function markAsPaid(
	id: string,
	intent: Pick<PaymentFields, "id" | "amount_received">,
	actorId: string | null,
): Promise<OrderRow | undefined> {
	const db = database();
	const paidAt = new Date();
	const isOrder = eq(orders.id, id);
	const toPay = openLinesOf(id);
	const canSettle = and(
		isOrder,
		isOpenOrder,
		sql`${orders.totalCents} - ${orders.giftCardCents} = ${intent.amount_received}`,
	);
	const isShipped = hasRow(
		orderLines,
		and(eq(orderLines.orderId, id), eq(orderLines.status, "Shipped")),
	);
	const result = await commit({
		guard: [hasRow(orders, canSettle)],
		write: {
			paid: db
				.update(orders)
				.set({
					transactionId: intent.id,
					paymentIntentId: isPaidByCards(intent.id) ? null : intent.id,
					paidAt,
					network: null,
					// Until then the queue creates the tax transaction; afterwards the job does.
					taxDueAt: sql`case when ${orders.taxCalculationId} is not null then ${paidAt.getTime() + baseDelayMs} end`,
				})
				.where(isOrder),
			audit: auditLinesOf("order.paid", actorId, toPay),
			outbox: addToOutbox({ kind: "order.paid", subject: id, digest: "also" }),
			// A trigger makes gift cards of what is one: a mail brings them, and nobody packs them.
			lines: db
				.update(orderLines)
				.set({
					transactionId: intent.id,
					paidAt,
					status: sql`iif(${orderLines.giftCodes} is null, ${orderLines.status}, 'Shipped')`,
					shippedAt: sql`iif(${orderLines.giftCodes} is null, null, ${paidAt.getTime()})`,
					changedAt: sql.raw(databaseTime),
				})
				.where(toPay),
			cards: addToOutbox(
				{
					id: sql`'bought-' || ${giftCards.id}`,
					kind: "gift_card.issued",
					subject: sql`${giftCards.id}`,
					rows: sql`from ${orderLines} join ${giftCards} on ${giftCards.lineId} = ${orderLines.id}`,
				},
				// Gift cards for somebody else wait for their day.
				sql`${orderLines.orderId} = ${id} and ${giftCards.email} <> ''`,
			),
			gift: addGift(id),
			invoice: addInvoice(id, paidAt, invoiceConfig.at === "payment" ? undefined : isShipped),
			dropped: dropMailsToPay(id),
			settled: db.select().from(orders).where(isOrder),
		},
		// It was paid or closed meanwhile, or its total was changed: the caller tells by the order.
		refused: async () => ({ settled: await db.select().from(orders).where(isOrder) }),
	});
	const [settled] = result.settled;
	if (!("outbox" in result)) return settled;
	sendFromOutbox([...result.outbox, ...result.cards, ...result.gift]);
	if (settled?.taxCalculationId) inBackground(send("payments", { task: "tax", id }));
	return settled;
}

/** The order named in the intent's metadata, or else the one that stores its id. */
async function findOrderOfIntent({ id, orderId }: IntentFacts): Promise<OrderRow | undefined> {
	const named = orderId ? await findOrder(orderId) : undefined;
	if (named) return named;
	const [createdFor] = await database().select().from(orders).where(eq(orders.paymentIntentId, id));
	return createdFor;
}

/**
 * Refunds a payment that does not pay its order in full. Retrieves the intent for the amount, because
 * the event may be wrong about it. Logs an error, once if there is something to refund.
 */
async function refundMismatch(
	order: OrderRow,
	{ id }: Pick<IntentFacts, "id">,
	refund: RefundFunction,
): Promise<void> {
	const intent = await retrieveIntent(id).catch((error: unknown) => {
		if (isResourceMissing(error)) return undefined;
		throw error;
	});
	const logMismatch = () =>
		logError("payment_mismatch", undefined, {
			intent: id,
			subject: order.id,
			...(intent && { cents: intent.amount_received, currency: intent.currency }),
		});
	if (intent?.status !== "succeeded" || intent.amount_received <= 0) return logMismatch();
	await refundPayment(order, intent, async (_, isNew) => {
		if (isNew) logMismatch();
		await refund(id, isNew);
	});
}

/** Refunds a payment in full: stores the refund as due, then lets `refund` issue it. */
async function refundPayment(
	order: OrderRow,
	intent: PaymentFields,
	refund: RefundFunction,
): Promise<void> {
	await refund(intent.id, await addDueRefund(order, intent));
}
