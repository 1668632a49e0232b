/** The overview's figures, and the sums that triggers keep for them. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { sumDifferences } from "../../src/db/sales-sums.ts";
import {
	isEmpty,
	loadOverview,
	maxNewReviews,
	sweepToolSales,
} from "../../src/shop/sales/overview.server.ts";
import { dayMs, periods } from "../../src/shop/sales/overview.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { addReview, addTool, callApi, orderBody, placeOrder, signUp } from "./helpers.ts";
import { reconcile } from "./payment-jobs.ts";
import {
	deliverEvent,
	eventOf,
	expireReservation,
	failRefundAtStripe,
	placePaidOrder,
} from "./payments.ts";

const [today, week, month, year] = periods;

async function expectRightSums() {
	for (const [table, query] of Object.entries(sumDifferences))
		expect((await env.DB.prepare(query).all()).results, table).toEqual([]);
}

it("counts what is placed, paid, shipped, refunded and returned by the bank", async () => {
	const [rider, admin] = [await signUp(), await signUp({ role: "admin" })];
	const tool = await addTool({ quantity: 100, priceCents: 1500 });
	const first = await loadOverview(week);
	const unpaid = await placeOrder(rider, tool);
	const { order: paid, payment } = await placePaidOrder(rider, tool, 2);
	const body = { ...orderBody(tool), partner: "overview-blog" };
	await callApi("POST", "/order", { token: rider.token, body });
	let { now, counts, bars, topTools } = await loadOverview(week);
	expect(now.checkouts - first.now.checkouts).toBe(3);
	expect(now.orders - first.now.orders).toBe(1);
	expect(now.revenueCents - first.now.revenueCents).toBe(3000);
	expect(now.partnerCents).toBe(first.now.partnerCents);
	expect(bars.at(-1)?.revenueCents).toBe(now.revenueCents);
	expect(topTools).toContainEqual({
		...{ toolId: tool, pieces: 2, cents: 3000 },
		name: expect.any(String),
	});
	expect(counts.ordersToShip - first.counts.ordersToShip).toBe(1);
	expect(counts.ordersUnpaid - first.counts.ordersUnpaid).toBe(2);
	await expectRightSums();

	const refund = { amount: 10, reason: "other" };
	const refunded = await callApi("POST", `/order/${paid._id}/refund`, {
		token: admin.token,
		body: refund,
	});
	expect(refunded.status).toBe(201);
	await expireReservation(unpaid._id);
	await reconcile();
	({ now, counts } = await loadOverview(today));
	expect(now.refundedCents).toBe(1000);
	expect(counts.ordersToShip).toBe(first.counts.ordersToShip);
	expect(counts.ordersRefunded - first.counts.ordersRefunded).toBe(1);
	await expectRightSums();

	// The bank returns the refund: it counts on no day.
	allowConsole(/"code":"refund_failed"/);
	await failRefundAtStripe(payment.id);
	await deliverEvent(await eventOf(payment.id, "refund.failed"));
	({ now, counts } = await loadOverview(today));
	expect(now.refundedCents).toBe(0);
	expect(counts.refundsFailed - first.counts.refundsFailed).toBe(1);
	await expectRightSums();
});

it("has the days of a payment as of its time, and fills the days after it", async () => {
	const tool = await addTool({ quantity: 100, priceCents: 1500 });
	const rider = await signUp();
	const { order, payment } = await placePaidOrder(rider, tool);
	const before = await loadOverview(year);
	await env.DB.batch([
		env.DB.prepare("update orders set transaction_id = null, paid_at = null where id = ?").bind(
			order._id,
		),
		env.DB.prepare("update orders set transaction_id = ?, paid_at = ? where id = ?").bind(
			payment.id,
			Date.now() - 40 * dayMs,
			order._id,
		),
	]);
	const after = await loadOverview(year);
	expect(after.now.revenueCents).toBe(before.now.revenueCents);
	const inMonth = await loadOverview(month);
	expect(inMonth.before.orders).toBe(1);
	await env.DB.prepare("update checkouts set paid_at = ? where id = ?")
		.bind(Date.now() - 40 * dayMs, order._id)
		.run();
});

it("counts new reviews up to a number, and says when nothing was ordered", async () => {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 1 })];
	for (let count = 0; count <= maxNewReviews + 1; count += 1)
		await addReview(rider, { toolId: tool });
	expect((await loadOverview(week)).newReviews).toBe(maxNewReviews + 1);
	const inFuture = await loadOverview(today, Date.now() + 20 * dayMs);
	expect(isEmpty(inFuture)).toBe(true);
	expect(inFuture.newReviews).toBe(0);
});

it("keeps the sales of months and years, and deletes those of old days and weeks", async () => {
	const kinds = async () =>
		(
			await env.DB.prepare(
				"select substr(period, 1, 1) as kind from tool_sales group by 1 order by 1",
			).all<{ kind: string }>()
		).results.map(({ kind }) => kind);
	await placePaidOrder(await signUp(), await addTool({ quantity: 5 }));
	await sweepToolSales();
	expect(await kinds()).toEqual(["d", "m", "w", "y"]);
	await sweepToolSales(Date.now() + 30 * dayMs);
	expect(await kinds()).toEqual(["m", "y"]);
});
