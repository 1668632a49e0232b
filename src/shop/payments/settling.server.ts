/** Settling: the one way an order becomes paid, and where money goes that no open order awaits. */
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { orders, paymentEvents } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { database } from "../../platform/database.ts";
import { askStripe, verifiedEvent } from "../../platform/stripe.ts";
import { unsettled } from "../orders/holds.server.ts";
import { findAnyOrder, type OrderRow } from "../orders/orders.server.ts";
import { recordOrder } from "../orders/record.server.ts";
import { type IntentFacts, paysFor } from "./payments.ts";
import { giveBack } from "./refunds.server.ts";

/** The facts of an intent as Stripe gave it. */
export function factsOf(intent: Stripe.PaymentIntent): IntentFacts {
	return {
		id: intent.id,
		status: intent.status,
		amountReceivedCents: intent.amount_received,
		currency: intent.currency,
		orderId: intent.metadata.orderId,
	};
}

/** An intent as Stripe has it now. Refuses with the payment provider's failures. */
export function retrieve(intentId: string): Promise<Stripe.PaymentIntent> {
	return askStripe((stripe) => stripe.paymentIntents.retrieve(intentId));
}

/**
 * The one way an order becomes paid. Takes an intent as Stripe gave it and, from the webhook, the
 * event that brought it; may be called any number of times, in any order. Money that no open
 * order awaits goes back to the customer, once. `by` is the id of who reported it, if a person did;
 * `known` is the order, where it was read already: what is compared of it never changes. Gives the
 * order as it then is.
 */
export async function settlePayment(
	intent: Stripe.PaymentIntent,
	event?: Stripe.Event,
	by: string | null = null,
	known?: OrderRow,
): Promise<OrderRow | undefined> {
	const facts = factsOf(intent);
	const order = known ?? (facts.orderId ? await findAnyOrder(facts.orderId) : undefined);
	if (intent.status !== "succeeded" || !order) {
		await noteEvent(event, intent.id);
		return order;
	}
	if (!paysFor(facts, order)) throw new ShopError("payment_mismatch");
	const db = database();
	const markPaid = db
		.update(orders)
		.set({ transactionId: intent.id, paymentIntentId: intent.id, paidAt: new Date() })
		.where(and(eq(orders.id, order.id), unsettled));
	const entry = recordOrder("order.paid", order.id, by);
	const after = db.select().from(orders).where(eq(orders.id, order.id));
	const [settled] = event
		? (await db.batch([eventInsert(event, intent.id), markPaid, entry, after]))[3]
		: (await db.batch([markPaid, entry, after]))[2];
	if (settled && settled.transactionId !== intent.id) await giveBack(settled, intent);
	return settled;
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

/** Takes an event of Stripe's: its raw body and signature. Refuses a wrong signature with malformed. */
export async function receiveEvent(body: string, signature: string | null): Promise<void> {
	const event = await verifiedEvent(body, signature);
	if (event.type.startsWith("payment_intent.")) {
		// The body is signed, but may be old: a success is final, anything else changes nothing here.
		await settlePayment(event.data.object as Stripe.PaymentIntent, event);
	}
}
