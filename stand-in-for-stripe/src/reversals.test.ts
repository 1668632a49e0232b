/** Refunds and disputes: by the API, in the Dashboard, and by banks. */
import { describe, expect, it } from "vitest";
import { openStripe, RETURN_URL } from "./testing.ts";

type Standin = Awaited<ReturnType<typeof openStripe>>;

async function openPaid(method = "pm_card_visa", amount = 2400) {
	const standIn = await openStripe();
	const intent = await standIn.stripe.paymentIntents.create({
		amount,
		currency: "usd",
		payment_method: method,
		confirm: true,
		return_url: RETURN_URL,
	});
	const charge = String(intent.latest_charge);
	const control = async (path: string, input: unknown) => {
		const response = await fetch(standIn.url + path, {
			method: "POST",
			body: JSON.stringify(input),
		});
		// biome-ignore lint/suspicious/noExplicitAny: the test reads what a request returned
		return { status: response.status, body: (await response.json()) as any };
	};
	return { ...standIn, id: intent.id, charge, control };
}

/** The types of the events, oldest first, of what the name begins with. */
async function eventTypes({ stripe }: Pick<Standin, "stripe">, prefix: string) {
	const { data } = await stripe.events.list({ limit: 100 });
	return data
		.map(({ type }) => type)
		.filter((type) => type.startsWith(prefix))
		.reverse();
}

describe("a refund", () => {
	it("has a reason and metadata, which can be updated", async () => {
		const { stripe, id, charge } = await openPaid();
		const refund = await stripe.refunds.create({
			charge,
			amount: 100,
			reason: "requested_by_customer",
			metadata: { order: "1" },
		});
		expect(refund).toMatchObject({
			amount: 100,
			charge,
			payment_intent: id,
			reason: "requested_by_customer",
			metadata: { order: "1" },
		});
		const updated = await stripe.refunds.update(refund.id, { metadata: { note: "wrong size" } });
		expect(updated.metadata).toEqual({ order: "1", note: "wrong size" });
		const other = stripe.refunds.create({ charge, reason: "other" as "duplicate" });
		await expect(other).rejects.toMatchObject({ param: "reason", statusCode: 400 });
		await expect(stripe.refunds.create({ charge, amount: 0 })).rejects.toMatchObject({
			code: "parameter_invalid_integer",
		});
	});

	it("adds up to the charge over many parts, and is listed in pages", async () => {
		const { stripe, id, charge } = await openPaid("pm_card_visa", 1000);
		const refunded: number[] = [];
		for (const amount of [333, 333, 333, 1]) {
			await stripe.refunds.create({ payment_intent: id, amount });
			const { amount_refunded, refunded: isAll } = await stripe.charges.retrieve(charge);
			refunded.push(amount_refunded);
			expect(isAll).toBe(amount_refunded === 1000);
		}
		expect(refunded).toEqual([333, 666, 999, 1000]);
		const more = stripe.refunds.create({ payment_intent: id, amount: 1 });
		await expect(more).rejects.toMatchObject({ code: "charge_already_refunded" });
		const amounts: number[] = [];
		for await (const { amount } of stripe.refunds.list({ payment_intent: id, limit: 2 })) {
			amounts.push(amount);
		}
		expect(amounts).toEqual([1, 333, 333, 333]);
		const first = await stripe.refunds.list({ charge, limit: 3 });
		expect(first).toMatchObject({ has_more: true, data: [{ amount: 1 }, {}, {}] });
		await expect(stripe.refunds.list({ charge: "ch_none" })).rejects.toMatchObject({
			code: "resource_missing",
		});
	});

	it("is never more than the charge when many are made at once", async () => {
		const { stripe, id, charge } = await openPaid("pm_card_visa", 1000);
		const results = await Promise.allSettled(
			Array.from({ length: 8 }, () => stripe.refunds.create({ payment_intent: id, amount: 300 })),
		);
		expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
		expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 900 });
	});

	it("made in the Dashboard can be pending, succeed and fail", async () => {
		const standIn = await openPaid();
		const { stripe, id, charge, control } = standIn;
		const made = await control("/_refunds", { payment_intent: id, amount: 400, status: "pending" });
		expect(made).toMatchObject({ status: 200, body: { status: "pending", amount: 400 } });
		expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 400 });
		const settled = await control("/_refunds", { refund: made.body.id, status: "succeeded" });
		expect(settled.body).toMatchObject({ id: made.body.id, status: "succeeded" });
		const again = await control("/_refunds", { refund: made.body.id, status: "succeeded" });
		expect(again.status).toBe(400);
		await control("/_refunds", { refund: made.body.id, status: "failed" });
		expect(await stripe.refunds.retrieve(made.body.id)).toMatchObject({
			status: "failed",
			failure_reason: "expired_or_canceled_card",
		});
		expect(await stripe.charges.retrieve(charge)).toMatchObject({
			amount_refunded: 0,
			refunded: false,
		});
		expect(await eventTypes(standIn, "refund.")).toEqual([
			"refund.created",
			"refund.updated",
			"refund.updated",
			"refund.failed",
		]);
		const failed = await control("/_refunds", { payment_intent: id, status: "failed" });
		expect(await stripe.refunds.retrieve(failed.body.id)).toMatchObject({ status: "failed" });
	});

	it("of a test card can be pending", async () => {
		const { stripe, id, control } = await openPaid("pm_card_pendingRefund");
		const refund = await stripe.refunds.create({ payment_intent: id });
		expect(refund.status).toBe("pending");
		await control("/_refunds", { refund: refund.id, status: "succeeded" });
		expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: "succeeded" });
	});

	it.each([
		[{}],
		[[]],
		[{ payment_intent: "pi_none" }],
		[{ refund: "re_none", status: "failed" }],
		[{ refund: "re_none", status: "pending" }],
		[{ payment_intent: "pi_none", status: "lost" }],
		[{ payment_intent: "pi_none", sum: 1 }],
	])("is not made for %j", async (input) => {
		const { control } = await openPaid();
		expect((await control("/_refunds", input)).status).toBe(400);
	});
});

describe("a dispute", () => {
	it("takes the money, which returns when it is won", async () => {
		const standIn = await openPaid();
		const { stripe, id, charge, control } = standIn;
		await stripe.refunds.create({ payment_intent: id, amount: 400 });
		const opened = await control("/_disputes", {
			payment_intent: id,
			reason: "product_not_received",
		});
		expect(opened.body).toMatchObject({
			amount: 2000,
			reason: "product_not_received",
			status: "needs_response",
			balance_transactions: [{ amount: -2000, reporting_category: "dispute" }],
		});
		expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
		const refund = stripe.refunds.create({ payment_intent: id });
		await expect(refund).rejects.toMatchObject({ code: "charge_disputed" });
		const listed = await stripe.disputes.list({ payment_intent: id });
		expect(listed.data.map((dispute) => dispute.id)).toEqual([opened.body.id]);
		expect((await stripe.disputes.list({ charge })).data).toHaveLength(1);
		await control("/_disputes", { dispute: opened.body.id, status: "under_review" });
		const won = await control("/_disputes", { dispute: opened.body.id, status: "won" });
		expect(won.body.balance_transactions).toMatchObject([{ amount: -2000 }, { amount: 2000 }]);
		expect(await eventTypes(standIn, "charge.dispute")).toEqual([
			"charge.dispute.created",
			"charge.dispute.funds_withdrawn",
			"charge.dispute.updated",
			"charge.dispute.closed",
			"charge.dispute.funds_reinstated",
		]);
		expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 2000 });
		const late = await control("/_disputes", { dispute: opened.body.id, status: "lost" });
		expect(late.status).toBe(400);
	});

	it("that is lost returns nothing", async () => {
		const standIn = await openPaid();
		const { id, control, stripe } = standIn;
		const { body } = await control("/_disputes", { payment_intent: id, amount: 500 });
		expect(body).toMatchObject({ amount: 500, reason: "fraudulent" });
		await control("/_disputes", { dispute: body.id, status: "lost" });
		expect((await eventTypes(standIn, "charge.dispute")).slice(2)).toEqual([
			"charge.dispute.closed",
		]);
		await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
			code: "charge_disputed",
		});
	});

	it("can begin as an inquiry, which takes no money and allows a refund", async () => {
		const standIn = await openPaid("pm_card_createDisputeInquiry");
		const { stripe, id, control } = standIn;
		const [inquiry] = (await stripe.disputes.list({ payment_intent: id })).data;
		expect(inquiry).toMatchObject({
			status: "warning_needs_response",
			balance_transactions: [],
			is_charge_refundable: true,
		});
		await stripe.refunds.create({ payment_intent: id, amount: 100 });
		const { body } = await control("/_disputes", {
			dispute: inquiry?.id,
			status: "needs_response",
		});
		expect(body).toMatchObject({ is_charge_refundable: false, status: "needs_response" });
		expect(await eventTypes(standIn, "charge.dispute")).toEqual([
			"charge.dispute.created",
			"charge.dispute.updated",
			"charge.dispute.funds_withdrawn",
		]);
	});

	it.each([
		[{}],
		[{ payment_intent: "pi_none" }],
		[{ dispute: "du_none", status: "won" }],
		[{ dispute: "du_none", status: "over" }],
		[{ payment_intent: "mine", amount: 0 }],
	])("is not made for %j", async (input) => {
		const { control, id } = await openPaid();
		const named = { ...input, ...("amount" in input && { payment_intent: id }) };
		expect((await control("/_disputes", named)).status).toBe(400);
	});

	it("needs a paid intent", async () => {
		const { stripe, control } = await openPaid();
		const { id } = await stripe.paymentIntents.create({ amount: 100, currency: "usd" });
		expect((await control("/_disputes", { payment_intent: id })).status).toBe(400);
	});
});
