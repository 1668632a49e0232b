import { expect, it } from "vitest";
import { openStripe } from "./testing.ts";

async function make(url: string, wanted: unknown) {
	const answer = await fetch(`${url}/_intents`, { method: "POST", body: JSON.stringify(wanted) });
	return { status: answer.status, body: (await answer.json()) as { ids?: string[] } };
}

it("makes many intents at once, paid or not, with the events that they would have had", async () => {
	const { stripe, url } = await openStripe();
	const paid = await make(url, { orders: ["one", "two"], amount: 2599, paid: true });
	const open = await make(url, { orders: ["three"], amount: 2599, paid: false });
	const seen = await Promise.all(
		[...(paid.body.ids ?? []), ...(open.body.ids ?? [])].map((id) =>
			stripe.paymentIntents.retrieve(id),
		),
	);
	expect(seen.map(({ metadata, status }) => [metadata.orderId, status])).toEqual([
		["one", "succeeded"],
		["two", "succeeded"],
		["three", "requires_payment_method"],
	]);
	const events = await stripe.events.list({ types: ["payment_intent.succeeded"] });
	expect(events.data).toHaveLength(2);
});

it.each([{}, { orders: "one", amount: 1, paid: true }, { orders: [1], amount: 1, paid: true }])(
	"makes no intents of %j",
	async (wanted) => {
		const { url } = await openStripe();
		expect((await make(url, wanted)).status).toBe(400);
	},
);

it("tells how often each endpoint was asked within a second", async () => {
	const { stripe, url } = await openStripe();
	const { id } = await stripe.paymentIntents.create({ amount: 2599, currency: "usd" });
	await stripe.paymentIntents.retrieve(id);
	const seen = await (await fetch(`${url}/_calls`)).json();
	expect(seen).toMatchObject({
		"POST /v1/payment_intents": 1,
		"GET /v1/payment_intents/:id": 1,
		all: expect.toSatisfy((calls: number) => calls === 1 || calls === 2),
	});
});
