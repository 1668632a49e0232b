/** The overview's figures, and the sums that triggers keep for them. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { isLow, sumDifferences } from "../../src/db/sales-sums.ts";
import { isEmpty, loadOverview, sweepToolSales } from "../../src/shop/sales/overview.server.ts";
import { dayMs, periods } from "../../src/shop/sales/overview.ts";
import { listLowStock, syncLowStock } from "../../src/shop/tools/low-stock.server.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	deliverEvent,
	eventOf,
	expireReservation,
	failRefundAtStripe,
	placePaidLine,
} from "../helpers/payments.ts";
import { addReview, addTool, callApi, orderBody, placeLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

const [today, week, month, year] = periods;

async function expectRightSums() {
	for (const [table, query] of Object.entries(sumDifferences))
		expect((await env.DB.prepare(query).all()).results, table).toEqual([]);
}

it("counts what is placed, paid, shipped, refunded and returned by the bank", async () => {
	const [rider, admin] = [await signUp(), await signUp({ role: "admin" })];
	const tool = await addTool({ quantity: 100, priceCents: 1500 });
	const first = await loadOverview(week);
	const unpaid = await placeLine(rider, tool);
	const { line: paid, payment } = await placePaidLine(rider, tool, 2);
	const body = { ...orderBody(tool), partner: "overview-blog" };
	await callApi("POST", "/order", { token: rider.token, body });
	let { now, counts, bars, topTools } = await loadOverview(week);
	expect(now.orders - first.now.orders).toBe(3);
	expect(now.lines - first.now.lines).toBe(1);
	expect(now.revenueCents - first.now.revenueCents).toBe(3000);
	expect(now.partnerCents).toBe(first.now.partnerCents);
	expect(bars.at(-1)?.revenueCents).toBe(now.revenueCents);
	expect(topTools).toContainEqual({
		...{ toolId: tool, slug: null, pieces: 2, cents: 3000 },
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
	const { line, payment } = await placePaidLine(rider, tool);
	const before = await loadOverview(year);
	await env.DB.batch([
		...["order_lines", "orders"].flatMap((table) => [
			env.DB.prepare(`update ${table} set transaction_id = null, paid_at = null where id = ?`).bind(
				line._id,
			),
			env.DB.prepare(`update ${table} set transaction_id = ?, paid_at = ? where id = ?`).bind(
				payment.id,
				Date.now() - 40 * dayMs,
				line._id,
			),
		]),
	]);
	const after = await loadOverview(year);
	expect(after.now.revenueCents).toBe(before.now.revenueCents);
	const inMonth = await loadOverview(month);
	expect(inMonth.before.lines).toBe(1);
	await env.DB.prepare("update orders set paid_at = ? where id = ?")
		.bind(Date.now() - 40 * dayMs, line._id)
		.run();
});

it("says when nothing was ordered", async () => {
	const sales = await loadOverview(today, Date.now() + 20 * dayMs);
	expect(isEmpty(sales)).toBe(true);
	const { now } = sales;
	expect(isEmpty({ ...sales, now: { ...now, orders: 1 } })).toBe(false);
	expect(isEmpty({ ...sales, before: { ...now, orders: 1 } })).toBe(false);
	const [first, ...others] = sales.bars;
	expect(isEmpty({ ...sales, bars: [{ ...first, orders: 1 } as never, ...others] })).toBe(false);
});

it("counts the reviews that wait for an administrator", async () => {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 100 })];
	const before = (await loadOverview(week)).counts.reviewsQueued;
	for (let count = 0; count < 2; count += 1) await addReview(rider, { toolId: tool });
	const setQueued = (at: number | null) =>
		env.DB.prepare("update reviews set queued_at = ? where tool_id = ?").bind(at, tool).run();
	await setQueued(Date.now());
	expect((await loadOverview(week)).counts.reviewsQueued).toBe(before + 2);
	await env.DB.prepare("delete from reviews where rowid = (select max(rowid) from reviews)").run();
	await expectRightSums();
	await setQueued(null);
	expect((await loadOverview(week)).counts.reviewsQueued).toBe(before);
});

it("lists and counts the tools at their mark or below, by the rule of the digest", async () => {
	const lowTools = async () => (await listLowStock(undefined)).tools.map(({ id }) => id);
	const first = (await loadOverview(week)).counts.toolsLow;
	const [own, shop] = [await addTool({ quantity: 9 }), await addTool({ quantity: 3 })];
	const few = await addTool({ quantity: 4 });
	const setMark = (mark: number | null, id: string) =>
		env.DB.prepare("update tools set low_stock = ? where id = ?").bind(mark, id).run();
	await setMark(9, own);
	await setMark(2, few);
	expect(await lowTools()).toEqual(expect.arrayContaining([shop, own]));
	expect(await lowTools()).not.toContain(few);
	expect((await loadOverview(week)).counts.toolsLow).toBe(first + 2);
	// The job tells the triggers what the setting is now.
	env.LOW_STOCK = "2";
	await syncLowStock();
	expect(await lowTools()).toContain(own);
	expect(await lowTools()).not.toContain(shop);
	await env.DB.prepare("update tools set quantity = 2 where id in (?, ?)").bind(shop, few).run();
	expect(await lowTools()).toEqual(expect.arrayContaining([shop, few]));
	await expectRightSums();
	const stored = await env.DB.prepare(
		`select id from tools where is_low <> ${isLow("tools")}`,
	).all();
	expect(stored.results).toEqual([]);
});

it("keeps the sales of months and years, and deletes those of old days and weeks", async () => {
	const kinds = async () =>
		(
			await env.DB.prepare(
				"select substr(period, 1, 1) as kind from tool_sales group by 1 order by 1",
			).all<{ kind: string }>()
		).results.map(({ kind }) => kind);
	await placePaidLine(await signUp(), await addTool({ quantity: 5 }));
	await sweepToolSales();
	expect(await kinds()).toEqual(["d", "m", "w", "y"]);
	await sweepToolSales(Date.now() + 30 * dayMs);
	expect(await kinds()).toEqual(["m", "y"]);
});
