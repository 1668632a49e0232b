import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { sumRules } from "../../src/db/sum-rules.ts";
import {
	listPartnerSales,
	partnerSalesForCsv,
	partnerSalesPage,
} from "../../src/shop/partners/partner-sales.server.ts";
import {
	maxCsvRows,
	type PartnerSales,
	partnerSalesPageSize,
} from "../../src/shop/partners/partner-sales.ts";
import { encodeCursor } from "../../src/values/paging.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	closeOrderDirectly,
	createForeignIntent,
	deliverEvent,
	eventOf,
	expireReservation,
	payByCard,
	reportPayment,
} from "../helpers/payments.ts";
import { addTool, callApi, orderBody, type Person, signUp } from "../helpers/shop.ts";

let rider: Person;
let tool: string;

beforeAll(async () => {
	[rider, tool] = [await signUp(), await addTool({ quantity: 100, priceCents: 1500 })];
});

/** Orders a tool as a visitor from a partner's site. */
async function lineFromPartner(partner: string, quantity = 1) {
	const body = { ...orderBody(tool, { quantity }), partner };
	return (await callApi("POST", "/order", { token: rider.token, body })).body.order;
}

async function salesOf(partner: string): Promise<PartnerSales | undefined> {
	const { sales } = await listPartnerSales({ limit: 1000, cursor: undefined });
	return sales.find((one) => one.partner === partner);
}

describe("a partner on an order", () => {
	it("is stored, shown, and counted", async () => {
		const placed = await lineFromPartner("counted", 2);
		expect(placed).toMatchObject({ partner: "counted" });
		const read = await callApi("GET", `/order/${placed._id}`, { token: rider.token });
		expect(read.body).toMatchObject({ partner: "counted" });
		expect(await salesOf("counted")).toEqual({
			partner: "counted",
			orders: 1,
			paidOrders: 0,
			revenueCents: 0,
		});
	});

	it("is optional, and rejected when invalid", async () => {
		const plain = await callApi("POST", "/order", { token: rider.token, body: orderBody(tool) });
		expect(plain.body.order).not.toHaveProperty("partner");
		for (const partner of ["", "=1+1", "Velo", "a".repeat(33), 7]) {
			const body = { ...orderBody(tool), partner };
			const rejected = await callApi("POST", "/order", { token: rider.token, body });
			expect(rejected.status, String(partner)).toBe(422);
		}
	});
});

describe("a partner's sales", () => {
	it("follow its orders when they are paid, deleted, expired or refunded", async () => {
		const partner = "followed";
		const [paid, deleted, expired, late] = [
			await lineFromPartner(partner, 2),
			await lineFromPartner(partner),
			await lineFromPartner(partner),
			await lineFromPartner(partner),
		];
		expect(await salesOf(partner)).toMatchObject({ orders: 4, paidOrders: 0, revenueCents: 0 });
		const payment = await beginPayment(rider, paid);
		await payByCard(payment);
		expect((await reportPayment(rider, paid, payment.id)).status).toBe(200);
		expect(await salesOf(partner)).toMatchObject({ orders: 4, paidOrders: 1, revenueCents: 3000 });
		// Reported twice, it counts once.
		expect((await deliverEvent(await eventOf(payment.id))).status).toBe(200);
		await callApi("DELETE", `/order?id=${deleted._id}`, { token: rider.token });
		await expireReservation(expired._id);
		await reconcile();
		expect(await salesOf(partner)).toMatchObject({ orders: 2, paidOrders: 1, revenueCents: 3000 });
		await closeOrderDirectly(late._id);
		expect(await salesOf(partner)).toMatchObject({ orders: 1 });
		const tooLate = await createForeignIntent(late._id, 1500);
		await payByCard(tooLate);
		await deliverEvent(await eventOf(tooLate.id));
		// A refunded order is shown again, without revenue.
		expect(await salesOf(partner)).toEqual({
			partner,
			orders: 2,
			paidOrders: 1,
			revenueCents: 3000,
		});
	});

	it("are less what was refunded of the tools, without shipping and tax", async () => {
		const { _id: id } = await lineFromPartner("refunding", 2);
		const run = (sql: string) => env.DB.prepare(sql).bind(id).run();
		await run("update orders set transaction_id = 'pi_refunding', paid_at = 1 where id = ?");
		await run("update order_lines set shipping_cents = 600, tax_cents = 400 where order_id = ?");
		await run("update order_lines set refunded_cents = 2000 where order_id = ?");
		expect(await salesOf("refunding")).toMatchObject({ paidOrders: 1, revenueCents: 1500 });
		// A refund that its bank sends back counts no longer.
		await run("update order_lines set refunded_cents = 0 where order_id = ?");
		expect(await salesOf("refunding")).toMatchObject({ revenueCents: 3000 });
		await run("update order_lines set refunded_cents = 4000 where order_id = ?");
		expect(await salesOf("refunding")).toMatchObject({ revenueCents: 0 });
		await run("update orders set partner = 'refunded' where id = ?");
		expect(await salesOf("refunded")).toMatchObject({ revenueCents: 0 });
		// The doctor counts them by the same rule.
		for (const { table, where } of sumRules.filter((rule) => rule.table === "partner_sales")) {
			const wrong = await env.DB.prepare(
				`select partner from ${table} where partner = 'refunded' and ${where}`,
			).all();
			expect(wrong.results).toEqual([]);
		}
	});

	it("follow orders that are changed by hand", async () => {
		const { _id: id } = await lineFromPartner("from");
		const run = (sql: string) => env.DB.prepare(sql).bind(id).run();
		await run("update orders set transaction_id = 'pi_hand', paid_at = 1 where id = ?");
		await run("update orders set partner = 'to' where id = ?");
		expect(await salesOf("from")).toBeUndefined();
		expect(await salesOf("to")).toMatchObject({ orders: 1, paidOrders: 1, revenueCents: 1500 });
		await run("update orders set partner = null where id = ?");
		expect(await salesOf("to")).toBeUndefined();
	});
});

describe("many partners", () => {
	beforeAll(async () => {
		await env.DB.prepare(
			"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?) insert into partner_sales select 'many-' || n, 1 + n % 3, n % 2, (n % 2) * (n / 4) * 10000 from numbers",
		)
			.bind(maxCsvRows + 100)
			.run();
	});

	it("are paginated, the best first, without skipping or repeating one", async () => {
		const pages: PartnerSales[][] = [];
		let next: string | null = null;
		do {
			const page = await partnerSalesPage(next);
			pages.push(page.sales);
			next = page.next ? encodeCursor(page.next) : null;
		} while (next !== null);
		expect(pages.slice(0, -1).every((page) => page.length === partnerSalesPageSize)).toBe(true);
		const all = pages.flat();
		const best = all.toSorted(
			(one, other) =>
				other.revenueCents - one.revenueCents || (one.partner < other.partner ? -1 : 1),
		);
		expect(all).toEqual(best);
		const many = all.filter(({ partner }) => partner.startsWith("many-"));
		expect(new Set(many.map(({ partner }) => partner)).size).toBe(maxCsvRows + 100);
		expect(many.length).toBe(maxCsvRows + 100);
	});

	it("are in the CSV file up to its limit", async () => {
		const file = await partnerSalesForCsv();
		expect(file.length).toBe(maxCsvRows);
		expect(file.slice(0, partnerSalesPageSize)).toEqual((await partnerSalesPage(null)).sales);
	});
});
