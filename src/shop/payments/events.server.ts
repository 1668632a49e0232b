/** Stripe's events: taken once signed, handled by what they are about, noted once handled. */
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { paymentEvents } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { database } from "../../platform/database.ts";
import { verifiedEvent } from "../../platform/stripe.ts";
import { isWebhookEvent } from "./payments.ts";
import { followDisputes, followRefunds } from "./reversals.server.ts";
import { settlePayment } from "./settling.server.ts";

/**
 * Takes an event of Stripe's: its raw body and signature. Refuses with malformed what is not signed
 * or no event, and with the payment provider's failures; Stripe then sends it again.
 */
export async function receiveEvent(body: string, signature: string | null): Promise<void> {
	const event = await verifiedEvent(body, signature);
	if (!isEvent(event)) throw new ShopError("malformed");
	if (isWebhookEvent(event.type)) await handleEvent(event);
}

function isEvent(event: unknown): event is Stripe.Event {
	if (typeof event !== "object" || event === null) return false;
	const { id, type, data } = event as Partial<Stripe.Event>;
	const object: unknown = data?.object;
	return (
		typeof id === "string" && typeof type === "string" && !!object && typeof object === "object"
	);
}

/**
 * Does what an event asks for, any number of times and in any order: a success is final, and of
 * refunds and disputes Stripe is asked how they stand now. Only then is the event noted as handled.
 * Throws the payment provider's failures.
 */
export async function handleEvent(event: Stripe.Event): Promise<void> {
	const intentId = intentOf(event);
	if (event.type === "payment_intent.succeeded") await settlePayment(event.data.object);
	else if (intentId && event.type.startsWith("charge.dispute.")) await followDisputes(intentId);
	else if (intentId) await followRefunds(intentId, event);
	await noteEvent(event, null);
}

/** Notes an event: as handled, or with the moment of its next try after a failure. */
export async function noteEvent(event: Stripe.Event, retryAt: Date | null): Promise<void> {
	const failures = retryAt ? 1 : 0;
	await database()
		.insert(paymentEvents)
		.values({
			id: event.id,
			type: event.type,
			intentId: intentOf(event) ?? "",
			createdAt: new Date(event.created * 1000),
			receivedAt: new Date(),
			retryAt,
			failures,
		})
		.onConflictDoUpdate({
			target: paymentEvents.id,
			set: { retryAt, failures: sql`${paymentEvents.failures} + ${failures}` },
		});
}

/** The id of the payment an event is about. */
function intentOf({ data }: Stripe.Event): string | undefined {
	const object = data.object as { object?: string; id?: string; payment_intent?: unknown };
	if (object.object === "payment_intent") return object.id;
	const intent = object.payment_intent as string | { id?: string } | null | undefined;
	return (typeof intent === "string" ? intent : intent?.id) || undefined;
}
