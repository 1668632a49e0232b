/** Events that are signed, or in Stripe's list, and are not as Stripe documents them. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { findLateWork } from "../../../src/shop/health/health.server.ts";
import { retryEvent } from "../../../src/shop/payments/events.server.ts";
import { webhookEvents } from "../../../src/shop/payments/stripe-events.ts";
import { deliverEvent, ledgerOf, rowOf } from "../../helpers/payments.ts";
import { deliver } from "../../helpers/queue.ts";
import { addTool, placeLine, signUp } from "../../helpers/shop.ts";
import { allowConsole } from "../../setup/console-guard.ts";

/** What Stripe lists and returns instead of its own events; none lets the call through. */
let listed: { id?: unknown; data?: unknown }[] | undefined;

const realFetch = globalThis.fetch;
// Before the first call: the shop's client keeps its fetch.
vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
	const { origin, pathname, searchParams } = new URL(new Request(...args).url);
	if (origin !== env.STRIPE_API_URL || !listed || !pathname.startsWith("/v1/events")) {
		return realFetch(...args);
	}
	const id = pathname.split("/")[3];
	if (id) return Response.json(listed.find((event) => event.id === id));
	const start = listed.findIndex((event) => event.id === searchParams.get("starting_after")) + 1;
	return Response.json({ object: "list", data: listed.slice(start), has_more: false });
});

let count = 0;
const eventOf = (type: unknown, object: unknown, changes: object = {}) => {
	count += 1;
	const created = Math.floor(Date.now() / 1000);
	return {
		id: `evt_strange_${count}`,
		object: "event",
		type,
		created,
		data: { object },
		...changes,
	};
};

/** The stored rows of events: nothing else happens to one that can't be read. */
async function rowsOf(events: { id: string }[]) {
	const { results } = await env.DB.prepare(
		"select id, unreadable, retry_at from payment_events where id in (select value from json_each(?))",
	)
		.bind(JSON.stringify(events.map(({ id }) => id)))
		.all<{ id: string; unreadable: string | null; retry_at: number | null }>();
	return results;
}

const paymentOf = (changes: object) => ({
	id: "pi_strange",
	object: "payment_intent",
	status: "succeeded",
	amount_received: 2599,
	currency: "usd",
	metadata: {},
	...changes,
});

/** Values that are no id. */
const noIds = [{}, [], ["pi_1"], 7, true, "", "../charges", "p".repeat(256)];

/** Events of a type that nobody can read. */
function strangeEvents(type: string) {
	const isPayment = type === "payment_intent.succeeded";
	const object = isPayment ? "payment_intent" : (type.split(".").at(-2) ?? "");
	const named = isPayment
		? (id: unknown) => paymentOf({ id })
		: (id: unknown) => ({ id: "x_1", object, payment_intent: id });
	const right = named("pi_strange");
	return [
		...[{}, [], null, "pi_1", 7].map((one) => eventOf(type, one)),
		...noIds.map((id) => eventOf(type, named(id))),
		...[undefined, String(Date.now()), -1, 1.5, 1e300].map((created) =>
			eventOf(type, right, { created }),
		),
		...[undefined, null, "data"].map((data) => eventOf(type, right, { data })),
		...[undefined, null, 7, {}].map((none) => eventOf(none, right)),
		...(isPayment
			? [
					...[-1, 25.99, 1e300, "2599", null].map((amount_received) =>
						eventOf(type, paymentOf({ amount_received })),
					),
					...[{}, [], 7, "c".repeat(501)].map((lineId) =>
						eventOf(type, paymentOf({ metadata: { orderId: lineId } })),
					),
				]
			: []),
	];
}

const log = /"code":"event_unreadable"/;

describe.each(webhookEvents)("%s", (type) => {
	it("is answered and stored by the webhook, however strange", async () => {
		allowConsole(log);
		const events = strangeEvents(type);
		for (const event of events) {
			const { status, body } = await deliverEvent(JSON.stringify(event));
			expect([status, body], JSON.stringify(event)).toEqual([200, { received: true }]);
		}
		const rows = await rowsOf(events);
		expect(rows).toHaveLength(events.length);
		expect(rows.filter(({ unreadable, retry_at }) => !unreadable || retry_at)).toEqual([]);
	});

	it("is stored once from Stripe's list, and the next poll passes it", async () => {
		const lines = vi.spyOn(console, "error").mockImplementation(() => {});
		const withoutId = eventOf(type, {}, { id: {} });
		const events = strangeEvents(type);
		listed = [withoutId, ...events];
		const poll = { since: Date.now() - 1000, until: Date.now() };
		await env.DB.prepare("insert or replace into event_cursors values ('stripe', 1, 9e15)").run();
		for (const attempt of [1, 2]) {
			const { explicitAcks, retryMessages } = await deliver("cogsmith-events", [poll]);
			expect([explicitAcks, retryMessages], `poll ${attempt}`).toEqual([["0"], []]);
			expect(await rowsOf(events)).toHaveLength(events.length);
		}
		const codes = lines.mock.calls.flat().map((line) => JSON.parse(String(line)).code);
		expect(codes).toEqual(events.map(() => "event_unreadable"));
		// Nothing keeps the next poll from starting after this one.
		const cursor = env.DB.prepare("select since, leased_until from event_cursors");
		expect(await cursor.first()).toEqual({ since: poll.until - 600_000, leased_until: 0 });
		listed = undefined;
	});
});

it("a signed body without an event's id is no event", async () => {
	for (const body of ["{}", "[]", "null", '"text"', "7", '{"id":7}', '{"id":{}}', '{"id":""}']) {
		expect((await deliverEvent(body)).status, body).toBe(400);
	}
});

it("the page of health has the newest, and a later attempt ends it", async () => {
	allowConsole(log);
	const line = await placeLine(await signUp(), await addTool({ quantity: 5 }));
	const strange = eventOf("payment_intent.succeeded", paymentOf({ metadata: { orderId: {} } }));
	expect((await deliverEvent(JSON.stringify(strange))).status).toBe(200);
	const { id, type } = strange;
	const shown = async () => (await findLateWork()).unreadableEvents.filter((one) => one.id === id);
	expect(await shown()).toEqual([
		{ id, type, property: "data.object.metadata.orderId", at: expect.any(Date) },
	]);
	listed = [strange];
	expect(await retryEvent(id)).toBe(false);
	expect(await shown()).toHaveLength(1);
	// Stripe has it as it should be.
	listed = [{ ...strange, data: { object: paymentOf({ metadata: { orderId: "other" } }) } }];
	allowConsole(/"code":"payment_mismatch"/);
	expect(await retryEvent(id)).toBe(true);
	expect(await shown()).toEqual([]);
	listed = undefined;
	expect((await rowOf(line._id)).transaction_id).toBeNull();
});

it("one that Stripe does not have is dropped when it is tried again", async () => {
	allowConsole(log);
	const strange = eventOf("charge.refunded", {});
	expect((await deliverEvent(JSON.stringify(strange))).status).toBe(200);
	expect(await retryEvent(strange.id)).toBe(true);
	const { unreadableEvents } = await findLateWork();
	expect(unreadableEvents.filter(({ id }) => id === strange.id)).toEqual([]);
});

it("no signed JSON fails, and none changes an order", async () => {
	allowConsole(log);
	allowConsole(/"code":"payment_mismatch"/);
	const tool = await addTool({ quantity: 5, priceCents: 2599 });
	const line = await placeLine(await signUp(), tool);
	const before = [await rowOf(line._id), await ledgerOf(tool)];
	const value = fc.oneof(
		fc.jsonValue(),
		fc.constantFrom("pi_strange", "succeeded", "usd", line._id, 2599, 1e300, -1),
	);
	const object = fc.record(
		{
			object: fc.oneof(fc.constantFrom("payment_intent", "charge", "refund", "dispute"), value),
			id: value,
			status: value,
			amount_received: value,
			currency: value,
			payment_intent: fc.oneof(value, fc.record({ id: value })),
			metadata: fc.oneof(value, fc.record({ orderId: value })),
		},
		{ requiredKeys: [] },
	);
	const event = fc.record(
		{
			id: fc.oneof(fc.uuid(), value),
			type: fc.oneof(fc.constantFrom(...webhookEvents), value),
			created: fc.oneof(fc.nat(), value),
			data: fc.oneof(fc.record({ object: fc.oneof(object, value) }), value),
		},
		{ requiredKeys: ["id", "type"] },
	);
	await fc.assert(
		fc.asyncProperty(fc.oneof({ weight: 5, arbitrary: event }, value), async (sent) => {
			const { status } = await deliverEvent(JSON.stringify(sent));
			expect([200, 400]).toContain(status);
		}),
		{ numRuns: 150 },
	);
	expect([await rowOf(line._id), await ledgerOf(tool)]).toEqual(before);
});
