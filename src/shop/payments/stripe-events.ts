/**
 * The Stripe events that the shop handles, and what it reads of each. What the webhook or the list of events returns
 * is parsed here before anything acts on it (Stripe API: The Event object, https://docs.stripe.com/api/events/object).
 */
import * as v from "valibot";

/** Stripe's ids have at most 255 characters (Stripe docs: API upgrades). None leaves the path of a call. */
const stripeId = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/));

/** A value of metadata: at most 500 characters (Stripe docs: Metadata). */
const metadataValue = v.optional(v.pipe(v.string(), v.maxLength(500)));

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The last second of the year 9999. */
const maxSeconds = 253_402_300_799;

/** The payment that a charge, a refund or a dispute is of: its id, the payment itself if expanded, or none. */
const intentId = v.pipe(
	v.nullish(v.union([stripeId, v.object({ id: stripeId })])),
	v.transform((intent) => (typeof intent === "object" ? intent?.id : intent)),
);

const payment = v.pipe(
	v.object({
		object: v.literal("payment_intent"),
		id: stripeId,
		status: v.string(),
		amount_received: wholeNumber,
		currency: v.string(),
		metadata: v.nullish(v.object({ orderId: metadataValue })),
	}),
	v.transform((intent) => ({ kind: "payment" as const, intentId: intent.id, intent })),
);
const charge = v.pipe(
	v.object({ object: v.literal("charge"), payment_intent: intentId }),
	v.transform((of) => ({ kind: "refund" as const, intentId: of.payment_intent })),
);
const refund = v.pipe(
	v.object({ object: v.literal("refund"), id: stripeId, payment_intent: intentId }),
	v.transform((of) => ({ kind: "refund" as const, intentId: of.payment_intent, refundId: of.id })),
);
const dispute = v.pipe(
	v.object({ object: v.literal("dispute"), payment_intent: intentId }),
	v.transform((of) => ({ kind: "dispute" as const, intentId: of.payment_intent })),
);

/** The object of each type of event. */
const objects = {
	"payment_intent.succeeded": payment,
	"charge.refunded": charge,
	"refund.created": refund,
	"refund.updated": refund,
	"refund.failed": refund,
	"charge.dispute.created": dispute,
	"charge.dispute.updated": dispute,
	"charge.dispute.closed": dispute,
	"charge.dispute.funds_withdrawn": dispute,
	"charge.dispute.funds_reinstated": dispute,
};

export type WebhookEventType = keyof typeof objects;

/** The types of events that the shop handles. Its webhook endpoint at Stripe is subscribed to them. */
export const webhookEvents = Object.keys(objects) as WebhookEventType[];

/** Whether the shop handles events of this type. */
function isWebhookEvent(type: string): type is WebhookEventType {
	return Object.hasOwn(objects, type);
}

interface EventBase {
	id: string;
	type: string;
	/** In UTC milliseconds. */
	createdAt: number;
}

/** A successful payment: of an order, or of another business of the same Stripe account. */
export type PaymentEvent = EventBase & v.InferOutput<typeof payment>;

/** An event that the shop handles. `intentId` is the payment's; without one it isn't of an order. */
export type ShopEvent =
	| PaymentEvent
	| (EventBase & { kind: "refund"; intentId: string | undefined; refundId?: string })
	| (EventBase & v.InferOutput<typeof dispute>);

/** An event that is not as Stripe documents it. */
export interface UnreadableEvent extends EventBase {
	kind: "unreadable";
	/** The path of the first property that is not, such as `data.object.id`. */
	property: string;
}

/** Any event that has an id. */
export type StripeEvent = ShopEvent | UnreadableEvent | { kind: "other"; id: string };

const created = v.pipe(wholeNumber, v.maxValue(maxSeconds));
const identified = v.object({ id: stripeId });
const typed = v.object({ type: v.pipe(v.string(), v.maxLength(255)) });
const dated = v.object({ created });

/**
 * Parses an event from Stripe. Returns undefined if it has no id: nothing can be told of it. One that says no time
 * counts as created at `now`, in UTC milliseconds.
 */
export function parseEvent(value: unknown, now = Date.now()): StripeEvent | undefined {
	if (!v.is(identified, value)) return undefined;
	const { id } = value;
	const createdAt = v.is(dated, value) ? value.created * 1000 : now;
	const unreadable = (type: string, property: string): UnreadableEvent => {
		return { kind: "unreadable", id, type, createdAt, property };
	};
	if (!v.is(typed, value)) return unreadable("", "type");
	const { type } = value;
	if (!isWebhookEvent(type)) return { kind: "other", id };
	const parsed = parseObject(type, value);
	if (!parsed.success) {
		return unreadable(type, v.getDotPath(parsed.issues[0]) ?? "");
	}
	return { id, type, createdAt, ...parsed.output.data.object };
}

function parseObject(type: WebhookEventType, value: unknown) {
	return v.safeParse(v.object({ created, data: v.object({ object: objects[type] }) }), value);
}
