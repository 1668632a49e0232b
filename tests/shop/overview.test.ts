/** The overview's figures, and the sums that triggers keep for them. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { wrongDays } from "../../local/sums.ts";
import { dayMs, dayOf, dayText, startOfDay } from "../../src/config/days.ts";
import { sumRules } from "../../src/db/sum-rules.ts";
import { loadOverview } from "../../src/shop/sales/overview.server.ts";
import { rangeOf } from "../../src/shop/sales/overview.ts";
import { syncTimeZone } from "../../src/shop/sales/time-zone.server.ts";
import { listLowStock } from "../../src/shop/tools/low-stock.server.ts";
import { brokenRows } from "../helpers/broken-rows.ts";
import { payOrder, requestOrder } from "../helpers/checkouts.ts";
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

/** The overview of some days that end today. */
const load = (days: number, now = Date.now()) =>
	loadOverview(rangeOf(new URL(`https://shop.test/?days=${days}`), dayOf(now)));
const [today, week, month, year] = [1, 7, 30, 365];

async function expectRightSums() {
	expect(await brokenRows(sumRules)).toEqual([]);
	expect((await env.DB.prepare(wrongDays).all()).results).toEqual([]);
}

it("counts what is placed, paid, shipped, refunded and returned by the bank", async () => {
	const [rider, admin] = [await signUp(), await signUp({ role: "admin" })];
	const tool = await addTool({ quantity: 100, priceCents: 1500 });
	const first = await load(week);
	const unpaid = await placeLine(rider, tool);
	const { line: paid, payment } = await placePaidLine(rider, tool, 2);
	const body = { ...orderBody(tool), partner: "overview-blog" };
	await callApi("POST", "/order", { token: rider.token, body });
	let { now, counts, bars, topTools } = await load(week);
	expect(now.orders - first.now.orders).toBe(3);
	expect(now.units - first.now.units).toBe(2);
	expect(now.revenueCents - first.now.revenueCents).toBe(3000);
	expect(now.partnerCents).toBe(first.now.partnerCents);
	expect(bars.at(-1)?.revenueCents).toBe(now.revenueCents);
	expect(topTools).toContainEqual({
		toolId: tool,
		slug: null,
		pieces: 2,
		cents: 3000,
		name: expect.any(String),
		image: expect.any(String),
	});
	expect(counts.toShip - first.counts.toShip).toBe(1);
	await expectRightSums();

	const refund = { amount: 10, reason: "other" };
	const refunded = await callApi("POST", `/order/${paid._id}/refund`, {
		token: admin.token,
		body: refund,
	});
	expect(refunded.status).toBe(201);
	await expireReservation(unpaid._id);
	await reconcile();
	({ now, counts } = await load(today));
	expect(now.refundedCents).toBe(1000);
	expect(counts.toShip - first.counts.toShip).toBe(1);
	await expectRightSums();

	// The bank returns the refund: it counts on no day.
	allowConsole(/"code":"refund_failed"/);
	await failRefundAtStripe(payment.id);
	await deliverEvent(await eventOf(payment.id, "refund.failed"));
	({ now, counts } = await load(today));
	expect(now.refundedCents).toBe(0);
	expect(counts.refundsFailed - first.counts.refundsFailed).toBe(1);
	await expectRightSums();
});

it("has the figures of orders of several lines, as one adds them up by hand", async () => {
	const addAt = async (price: number) => ({
		toolId: await addTool({ quantity: 100, priceCents: price * 100 }),
		price,
	});
	const [hook, stand, key] = [await addAt(10), await addAt(25), await addAt(7)];
	const place = async (tools: (typeof hook)[], quantity = 1) => {
		const placed = await requestOrder(
			rider,
			tools.map((tool) => ({ ...tool, quantity })),
		);
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		const lines: { _id: string }[] = placed.body.order.lines;
		return { id: String(placed.body.insertedId), lineIds: lines.map(({ _id }) => _id) };
	};
	const [rider, admin] = [await signUp(), await signUp({ role: "admin" })];
	const first = await load(today);
	const orders = [
		// $10 + $25 + $7
		await place([hook, stand, key]),
		// 2 × $10 + 2 × $25
		await place([hook, stand], 2),
		// 3 × $7 + 3 × $10
		await place([key, hook], 3),
		// $25 + $7
		await place([stand, key]),
		// $10, which is not paid
		await place([hook]),
	];
	for (const { id } of orders.slice(0, 4)) await payOrder(rider, id);
	const { now, counts } = await load(today);
	expect(now.orders - first.now.orders).toBe(5);
	expect(now.paidOrders - first.now.paidOrders).toBe(4);
	// 42 + 70 + 51 + 32
	expect(now.revenueCents - first.now.revenueCents).toBe(19500);
	// 3 + 4 + 6 + 2
	expect(now.units - first.now.units).toBe(15);
	// Not the nine lines in them.
	expect(counts.toShip - first.counts.toShip).toBe(4);

	// Ships one line of the first order, then the rest.
	const ship = (lineIds: string[]) =>
		callApi("POST", "/shipment", {
			token: admin.token,
			body: { lineIds },
		});
	const toShip = async () => (await load(today)).counts.toShip - first.counts.toShip;
	const [line = "", ...others] = orders[0]?.lineIds ?? [];
	expect((await ship([line])).status).toBe(201);
	expect(await toShip()).toBe(4);
	expect((await ship(others)).status).toBe(201);
	expect(await toShip()).toBe(3);
	await expectRightSums();
});

it.each([
	// The hour before and the hour after midnight where clocks change, and at half hours.
	["Europe/Berlin", "2026-03-29"],
	["Europe/Berlin", "2026-10-25"],
	["America/New_York", "2026-11-01"],
	["Asia/Kolkata", "2026-11-10"],
])("counts by the days of %s: %s", async (timeZone, text) => {
	const first = startOfDay(Date.parse(text) / dayMs, timeZone);
	const next = startOfDay(Date.parse(text) / dayMs + 1, timeZone);
	const tool = await addTool({ quantity: 100, priceCents: 100 });
	const { line } = await placePaidLine(await signUp(), tool, 1);
	const set = (table: string, assigned: string) =>
		env.DB.prepare(`update ${table} set ${assigned} where id = ?`).bind(line._id).run();
	const unpay = async () => {
		for (const table of ["order_lines", "orders"])
			await set(table, "transaction_id = null, paid_at = null");
	};
	await unpay();
	await syncTimeZone(timeZone, Date.UTC(2026, 10, 25));
	const times = [first - 1, first, next - 1, next];
	for (const [index, at] of times.entries()) {
		// Acts as if it were paid then, each time with one piece more.
		const pieces = index + 1;
		await set("order_lines", `quantity = ${pieces}, total_cents = ${pieces * 100}`);
		for (const table of ["order_lines", "orders"])
			await set(table, `transaction_id = 'pi_dst', paid_at = ${at}`);
		const day = dayOf(at, timeZone);
		const { now } = await loadOverview({ first: day, last: day, days: undefined });
		expect(now, dayText(day)).toMatchObject({ paidOrders: 1, units: pieces });
		await unpay();
	}
	expect(times.map((at) => dayText(dayOf(at, timeZone)) === text)).toEqual([
		false,
		true,
		true,
		false,
	]);
	await syncTimeZone("UTC");
	await expectRightSums();
});

it("has the days of a payment as of its time, and fills the days after it", async () => {
	const tool = await addTool({ quantity: 100, priceCents: 1500 });
	const rider = await signUp();
	const { line, payment } = await placePaidLine(rider, tool);
	const before = await load(year);
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
	const after = await load(year);
	expect(after.now.revenueCents).toBe(before.now.revenueCents);
	const inMonth = await load(month);
	expect(inMonth.before.units).toBe(1);
	await env.DB.prepare("update orders set paid_at = ? where id = ?")
		.bind(Date.now() - 40 * dayMs, line._id)
		.run();
});

it("counts the reviews that wait for an administrator", async () => {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 100 })];
	const before = (await load(week)).counts.reviews;
	for (let count = 0; count < 2; count += 1) await addReview(rider, { toolId: tool });
	const setQueued = (at: number | null) =>
		env.DB.prepare("update reviews set queued_at = ? where tool_id = ?").bind(at, tool).run();
	await setQueued(Date.now());
	expect((await load(week)).counts.reviews).toBe(before + 2);
	await env.DB.prepare("delete from reviews where rowid = (select max(rowid) from reviews)").run();
	await expectRightSums();
	await setQueued(null);
	expect((await load(week)).counts.reviews).toBe(before);
});

it("lists and counts the tools at their mark or below, by the rule of the digest", async () => {
	const lowTools = async () => (await listLowStock(undefined)).rows.map(({ id }) => id);
	const first = (await load(week)).counts.lowStock;
	const [own, shop] = [await addTool({ quantity: 9 }), await addTool({ quantity: 3 })];
	const few = await addTool({ quantity: 4 });
	const setMark = (mark: number | null, id: string) =>
		env.DB.prepare("update tools set low_stock = ? where id = ?").bind(mark, id).run();
	await setMark(9, own);
	await setMark(2, few);
	expect(await lowTools()).toEqual(expect.arrayContaining([shop, own]));
	expect(await lowTools()).not.toContain(few);
	expect((await load(week)).counts.lowStock).toBe(first + 2);
	env.LOW_STOCK = "2";
	expect(await lowTools()).toContain(own);
	expect(await lowTools()).not.toContain(shop);
	await env.DB.prepare("update tools set quantity = 2 where id in (?, ?)").bind(shop, few).run();
	expect(await lowTools()).toEqual(expect.arrayContaining([shop, few]));
});
