/** Refunds while calls to Stripe fail or their answers are lost, and those that the Dashboard makes meanwhile. */
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { postpone } from "../../src/platform/database/claim-due.ts";
import { findLateWork } from "../../src/shop/health/health.server.ts";
import { reconcile as runJob } from "../../src/shop/payments/reconcile.server.ts";
import { dueRefunds, issueRefund } from "../../src/shop/refunds/issue-refund.server.ts";
import { brokenRows } from "../helpers/broken-rows.ts";
import { captureQueue, drainQueue, reconcile } from "../helpers/payment-jobs.ts";
import {
	callStripe,
	checkLedgerAfterEach,
	deliverEvent,
	eventOf,
	refundAtStripe,
	refundsOf,
	rowOf,
} from "../helpers/payments.ts";
import {
	centsAtStripe,
	codeOf,
	deliverNewest,
	failAtBank,
	mailsAbout,
	rowsOf,
	signUpForRefunds,
} from "../helpers/refunds.ts";
import { callApi, stockOf } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

/** Whether the shop's calls about refunds fail before Stripe does anything, or after it has. */
let fault: "none" | "before" | "after" = "none";
const realFetch = globalThis.fetch;

// Must run before the first call: the shop's client keeps its fetch.
vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
	if (fault === "none" || !new Request(...request).url.includes("/v1/refunds"))
		return realFetch(...request);
	if (fault === "after") await (await realFetch(...request)).body?.cancel();
	throw new TypeError("Network connection lost.");
});

async function withFault<T>(during: typeof fault, work: () => Promise<T>): Promise<T> {
	fault = during;
	try {
		return await work();
	} finally {
		fault = "none";
	}
}

checkLedgerAfterEach();

const { admin, cancel, isPaidOrder, paidOrder, refund, rider } = await signUpForRefunds();

describe("a refund while Stripe fails", () => {
	it.each(["before", "after"] as const)("is due, and made once by the job: %s", async (when) => {
		allowConsole(/"code":"payments_unavailable"/);
		const { id, tool, payment } = await paidOrder();
		const answer = await withFault(when, () => cancel(id));
		expect(answer.body).toMatchObject({
			status: "due",
			order: { cancelled: true, refundDue: true },
		});
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 0, refund_due_cents: 5198 });
		expect(await stockOf(tool)).toBe(5);
		expect(codeOf(await refund(id))).toBe("not_refundable");
		// The job leaves it alone at first: the call may still be at it.
		captureQueue();
		await runJob();
		expect(drainQueue()).not.toContainEqual(expect.objectContaining({ id: answer.body.refundId }));
		await Promise.all([reconcile(), reconcile()]);
		expect(await centsAtStripe(payment.id)).toEqual([5198]);
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 5198, refund_due_cents: 0 });
		expect(await mailsAbout(id)).toEqual(["order.cancelled"]);
	});

	it("is found by the webhook if its answer was lost", async () => {
		allowConsole(/"code":"payments_unavailable"/);
		const { id, payment } = await paidOrder();
		await withFault("after", () => refund(id, { amount: 5 }));
		await deliverNewest(payment.id, "refund.created");
		expect(await rowsOf(id)).toMatchObject([{ status: "done", amount_cents: 500 }]);
		await reconcile();
		expect(await centsAtStripe(payment.id)).toEqual([500]);
		expect(await mailsAbout(id)).toEqual(["order.refunded"]);
	});

	it("is known by Stripe's id if its answer was lost and the bank returned it", async () => {
		allowConsole(/"code":"(payments_unavailable|refund_failed)"/);
		const { id, payment } = await paidOrder();
		await withFault("after", () => refund(id, { amount: 5 }));
		await failAtBank(payment.id);
		const [made] = await refundsOf(payment.id);
		expect(await rowsOf(id)).toMatchObject([{ status: "failed", stripe_refund_id: made?.id }]);
	});

	it("is found by its metadata once Stripe has forgotten the idempotency key", async () => {
		allowConsole(/"code":"payments_unavailable"/);
		const { id, payment } = await paidOrder();
		const { body } = await withFault("before", () => refund(id, { amount: 5 }));
		await postpone(dueRefunds, body.refundId);
		await callStripe("refunds", {
			payment_intent: payment.id,
			amount: "500",
			"metadata[lineId]": id,
			"metadata[refundId]": body.refundId,
		});
		await issueRefund(body.refundId);
		expect(await centsAtStripe(payment.id)).toEqual([500]);
		expect(await rowsOf(id)).toMatchObject([{ status: "done", amount_cents: 500 }]);
	});

	it("counts for its order if its event comes with one of the Dashboard", async () => {
		allowConsole(/"code":"payments_unavailable"/);
		const { first, second, payment } = await isPaidOrder();
		await withFault("after", () => refund(first._id));
		await refundAtStripe(payment.id, 599);
		await deliverNewest(payment.id, "charge.refunded");
		expect(await rowOf(first._id)).toMatchObject({ refunded_cents: 2599 });
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 599 });
	});

	it("is taken back if the Dashboard has refunded too much meanwhile", async () => {
		allowConsole(/"code":"(payments_unavailable|refund_failed)"/);
		const { id, payment } = await paidOrder();
		await withFault("before", () => refund(id, { amount: 40 }));
		await refundAtStripe(payment.id, 2000);
		await reconcile();
		await deliverNewest(payment.id, "charge.refunded");
		expect((await rowsOf(id)).map(({ amount_cents, status }) => [amount_cents, status])).toEqual([
			[4000, "failed"],
			[2000, "done"],
		]);
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 2000, refund_due_cents: 0 });
	});
});

describe("refunds of the Dashboard", () => {
	it("and ours at once are each stored once", async () => {
		const { id, payment } = await paidOrder();
		const [ours] = await Promise.all([refund(id, { amount: 10 }), refundAtStripe(payment.id, 700)]);
		expect(ours.status).toBe(201);
		const event = await eventOf(payment.id, "charge.refunded");
		await Promise.all([deliverEvent(event), deliverEvent(event), refund(id, { amount: 3 })]);
		await deliverNewest(payment.id, "charge.refunded");
		const rows = await rowsOf(id);
		expect(rows.map(({ amount_cents }) => amount_cents).toSorted()).toEqual([1000, 300, 700]);
		expect(rows.filter(({ created_by }) => created_by === null)).toHaveLength(1);
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 2000 });
		expect((await mailsAbout(id)).length).toBe(3);
	});

	it("of a disputed payment leave the dispute", async () => {
		const { id, payment } = await paidOrder();
		await refundAtStripe(payment.id, 100);
		await deliverNewest(payment.id, "charge.refunded");
		await env.DB.prepare("update order_lines set disputed_at = 1 where id = ?").bind(id).run();
		const { body } = await callApi("GET", `/order/${id}`, { token: rider.token });
		expect(body).toMatchObject({ disputed: true, refundedPrice: 1 });
	});
});

describe("what Stripe refunds beyond what is left", () => {
	const totalOf = async (orderId: string) =>
		await env.DB.prepare(
			"select sum(iif(kind = 'invoice', total_cents, -total_cents)) as cents, count(*) as documents from invoices where order_id = ?",
		)
			.bind(orderId)
			.first();
	const overpaidOf = async (orderId: string) =>
		(
			await env.DB.prepare(
				"select amount_cents, overpaid_cents, status from refunds where order_id = ? order by rowid",
			)
				.bind(orderId)
				.all()
		).results.map(({ amount_cents, overpaid_cents, status }) => [
			amount_cents,
			overpaid_cents,
			status,
		]);

	/** No row breaks a rule, and Health names the order. */
	async function expectTold(orderId: string, cents: number) {
		expect(await brokenRows()).toEqual([]);
		const { overpaid } = await findLateWork();
		expect(overpaid.filter((row) => row.orderId === orderId)).toMatchObject([{ cents }]);
	}

	it("is overpaid, without a credit note, after all has become store credit", async () => {
		const { id, payment } = await paidOrder();
		await refund(id, { credit: true });
		await refundAtStripe(payment.id, 217);
		await deliverNewest(payment.id, "charge.refunded");
		await deliverNewest(payment.id, "charge.refunded");
		expect(await overpaidOf(id)).toEqual([
			[5198, 0, "done"],
			[217, 217, "done"],
		]);
		// An invoice and the credit note of the store credit.
		expect(await totalOf(id)).toEqual({ cents: 0, documents: 2 });
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 5198 });
		expect(await mailsAbout(id)).toEqual(["order.refunded", "order.refunded"]);
		await expectTold(id, 217);
	});

	it("is asked for before a refund after credit, which is made again of what is left", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { first, second, payment } = await isPaidOrder();
		await refund(first._id, { credit: true });
		await refundAtStripe(payment.id, 217);
		await cancel(second._id);
		expect(await rowOf(second._id)).toMatchObject({
			refunded_cents: 217,
			refund_due_cents: 0,
			refund_failed_cents: 2599,
		});
		const again = await callApi("POST", `/order/${second._id}/refund/retry`, {
			token: admin.token,
		});
		expect(again.body).toMatchObject({ amount: 23.82, status: "done" });
		expect(await centsAtStripe(payment.id)).toEqual([217, 2382]);
	});

	it.each(["ours", "the Dashboard's"])("is overpaid if %s was made first", async (which) => {
		allowConsole(/"code":"(payments_unavailable|refund_failed)"/);
		const { first, second, payment } = await isPaidOrder();
		await refund(first._id, { credit: true });
		const { body } = await withFault("before", () => refund(second._id));
		if (which === "ours") await issueRefund(body.refundId);
		await refundAtStripe(payment.id, 217);
		await deliverNewest(payment.id, "charge.refunded");
		// Asked for before the shop heard of the other, as by a call that took long.
		if (which !== "ours")
			await callStripe("refunds", {
				payment_intent: payment.id,
				amount: "2599",
				"metadata[refundId]": body.refundId,
			});
		await issueRefund(body.refundId);
		const orderId = first.orderId as string;
		const parts = which === "ours" ? [0, 217] : [217, 0];
		expect(await overpaidOf(orderId)).toEqual([
			[2599, 0, "done"],
			[2599, parts[0], "done"],
			[217, parts[1], "done"],
		]);
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 2599, refund_due_cents: 0 });
		expect(await totalOf(orderId)).toMatchObject({ cents: 0 });
		await expectTold(orderId, 217);
	});
});
