/**
 * Payments: one PaymentIntent an order, one way to settle, and never money without an order.
 * Stripe is always asked before the database says that something can no longer be paid.
 */
import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import { orders, paymentEvents, refunds } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { database } from "../../platform/database.ts";
import {
	askStripe,
	intentInRefusal,
	isStoredFailure,
	isUnknownToStripe,
	verifiedEvent,
} from "../../platform/stripe.ts";
import {
	closeAndRestock,
	expiredOrders,
	findAnyOrder,
	findOrder,
	type OrderRow,
	ordersAwaitingPayment,
	toOrder,
	unsettled,
} from "../orders/orders.server.ts";
import type { Closing, Order } from "../orders/orders.ts";
import type { Caller } from "../users/users.ts";
import { toCents } from "../values.ts";
import { currency, type IntentFacts, paysFor } from "./payments.ts";

function factsOf(intent: Stripe.PaymentIntent): IntentFacts {
	return {
		id: intent.id,
		status: intent.status,
		amountReceivedCents: intent.amount_received,
		currency: intent.currency,
		orderId: intent.metadata.orderId,
	};
}

function retrieve(intentId: string): Promise<Stripe.PaymentIntent> {
	return askStripe((stripe) => stripe.paymentIntents.retrieve(intentId));
}

/**
 * The client secret for paying one's order; asked again it is the same payment. Refuses with
 * not_found, already_paid, order_closed, price_changed (a total that is not the order's) and
 * the payment provider's failures.
 */
export async function preparePayment(
	caller: Caller,
	asked: { orderId: string; totalPrice?: number | undefined },
): Promise<{ clientSecret: string }> {
	const order = await findOrder(asked.orderId, caller.id);
	if (order.transactionId) throw new ShopError("already_paid");
	if (order.closedAt || order.expiresAt.getTime() <= Date.now())
		throw new ShopError("order_closed");
	if (asked.totalPrice !== undefined && toCents(asked.totalPrice) !== order.totalCents) {
		throw new ShopError("price_changed");
	}
	const intent = (await reusableIntent(order)) ?? (await createIntent(order));
	if (!intent.client_secret) throw new ShopError("payments_failed");
	return { clientSecret: intent.client_secret };
}

/** The order's intent while it can still be paid. One that succeeded settles the order instead. */
async function reusableIntent(order: OrderRow): Promise<Stripe.PaymentIntent | undefined> {
	if (!order.paymentIntentId) return undefined;
	const intent = await retrieve(order.paymentIntentId);
	if (intent.status === "canceled") return undefined;
	if (intent.status !== "succeeded") return intent;
	await settlePayment(intent);
	throw new ShopError("already_paid");
}

/** Creates the order's intent under the key of its attempt; a cancelled one or a stored failure moves on. */
async function createIntent(order: OrderRow): Promise<Stripe.PaymentIntent> {
	const attempt = order.paymentIntentId ? order.paymentAttempt + 1 : order.paymentAttempt;
	try {
		const intent = await askStripe((stripe) =>
			stripe.paymentIntents.create(
				{
					amount: order.totalCents,
					currency,
					allowed_payment_method_types: ["card"],
					metadata: { orderId: order.id },
					description: `Cogsmith order ${order.id}`,
				},
				{ idempotencyKey: `order-${order.id}-v${attempt}` },
			),
		);
		await keepIntent(order, intent.id, attempt);
		return intent;
	} catch (error) {
		if (isStoredFailure(error)) await moveOn(order, attempt);
		throw error;
	}
}

/** Notes the intent on the order; one that closed or was paid meanwhile must not be paid by it. */
async function keepIntent(order: OrderRow, intentId: string, attempt: number): Promise<void> {
	const kept = await database()
		.update(orders)
		.set({ paymentIntentId: intentId, paymentAttempt: attempt })
		.where(
			and(
				eq(orders.id, order.id),
				unsettled,
				order.paymentIntentId
					? eq(orders.paymentIntentId, order.paymentIntentId)
					: isNull(orders.paymentIntentId),
			),
		)
		.returning({ id: orders.id });
	if (kept.length === 1) return;
	const now = await findAnyOrder(order.id);
	// Two calls at once share the idempotency key and so the intent: the other one noted it.
	if (now?.paymentIntentId === intentId && !now.closedAt) return;
	await stopIntent(intentId);
	throw new ShopError("order_closed");
}

async function moveOn(order: OrderRow, attempt: number): Promise<void> {
	await database()
		.update(orders)
		.set({ paymentAttempt: attempt + 1 })
		.where(
			and(eq(orders.id, order.id), eq(orders.paymentAttempt, order.paymentAttempt), unsettled),
		);
}

/** Settles one's own order by the transaction the browser names, once Stripe confirms it. Refuses
 * with not_found, payment_incomplete, payment_mismatch. */
export async function payOrder(
	caller: Caller,
	orderId: string,
	transactionId: string,
): Promise<Order> {
	const order = await findOrder(orderId, caller.id);
	if (order.transactionId === transactionId) return toOrder(order);
	const intent = await retrieve(transactionId).catch((error: unknown) => {
		if (isUnknownToStripe(error)) throw new ShopError("payment_mismatch");
		throw error;
	});
	if (factsOf(intent).orderId !== order.id) throw new ShopError("payment_mismatch");
	if (intent.status !== "succeeded") throw new ShopError("payment_incomplete");
	await settlePayment(intent);
	const settled = await findOrder(orderId, caller.id);
	if (settled.transactionId !== transactionId) throw new ShopError("order_closed");
	return toOrder(settled);
}

/**
 * The one way an order becomes paid. Takes an intent as Stripe gave it and, from the webhook, the
 * event that brought it; may be called any number of times, in any order. Money that no open
 * order awaits goes back to the customer, once.
 */
export async function settlePayment(
	intent: Stripe.PaymentIntent,
	event?: Stripe.Event,
): Promise<void> {
	const facts = factsOf(intent);
	const order = facts.orderId ? await findAnyOrder(facts.orderId) : undefined;
	if (intent.status !== "succeeded" || !order) return noteEvent(event, intent.id);
	if (!paysFor(facts, order)) throw new ShopError("payment_mismatch");
	const db = database();
	const markPaid = db
		.update(orders)
		.set({ transactionId: intent.id, paymentIntentId: intent.id, paidAt: new Date() })
		.where(and(eq(orders.id, order.id), unsettled));
	await (event ? db.batch([eventInsert(event, intent.id), markPaid]) : markPaid);
	const settled = await findAnyOrder(order.id);
	if (settled && settled.transactionId !== intent.id) await giveBack(settled, intent);
}

function eventInsert(event: Stripe.Event, intentId: string) {
	return database()
		.insert(paymentEvents)
		.values({
			id: event.id,
			type: event.type,
			intentId,
			createdAt: new Date(event.created * 1000),
			receivedAt: new Date(),
		})
		.onConflictDoNothing();
}

async function noteEvent(event: Stripe.Event | undefined, intentId: string): Promise<void> {
	if (event) await eventInsert(event, intentId);
}

/** Owes the customer a refund, on record first, and pays it if Stripe answers; if not, it is tried again. */
async function giveBack(order: OrderRow, intent: Stripe.PaymentIntent): Promise<void> {
	const db = database();
	await db.batch([
		db
			.insert(refunds)
			.values({
				intentId: intent.id,
				orderId: order.id,
				amountCents: intent.amount_received,
				createdAt: new Date(),
			})
			.onConflictDoNothing(),
		// Shown to the customer: the order closed, and what was paid for it afterwards went back.
		db
			.update(orders)
			.set({ closedWhy: "refunded" })
			.where(and(eq(orders.id, order.id), isNull(orders.transactionId))),
	]);
	await payRefund(intent.id);
}

/** Pays one owed refund, or takes down the one that Stripe has made already. */
async function payRefund(intentId: string): Promise<void> {
	const refund = (await madeRefund(intentId)) ?? (await makeRefund(intentId));
	await database()
		.update(refunds)
		.set({ refundId: refund.id, doneAt: new Date() })
		.where(and(eq(refunds.intentId, intentId), isNull(refunds.doneAt)));
}

async function madeRefund(intentId: string): Promise<Stripe.Refund | undefined> {
	const made = await askStripe((stripe) => stripe.refunds.list({ payment_intent: intentId }));
	return made.data.find(({ status }) => status !== "failed" && status !== "canceled");
}

/**
 * Has Stripe refund a payment. The key makes it once however many ask at once. Where Stripe stored
 * a failure under that key it is asked without: it never refunds more than a charge's amount.
 */
async function makeRefund(intentId: string): Promise<Stripe.Refund> {
	const make = (options: Stripe.RequestOptions) =>
		askStripe((stripe) => stripe.refunds.create({ payment_intent: intentId }, options));
	try {
		return await make({ idempotencyKey: `refund-${intentId}` });
	} catch (error) {
		if (isStoredFailure(error)) return make({});
		throw error;
	}
}

/** Takes an event of Stripe's: its raw body and signature. Refuses a wrong signature with malformed. */
export async function receiveEvent(body: string, signature: string | null): Promise<void> {
	const event = await verifiedEvent(body, signature);
	if (event.type.startsWith("payment_intent.")) {
		// The body is signed, but may be old: a success is final, anything else changes nothing here.
		await settlePayment(event.data.object as Stripe.PaymentIntent, event);
	}
}

/**
 * Deletes an unpaid order: the customer's own, or any for an administrator. The payment is
 * cancelled first; if it had gone through, the order is paid instead. Refuses with not_found,
 * already_paid and the payment provider's failures, which leave everything as it was.
 */
export async function deleteOrder(
	caller: Caller,
	orderId: string,
): Promise<{ deletedCount: number }> {
	const order = await findOrder(orderId, caller.role === "admin" ? undefined : caller.id);
	if (order.transactionId) throw new ShopError("already_paid");
	const closed = await closeOrder(order, "deleted");
	return { deletedCount: closed ? 1 : 0 };
}

/** Ends an unpaid order for good. Gives false where it was closed already. Refuses with already_paid. */
async function closeOrder(order: OrderRow, why: Closing): Promise<boolean> {
	if (order.paymentIntentId) {
		const intent = await stopIntent(order.paymentIntentId);
		if (intent?.status === "succeeded") {
			await settlePayment(intent);
			throw new ShopError("already_paid");
		}
	}
	if (await closeAndRestock(order.id, why, order.paymentIntentId)) return true;
	const now = await findAnyOrder(order.id);
	if (now?.transactionId) throw new ShopError("already_paid");
	// A payment was begun between our look and our close: that one has to be stopped as well.
	if (now && !now.closedAt && now.paymentIntentId !== order.paymentIntentId)
		return closeOrder(now, why);
	return false;
}

/** Cancels an intent; gives it as it is then: cancelled, or succeeded where we came too late. */
async function stopIntent(intentId: string): Promise<Stripe.PaymentIntent | undefined> {
	try {
		return await askStripe((stripe) => stripe.paymentIntents.cancel(intentId));
	} catch (error) {
		if (isUnknownToStripe(error)) return undefined;
		const intent = intentInRefusal(error);
		if (intent?.status === "canceled" || intent?.status === "succeeded") return intent;
		throw error;
	}
}

/** How many orders or refunds one run of the scheduled job takes up. */
const jobSize = 50;

/**
 * What the scheduled job does: ends holds that ran out, looks for payments whose news got lost,
 * pays refunds that are still owed. One failure does not stop the others; it is tried again.
 */
export async function reconcile(): Promise<void> {
	const tasks = [
		...(await expiredOrders(jobSize)).map((order) => () => closeOrder(order, "expired")),
		...(await ordersAwaitingPayment(jobSize)).map((order) => () => lookForPayment(order)),
		...(await owedRefunds()).map((refund) => () => payRefund(refund.intentId)),
	];
	for (const task of tasks) {
		try {
			await task();
		} catch (error) {
			if (!(error instanceof ShopError)) throw error;
		}
	}
}

async function lookForPayment(order: OrderRow): Promise<void> {
	if (order.paymentIntentId) await settlePayment(await retrieve(order.paymentIntentId));
}

function owedRefunds() {
	return database().select().from(refunds).where(isNull(refunds.doneAt)).limit(jobSize);
}
