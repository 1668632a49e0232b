import type { Busiest } from "./busiest.ts";
import type { Form } from "./form-encoding.ts";
import { type EventType, newId, nowSeconds, type StripeEvent } from "./objects.ts";
import type { Store } from "./store.ts";
import type { Webhooks } from "./webhooks.ts";

/** The version whose shapes these objects have; answers name the version they were asked with. */
export const API_VERSION = "2026-10-28.endive";

/** What every endpoint works with. */
export interface Context {
	store: Store;
	webhooks: Webhooks;
	/** Counts the calls of the shop's. */
	calls: Busiest;
}

/** One call: its parameters, who makes it, and what its events say of it. */
export interface Call {
	form: Form;
	/** Made with the publishable key: by a browser, which sees less. */
	publishable: boolean;
	/** The stand-in's own address as the caller sees it, for links in answers. */
	origin: string;
	requestId: string;
	idempotencyKey: string | null;
}

/**
 * Records an event with the object as it is now, and plans its delivery.
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
	context.webhooks.schedule(event.id);
}
