/** Stripe's events: verified by their signature, parsed, handled by type, then stored as handled or unreadable. */

import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { paymentEvents } from "../../db/payment-tables.ts";
import { ShopError } from "../../errors.ts";
import type { RetriedRows } from "../../platform/database/claim-due.ts";
import { database, insertFrom } from "../../platform/database/database.ts";
import { logError, logInfo } from "../../platform/services/log.ts";
import {
	callStripe,
	isResourceMissing,
	verifyWebhookEvent,
} from "../../platform/services/stripe.ts";
import { isStripeTestMode } from "../../platform/settings/settings.ts";
import type { OrderRow } from "../orders/lines.server.ts";
import { toIntentFacts } from "./payments.ts";
import { type RefundFunction, settlePayment } from "./settle-payment.server.ts";
import { parseEvent, type ShopEvent, type UnreadableEvent } from "./stripe-events.ts";
import { syncDisputes, syncRefunds } from "./sync-refunds-and-disputes.server.ts";

/**
 * Receives a webhook event: the raw body and the Stripe-Signature header. One that can't be read is stored for the
 * page of health: Stripe would only send the same again. Throws ShopError `malformed` if the signature is invalid or
 * the body has no event's id, and Stripe's errors (`payments_*`). Stripe then sends the event again.
 */
export async function receiveEvent(body: string, signature: string | null): Promise<void> {
	const event = parseEvent(await verifyWebhookEvent(body, signature));
	if (!event) throw new ShopError("malformed");
	if (event.kind === "other") return;
	await handleEvent(event, { logUnknown: logError });
	await storeEvents([event]);
}

/** The list of events covers the whole Stripe account, so a payment without an order may belong to another business. */
const logUnknownAsInfo: typeof logError = (code, _, facts) => logInfo({ code, ...facts });

interface HandleEventOptions {
	/**
	 * Logs a payment for an unknown order. An error for webhook events, which Stripe sends to this shop
	 * alone.
	 */
	logUnknown?: typeof logError;
	/** The order of a payment, if it was read already. */
	knownOrder?: OrderRow | undefined;
	/** Refunds a payment that no order awaits, if not immediately. */
	refund?: RefundFunction;
}

/**
 * Applies an event. Safe to repeat and in any order: a success is final, and refunds and disputes are
 * fetched from Stripe in their current state. Throws Stripe's errors (`payments_*`).
 */
export async function handleEvent(
	event: ShopEvent | UnreadableEvent,
	{ logUnknown = logUnknownAsInfo, knownOrder, refund }: HandleEventOptions = {},
): Promise<void> {
	switch (event.kind) {
		case "unreadable":
			logError("event_unreadable", undefined, {
				subject: event.id,
				type: event.type,
				property: event.property,
			});
			break;
		case "payment": {
			const { id, orderId } = toIntentFacts(event.intent);
			if (!(await settlePayment(event.intent, null, knownOrder, refund))) {
				// Without such an id the payment belongs to another business of the same account.
				const log = orderId ? logUnknown : logUnknownAsInfo;
				log("payment_mismatch", undefined, { intent: id, subject: orderId });
			}
			break;
		}
		case "dispute":
			if (event.intentId) await syncDisputes(event.intentId);
			break;
		case "refund":
			if (event.intentId) {
				const failedId = event.type === "refund.failed" ? event.refundId : undefined;
				await syncRefunds(event.intentId, failedId);
			}
	}
}

/**
 * Stores events in one statement: as handled or as unreadable, or after a failure with the time of the next
 * attempt.
 */
export async function storeEvents(
	events: (ShopEvent | UnreadableEvent)[],
	retryAt: Date | null = null,
): Promise<void> {
	const failures = retryAt ? 1 : 0;
	const rows = events.map((event) => ({
		id: event.id,
		type: event.type,
		createdAt: event.createdAt,
		intentId: event.kind === "unreadable" ? "" : (event.intentId ?? ""),
		unreadable: event.kind === "unreadable" ? event.property : null,
	}));
	await insertFrom(
		paymentEvents,
		{
			id: sql`value ->> 'id'`,
			type: sql`value ->> 'type'`,
			intentId: sql`value ->> 'intentId'`,
			createdAt: sql`value ->> 'createdAt'`,
			receivedAt: Date.now(),
			retryAt: retryAt?.getTime() ?? null,
			failures,
			unreadable: sql`value ->> 'unreadable'`,
		},
		sql`from json_each(${JSON.stringify(rows)}) where true`,
	).onConflictDoUpdate({
		target: paymentEvents.id,
		set: {
			retryAt,
			failures: sql`${paymentEvents.failures} + ${failures}`,
			unreadable: sql`excluded.unreadable`,
		},
	});
}

/** Failed events that are due, for the scheduled job. */
export const dueEvents: RetriedRows = {
	table: paymentEvents,
	id: paymentEvents.id,
	dueAt: paymentEvents.retryAt,
	failures: paymentEvents.failures,
};

/**
 * Fetches a failed or unreadable event from Stripe and handles it again. Stripe deletes events after thirty days.
 * Throws Stripe's errors (`payments_*`). Returns whether it is settled: not if it is still unreadable.
 */
export async function retryEvent(id: string): Promise<boolean> {
	try {
		const event = parseEvent(await callStripe((stripe) => stripe.events.retrieve(id)));
		if (!event || event.kind === "other") return await forgetAttempts(id);
		await handleEvent(event);
		await storeEvents([event]);
		return event.kind !== "unreadable";
	} catch (error) {
		if (!isResourceMissing(error)) throw error;
		return await forgetAttempts(id);
	}
}

/** Ends the attempts of an event that Stripe does not have. */
async function forgetAttempts(id: string): Promise<true> {
	await database()
		.update(paymentEvents)
		.set({ retryAt: null, unreadable: null })
		.where(eq(paymentEvents.id, id));
	return true;
}

/** The address of an event in Stripe's Dashboard. */
export const eventAtStripe = (id: string): string =>
	`https://dashboard.stripe.com/${isStripeTestMode() ? "test/" : ""}events/${encodeURIComponent(id)}`;

/** How long handled events are stored, in milliseconds: Stripe lists events for thirty days. */
const eventRetentionMs = 30 * 24 * 60 * 60_000;

/** Maximum number of events that one run of the job deletes. */
const maxSweptEvents = 1000;

/**
 * Deletes handled events that Stripe no longer lists, the oldest first. Younger ones stay, so that the
 * list does not return them as missed, and so do those that wait for another attempt. For the scheduled
 * job; one round trip. `now` in UTC milliseconds.
 */
export async function sweepEvents(now = Date.now()): Promise<void> {
	const db = database();
	const expired = db
		.select({ id: paymentEvents.id })
		.from(paymentEvents)
		.where(
			and(
				isNull(paymentEvents.retryAt),
				lte(paymentEvents.createdAt, new Date(now - eventRetentionMs)),
			),
		)
		.orderBy(asc(paymentEvents.createdAt))
		.limit(maxSweptEvents);
	await db.delete(paymentEvents).where(inArray(paymentEvents.id, expired));
}
