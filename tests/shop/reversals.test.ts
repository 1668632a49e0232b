/** Money returned outside the shop: refunds in Stripe's dashboard, and disputes. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
	beginPayment,
	deliverEvent,
	eventOf,
	failRefundAtStripe,
	ledgerOf,
	payWith,
	refundAtStripe,
	reportPayment,
	resolveDispute,
	rowOf,
} from "../helpers/payments.ts";
import { addTool, callApi, type Person, placeLine, shipLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let rider: Person;
let admin: Person;
beforeAll(async () => {
	[rider, admin] = await Promise.all([signUp(), signUp({ role: "admin" })]);
});

/** An order paid with one of Stripe's test cards, reported to the shop unless `reported` is false. */
async function paidOrder(method: `pm_card_${string}`, { reported: reportToShop = true } = {}) {
	const tool = await addTool({ quantity: 5 });
	const line = await placeLine(rider, tool, 2);
	const payment = await beginPayment(rider, line);
	await payWith(payment, method);
	if (reportToShop) expect((await reportPayment(rider, line, payment.id)).status).toBe(200);
	return { tool, line, payment };
}

/** Delivers the newest event of a type about a payment. */
async function deliverEventOf(intentId: string, type: string): Promise<void> {
	expect((await deliverEvent(await eventOf(intentId, type))).status, type).toBe(200);
}

const orderJson = async (id: string) =>
	(await callApi("GET", `/order/${id}`, { token: rider.token })).body as Record<string, unknown>;

async function auditOf(id: string): Promise<[action: string, cents: number][]> {
	const { results } = await env.DB.prepare(
		"select action, json_extract(detail, '$.cents') as cents from audit where subject_id = ? and action in ('order.refunded', 'order.disputed', 'order.dispute_closed') order by created_at, rowid",
	)
		.bind(id)
		.all<{ action: string; cents: number }>();
	return results.map(({ action, cents }) => [action, cents]);
}

describe("a refund made at Stripe", () => {
	it("is stored with all others, also of more than a page of them", async () => {
		const { line, payment } = await paidOrder("pm_card_visa");
		// One and a half pages: each of a cent, and the last one of two.
		const made = [...Array.from({ length: 149 }, () => 1), 2];
		for (const cents of made) await refundAtStripe(payment.id, cents);
		await deliverEventOf(payment.id, "refund.created");
		expect(await orderJson(line._id)).toMatchObject({ refundedPrice: 1.51 });
		const { results } = await env.DB.prepare(
			"select amount_cents as cents from refund_lines where line_id = ? order by rowid",
		)
			.bind(line._id)
			.all<{ cents: number }>();
		expect(results.map(({ cents }) => cents)).toEqual(made);
	});

	it("in full marks the order refunded and stops shipping, once", async () => {
		const { tool, line, payment } = await paidOrder("pm_card_visa");
		await refundAtStripe(payment.id);
		for (const type of ["refund.created", "charge.refunded", "refund.created"]) {
			await deliverEventOf(payment.id, type);
		}
		expect(await orderJson(line._id)).toMatchObject({ paid: true, refunded: true });
		expect((await shipLine(admin, line._id)).body.error.code).toBe("not_shippable");
		expect(await auditOf(line._id)).toEqual([["order.refunded", 5198]]);
		// The pieces stay sold: the merchant restocks them by hand.
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("in part is in the audit and on the order, which still ships, until the rest is refunded", async () => {
		const { line, payment } = await paidOrder("pm_card_visa");
		await refundAtStripe(payment.id, 198);
		await deliverEventOf(payment.id, "charge.refunded");
		const inPart = await orderJson(line._id);
		expect(inPart).toMatchObject({ refundedPrice: 1.98 });
		expect(inPart).not.toHaveProperty("refunded");
		expect(inPart).toHaveProperty("toShip");
		expect(await auditOf(line._id)).toEqual([["order.refunded", 198]]);
		await refundAtStripe(payment.id);
		await deliverEventOf(payment.id, "refund.created");
		expect(await orderJson(line._id)).toMatchObject({ refunded: true });
		expect((await shipLine(admin, line._id)).body.error.code).toBe("not_shippable");
		expect((await auditOf(line._id)).sort()).toEqual([
			["order.refunded", 198],
			["order.refunded", 5000],
		]);
	});

	it("that fails logs an error and leaves the order unchanged", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { line, payment } = await paidOrder("pm_card_refundFail");
		await refundAtStripe(payment.id);
		await env.DB.prepare("update order_lines set refunded_at = 1 where id = ?")
			.bind(line._id)
			.run();
		await deliverEventOf(payment.id, "refund.failed");
		expect(await orderJson(line._id)).not.toHaveProperty("refunded");
		expect((await shipLine(admin, line._id)).status).toBe(200);
	});

	it("of what a failed refund had returned is stored in full, if the events of both come at once", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { line, payment } = await paidOrder("pm_card_visa");
		const path = `/order/${line._id}/refund`;
		const body = { reason: "other", amount: 20 };
		expect((await callApi("POST", path, { token: admin.token, body })).status).toBe(201);
		await failRefundAtStripe(payment.id);
		await refundAtStripe(payment.id);
		await deliverEventOf(payment.id, "charge.refunded");
		expect(await orderJson(line._id)).toMatchObject({ refunded: true });
		expect((await rowOf(line._id)).refunded_cents).toBe(5198);
	});

	it("that fails before its payment was reported is logged too", async () => {
		const error = vi.spyOn(console, "error").mockImplementation(() => {});
		const { line, payment } = await paidOrder("pm_card_refundFail", { reported: false });
		await refundAtStripe(payment.id);
		await deliverEventOf(payment.id, "refund.failed");
		expect(error.mock.calls.flat().map((line) => JSON.parse(line).code)).toContain("refund_failed");
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
	});

	it("has its e-mail sent at once", async () => {
		const { payment } = await paidOrder("pm_card_visa");
		const sent = vi.spyOn(env.MAILS, "send").mockResolvedValue(undefined as never);
		const { id } = await refundAtStripe(payment.id, 198);
		await deliverEventOf(payment.id, "charge.refunded");
		await vi.waitFor(() =>
			expect(sent.mock.calls.flat()).toContainEqual({ outbox: `refund-${id}` }),
		);
	});

	it("of an unreported payment settles the order first", async () => {
		const { line, payment } = await paidOrder("pm_card_visa", { reported: false });
		await refundAtStripe(payment.id);
		await deliverEventOf(payment.id, "charge.refunded");
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
		expect(await orderJson(line._id)).toMatchObject({ paid: true, refunded: true });
	});
});

describe("a dispute", () => {
	it("marks the order disputed and stops shipping until it is won", async () => {
		const { line, payment } = await paidOrder("pm_card_createDispute");
		await deliverEventOf(payment.id, "charge.dispute.funds_withdrawn");
		await deliverEventOf(payment.id, "charge.dispute.created");
		expect(await orderJson(line._id)).toMatchObject({ paid: true, disputed: true });
		expect((await shipLine(admin, line._id)).body.error.code).toBe("not_shippable");
		await resolveDispute(payment.id, "winning");
		await deliverEventOf(payment.id, "charge.dispute.closed");
		// The same event is delivered again afterwards.
		await deliverEventOf(payment.id, "charge.dispute.created");
		expect(await orderJson(line._id)).not.toHaveProperty("disputed");
		expect((await shipLine(admin, line._id)).status).toBe(200);
		expect((await auditOf(line._id)).map(([action]) => action)).toEqual([
			"order.disputed",
			"order.dispute_closed",
		]);
	});

	it("that is won is over, whatever else is disputed", async () => {
		await paidOrder("pm_card_createDispute");
		const { line, payment } = await paidOrder("pm_card_createDispute");
		await deliverEventOf(payment.id, "charge.dispute.created");
		await resolveDispute(payment.id, "winning");
		await deliverEventOf(payment.id, "charge.dispute.closed");
		expect(await orderJson(line._id)).not.toHaveProperty("disputed");
	});

	it("that is lost stays on the order", async () => {
		const { line, payment } = await paidOrder("pm_card_createDispute", { reported: false });
		await resolveDispute(payment.id, "losing");
		await deliverEventOf(payment.id, "charge.dispute.closed");
		expect(await orderJson(line._id)).toMatchObject({ paid: true, disputed: true });
		expect((await shipLine(admin, line._id)).body.error.code).toBe("not_shippable");
	});
});
