/** What every endpoint is given: the services and the call. */
import type { Form } from "./form-encoding.ts";
import { type EventType, newId, nowSeconds, type StripeEvent } from "./objects.ts";
import type { PeakRate } from "./peak-rate.ts";
import type { Store } from "./store.ts";
import type { Webhooks } from "./webhooks.ts";

/** The API version of the objects. Responses carry the version of the request. */
export const API_VERSION = "2026-10-28.endive";

/** The services that endpoints use. */
export interface Context {
	store: Store;
	webhooks: Webhooks;
	/** For the pages that customers are sent to. */
	publishableKey: string;
	/** Counts the calls with the secret key. */
	peakRate: PeakRate;
}

/** An API call. */
export interface Call {
	form: Form;
	/** Whether it is made with the publishable key, by a browser, which receives fewer fields. */
	publishable: boolean;
	/** The stand-in's origin in the request, for links in responses. */
	origin: string;
	requestId: string;
	idempotencyKey: string | null;
}

/**
 * Stores an event with the object's current state, and schedules its delivery.
 *
 * Stripe API: The Event object; Types of events.
 */
export function emitEvent(
	context: Context,
	call: Call,
	type: EventType,
	object: StripeEvent["data"]["object"],
): void {
	const event: StripeEvent = {
		id: newId("evt"),
		object: "event",
		api_version: API_VERSION,
		created: nowSeconds(),
		data: { object },
		livemode: false,
		pending_webhooks: context.webhooks.url ? 1 : 0,
		request: { id: call.requestId, idempotency_key: call.idempotencyKey },
		type,
	};
	context.store.save(event, type);
	context.webhooks.schedule(event.id, type);
}
