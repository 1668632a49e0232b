import { expect, it } from "vitest";
import { openStripe } from "./testing.ts";

async function createIntents(url: string, input: unknown) {
	const response = await fetch(`${url}/_intents`, { method: "POST", body: JSON.stringify(input) });
	return { status: response.status, body: (await response.json()) as { ids?: string[] } };
}

it("creates many intents, paid or unpaid, with their events", async () => {
	const { stripe, url } = await openStripe();
	const paid = await createIntents(url, { orders: ["one", "two"], amount: 2599, paid: true });
	const open = await createIntents(url, { orders: ["three"], amount: 2599, paid: false });
	const intents = await Promise.all(
		[...(paid.body.ids ?? []), ...(open.body.ids ?? [])].map((id) =>
			stripe.paymentIntents.retrieve(id),
		),
	);
	expect(intents.map(({ metadata, status }) => [metadata.orderId, status])).toEqual([
		["one", "succeeded"],
		["two", "succeeded"],
		["three", "requires_payment_method"],
	]);
	const events = await stripe.events.list({ types: ["payment_intent.succeeded"] });
	expect(events.data).toHaveLength(2);
});

it.each([{}, { orders: "one", amount: 1, paid: true }, { orders: [1], amount: 1, paid: true }])(
	"rejects %j",
	async (input) => {
		const { url } = await openStripe();
		expect((await createIntents(url, input)).status).toBe(400);
	},
);

it("returns the peak calls within a second by endpoint", async () => {
	const { stripe, url } = await openStripe();
	const { id } = await stripe.paymentIntents.create({ amount: 2599, currency: "usd" });
	await stripe.paymentIntents.retrieve(id);
	const peaks = await (await fetch(`${url}/_calls`)).json();
	expect(peaks).toMatchObject({
		"POST /v1/payment_intents": 1,
		"GET /v1/payment_intents/:id": 1,
		all: expect.toSatisfy((calls: number) => calls === 1 || calls === 2),
	});
});
