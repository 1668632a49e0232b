import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import {
	beginPayment,
	changeAmount,
	checkLedgerAfterEach,
	closeOrderDirectly,
	countEvents,
	createForeignIntent,
	deliverEvent,
	eventOf,
	ledgerOf,
	payByCard,
	payWith,
	placePaidLine,
	refundAtStripe,
	refundsOf,
	reportPayment,
	rowOf,
	signatureOf,
} from "../helpers/payments.ts";
import { addTool, callApi, dispatch, origin, placeLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

checkLedgerAfterEach();

/** An order paid by card but not reported, and the event that would report it. */
async function payWithoutNotice() {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
	const line = await placeLine(rider, tool, 2);
	const payment = await beginPayment(rider, line);
	await payByCard(payment);
	return { rider, tool, line, payment, event: await eventOf(payment.id) };
}

describe("POST /stripe/webhook", () => {
	it("settles the order, without the browser", async () => {
		const { rider, tool, line, payment, event } = await payWithoutNotice();
		const { status, body } = await deliverEvent(event);
		expect([status, body]).toEqual([200, { received: true }]);
		const stored = await env.DB.prepare("select created_at as at from payment_events where id = ?")
			.bind(event.id)
			.first();
		expect(stored).toEqual({ at: event.created * 1000 });
		expect((await callApi("GET", `/order/${line._id}`, { token: rider.token })).body).toMatchObject(
			{
				paid: true,
				transactionId: payment.id,
			},
		);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("rejects events that Stripe did not sign, and changes nothing", async () => {
		const { line, event } = await payWithoutNotice();
		const body = JSON.stringify(event);
		const altered = body.replace(/"amount_received":\d+/, '"amount_received":1');
		const right = signatureOf(body);
		const attempts: [string, string, string | null][] = [
			["no signature", body, null],
			["an empty one", body, ""],
			["nonsense", body, "t=now,v1=yes"],
			["one of another secret", body, signatureOf(body, { secret: "whsec_other" })],
			["one of another body", altered, right],
			["one of an older scheme", body, right.replace("v1=", "v0=")],
			[
				"one with another timestamp",
				body,
				right.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 5}`),
			],
			["one of ten minutes ago", body, signatureOf(body, { timestamp: Date.now() - 600_000 })],
			["one of ten minutes ahead", body, signatureOf(body, { timestamp: Date.now() + 600_000 })],
			["one of a year ahead", body, signatureOf(body, { timestamp: Date.now() + 31_536_000_000 })],
		];
		expect(altered).not.toBe(body);
		for (const [what, sent, signature] of attempts) {
			const rejected = await deliverEvent(sent, signature);
			expect(rejected.status, what).toBe(400);
			expect(rejected.body.error.code).toBe("malformed");
		}
		expect((await rowOf(line._id)).transaction_id).toBeNull();
		expect(await countEvents(event.id)).toBe(0);
	});

	it("rejects a signed body that is not an event or not text", async () => {
		for (const body of ["", "no JSON", '{"id":']) {
			expect((await deliverEvent(body)).status, body).toBe(400);
		}
		const headers = { "Stripe-Signature": signatureOf("") };
		const body = new Uint8Array([0x7b, 0xff, 0x7d]);
		const sent = new Request(`${origin}/api/stripe/webhook`, { method: "POST", headers, body });
		expect((await dispatch(sent)).status).toBe(400);
	});

	it("handles an event once, however often it is delivered, also concurrently", async () => {
		const { tool, payment, event } = await payWithoutNotice();
		const answers = await Promise.all([1, 2, 3].map(() => deliverEvent(event)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect((await deliverEvent(event)).status).toBe(200);
		expect(await countEvents(event.id)).toBe(1);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("settles once when the browser reports the same payment concurrently", async () => {
		const { rider, tool, line, payment, event } = await payWithoutNotice();
		const [reported, received] = await Promise.all([
			reportPayment(rider, line, payment.id),
			deliverEvent(event),
		]);
		expect([reported.status, received.status]).toEqual([200, 200]);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("handles events in any order and of any type", async () => {
		const { line, payment, event } = await payWithoutNotice();
		const created = await eventOf(payment.id, "payment_intent.created");
		expect((await deliverEvent(event)).status).toBe(200);
		expect((await deliverEvent(created)).status).toBe(200);
		expect(
			(await deliverEvent({ ...event, id: "evt_other", type: "payout.paid" } as never)).status,
		).toBe(200);
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
	});

	it.each([
		["another amount", 50, "usd"],
		["another currency", 90_000, "eur"],
	])("refunds a payment of %s, and logs an error", async (_, cents, currency) => {
		const faults: string[] = [];
		vi.spyOn(console, "error").mockImplementation((line) => void faults.push(String(line)));
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 90_000, quantity: 5 })];
		const line = await placeLine(rider, tool);
		const wrong = await createForeignIntent(line._id, cents, currency);
		await payByCard(wrong);
		const event = await eventOf(wrong.id);
		const answers = [await deliverEvent(event), await deliverEvent(event)];
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect((await refundsOf(wrong.id)).map(({ amount }) => amount)).toEqual([cents]);
		expect(faults.map((line) => JSON.parse(line))).toMatchObject([
			{ code: "payment_mismatch", intent: wrong.id, subject: line._id, cents, currency },
		]);
		expect(await rowOf(line._id)).toMatchObject({ transaction_id: null, closed_at: null });
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		expect((await reportPayment(rider, line, payment.id)).status).toBe(200);
	});

	it("refunds nothing that nobody paid, whatever an event says", async () => {
		allowConsole(/"code":"payment_mismatch"/);
		const rider = await signUp();
		const payment = await beginPayment(rider, await placeLine(rider, await addTool()));
		const created = await eventOf(payment.id, "payment_intent.created");
		const object = { ...created.data.object, status: "succeeded", amount_received: 1 };
		const event = { ...created, type: "payment_intent.succeeded", data: { object } };
		expect((await deliverEvent(event as never)).status).toBe(200);
		const owed = env.DB.prepare("select count(*) as n from refunds where intent_id = ?");
		expect(await owed.bind(payment.id).first()).toEqual({ n: 0 });
	});

	it("closes an order whose own payment has another amount", async () => {
		allowConsole(/"code":"payment_mismatch"/);
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await changeAmount(payment.id, 9_900);
		await payByCard(payment);
		expect((await reportPayment(rider, line, payment.id)).body.error.code).toBe("payment_mismatch");
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([9_900]);
		expect((await callApi("DELETE", `/order?id=${line._id}`, { token: rider.token })).body).toEqual(
			{
				deletedCount: 1,
			},
		);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("logs a payment of an unknown order as an error, and ignores other businesses' payments", async () => {
		const [faults, news]: string[][] = [[], []];
		vi.spyOn(console, "error").mockImplementation((line) => void faults?.push(String(line)));
		vi.spyOn(console, "log").mockImplementation((line) => void news?.push(String(line)));
		const unknown = await createForeignIntent("nothing", 1234);
		const foreign = await createForeignIntent("", 1234);
		for (const payment of [unknown, foreign]) {
			await payWith(payment, "pm_card_visa");
			expect((await deliverEvent(await eventOf(payment.id))).status).toBe(200);
			expect(await refundsOf(payment.id)).toEqual([]);
		}
		expect(faults?.map((line) => JSON.parse(line))).toMatchObject([
			{ code: "payment_mismatch", intent: unknown.id, subject: "nothing" },
		]);
		expect(news?.some((line) => line.includes(foreign.id))).toBe(true);
	});

	it("accepts events without optional fields", async () => {
		const { event } = await payWithoutNotice();
		const { object } = event.data;
		for (const [index, metadata] of [null, undefined, {}].entries()) {
			const data = { object: { ...object, id: "pi_other", metadata } };
			const bare = { ...event, id: `evt_bare_${index}`, data };
			expect((await deliverEvent(bare as never)).status, String(metadata)).toBe(200);
		}
		const dispute = { object: { id: "du_1", object: "dispute", payment_intent: null } };
		const strange = { ...event, id: "evt_du", type: "charge.dispute.created", data: dispute };
		expect((await deliverEvent(strange as never)).status).toBe(200);
	});

	it("refunds a payment for a closed order once, and shows the refund", async () => {
		const { rider, tool, line, payment, event } = await payWithoutNotice();
		await closeOrderDirectly(line._id);
		const answers = await Promise.all([deliverEvent(event), deliverEvent(event)]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect((await deliverEvent(event)).status).toBe(200);
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([5198]);
		const shown = await callApi("GET", `/order/${line._id}`, { token: rider.token });
		expect(shown.body).toMatchObject({ paid: false, refunded: true });
		const list = `/order?email=${encodeURIComponent(rider.email)}`;
		expect((await callApi("GET", list, { token: rider.token })).body).toEqual([shown.body]);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("a refund that somebody has made in Stripe's Dashboard meanwhile is the one that was due", async () => {
		const { line, payment, event } = await payWithoutNotice();
		await closeOrderDirectly(line._id);
		const made = await refundAtStripe(payment.id);
		expect((await deliverEvent(event)).status).toBe(200);
		const stored = env.DB.prepare(
			"select stripe_refund_id as refund_id, done_at from refunds where intent_id = ?",
		);
		expect(await stored.bind(payment.id).first()).toEqual({
			refund_id: made.id,
			done_at: expect.any(Number),
		});
		expect(await refundsOf(payment.id)).toHaveLength(1);
	});

	it("refunds a second payment of a paid order, and leaves the order paid", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const { line, payment } = await placePaidLine(rider, tool);
		const second = await createForeignIntent(line._id, 2599);
		await payByCard(second);
		const sent = vi.spyOn(env.MAILS, "send").mockResolvedValue(undefined as never);
		expect((await deliverEvent(await eventOf(second.id))).status).toBe(200);
		const refunds = await refundsOf(second.id);
		expect(refunds).toHaveLength(1);
		await vi.waitFor(() =>
			expect(sent.mock.calls.flat()).toContainEqual({ outbox: `refund-${refunds[0]?.id}` }),
		);
		expect(await rowOf(line._id)).toMatchObject({ transaction_id: payment.id, closed_at: null });
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});
});
