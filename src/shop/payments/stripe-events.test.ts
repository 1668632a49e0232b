import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEvent, webhookEvents } from "./stripe-events.ts";

const now = Date.UTC(2026, 10, 24);
const created = 1_780_000_000;

/** An object as Stripe sends it with events of a type. */
function objectOf(type: string): Record<string, unknown> {
	if (type === "payment_intent.succeeded") {
		return {
			object: "payment_intent",
			id: "pi_1",
			status: "succeeded",
			amount_received: 2599,
			currency: "usd",
			metadata: { orderId: "c-1" },
		};
	}
	const kind = type.startsWith("refund.") ? "refund" : "charge";
	const object = type.startsWith("charge.dispute.") ? "dispute" : kind;
	return { object, id: "x_1", payment_intent: "pi_1" };
}

const eventOf = (type: string, object: unknown = objectOf(type)) => ({
	id: "evt_1",
	type,
	created,
	data: { object },
});

describe.each(webhookEvents)("%s", (type) => {
	it("is read as Stripe documents it", () => {
		expect(parseEvent(eventOf(type), now)).toMatchObject({
			id: "evt_1",
			type,
			createdAt: created * 1000,
			intentId: "pi_1",
		});
	});

	it.each<[string, unknown]>([
		["an empty object", {}],
		["a list", []],
		["null", null],
		["text", "pi_1"],
		["a number", 1],
		["another kind", { ...objectOf(type), object: "payout" }],
		["no kind", { ...objectOf(type), object: undefined }],
	])("with %s as its object is unreadable", (_, object) => {
		expect(parseEvent(eventOf(type, object), now)).toMatchObject({
			kind: "unreadable",
			id: "evt_1",
			type,
			createdAt: created * 1000,
			property: expect.stringMatching(/^data\.object/),
		});
	});

	const payment = type === "payment_intent.succeeded" ? "id" : "payment_intent";
	it.each<[string, unknown]>([
		["a list", ["pi_1"]],
		["a number", 1],
		["a truth value", true],
		["empty", ""],
		["a path", "../refunds"],
		["too long", "p".repeat(256)],
		["an object without an id", {}],
		["an object with an object as its id", { id: { id: "pi_1" } }],
	])("whose payment is %s is unreadable", (_, id) => {
		const event = eventOf(type, { ...objectOf(type), [payment]: id });
		expect(parseEvent(event, now)).toMatchObject({
			kind: "unreadable",
			property: `data.object.${payment}`,
		});
	});

	it.each<[string, unknown]>([
		["no time", undefined],
		["text as its time", String(created)],
		["a negative time", -1],
		["a part of a second", 1.5],
		["a time after all years", 1e15],
		["a time that is no number", null],
	])("with %s is unreadable, and counts as created now", (_, time) => {
		expect(parseEvent({ ...eventOf(type), created: time }, now)).toMatchObject({
			kind: "unreadable",
			property: "created",
			createdAt: now,
		});
	});

	it.each<[string, unknown]>([
		["no data", undefined],
		["null as its data", null],
		["text as its data", "data"],
	])("with %s is unreadable", (_, data) => {
		expect(parseEvent({ ...eventOf(type), data }, now)).toMatchObject({ kind: "unreadable" });
	});
});

describe("a payment", () => {
	const event = (changes: object) =>
		eventOf("payment_intent.succeeded", {
			...objectOf("payment_intent.succeeded"),
			...changes,
		});

	it.each<[string, object]>([
		["negative", { amount_received: -2599 }],
		["a part of a cent", { amount_received: 25.99 }],
		["huge", { amount_received: 1e300 }],
		["text", { amount_received: "2599" }],
		["missing", { amount_received: undefined }],
	])("whose amount is %s is unreadable", (_, changes) => {
		expect(parseEvent(event(changes))).toMatchObject({
			kind: "unreadable",
			property: "data.object.amount_received",
		});
	});

	it.each<[string, unknown]>([
		["an object", { id: "c-1" }],
		["a number", 1],
		["a list", ["c-1"]],
		["null", null],
		["longer than Stripe stores", "c".repeat(501)],
	])("whose checkout is %s is unreadable", (_, value) => {
		expect(parseEvent(event({ metadata: { orderId: value } }))).toMatchObject({
			kind: "unreadable",
			property: "data.object.metadata.orderId",
		});
	});

	it.each<[string, object]>([
		["a status", { status: 1 }],
		["a currency", { currency: null }],
		["metadata", { metadata: "c-1" }],
	])("without %s is unreadable", (_, changes) => {
		expect(parseEvent(event(changes))).toMatchObject({ kind: "unreadable" });
	});

	it("needs no metadata", () => {
		for (const metadata of [null, undefined, {}, { other: 1 }]) {
			expect(parseEvent(event({ metadata }))).toMatchObject({ kind: "payment" });
		}
	});
});

it("reads the payment of an expanded object, and that there is none", () => {
	const ofRefund = (payment: unknown) =>
		parseEvent(eventOf("refund.failed", { object: "refund", id: "re_1", payment_intent: payment }));
	expect(ofRefund({ id: "pi_2", object: "payment_intent" })).toMatchObject({ intentId: "pi_2" });
	expect(ofRefund(null)).toMatchObject({ kind: "refund", intentId: undefined, refundId: "re_1" });
});

it("leaves other types alone, whatever they hold", () => {
	for (const type of ["", "charge.succeeded", "refund", "constructor", "__proto__"]) {
		expect(parseEvent({ id: "evt_1", type })).toEqual({ kind: "other", id: "evt_1" });
	}
});

it.each([undefined, null, 7, {}, ["charge.refunded"], "t".repeat(256)])(
	"is unreadable with %j as its type",
	(type) => {
		expect(parseEvent({ ...eventOf("charge.refunded"), type })).toMatchObject({
			kind: "unreadable",
			type: "",
			property: "type",
		});
	},
);

it("is no event without an id", () => {
	for (const value of [undefined, null, [], "text", 7, {}, { id: 7 }, { id: "" }, { id: {} }])
		expect(parseEvent(value)).toBeUndefined();
});

it("reads any JSON without an exception", () => {
	const strange = fc.record({
		id: fc.constant("evt_1"),
		type: fc.constantFrom(...webhookEvents),
		created: fc.jsonValue(),
		data: fc.record({ object: fc.jsonValue() }),
	});
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), strange), (value) => {
			const parsed = parseEvent(value, now);
			if (parsed && "createdAt" in parsed)
				// JSON has a -0.
				expect(new Date(parsed.createdAt).getTime()).toBe(parsed.createdAt + 0);
		}),
	);
});
