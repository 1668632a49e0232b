import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { encodeCursor } from "../../src/http/paging.ts";
import {
	partnersFile,
	partnersReport,
	salesByPartner,
} from "../../src/shop/orders/partners.server.ts";
import { mostInFile, type PartnerSales, reportSize } from "../../src/shop/orders/partners.ts";
import { reconcile } from "./jobs.ts";
import {
	beginPayment,
	closeBehindItsBack,
	deliver,
	endHold,
	eventOf,
	payByCard,
	reportPayment,
	strangeIntent,
} from "./payments.ts";
import { addTool, ask, orderOf, type Person, signUp } from "./shop.ts";

let rider: Person;
let tool: string;

beforeAll(async () => {
	[rider, tool] = [await signUp(), await addTool({ quantity: 100, priceCents: 1500 })];
});

/** Orders a tool as somebody whom a partner has sent. */
async function sentBy(partner: string, quantity = 1) {
	const body = { ...orderOf(tool, { quantity }), partner };
	return (await ask("POST", "/order", { token: rider.token, body })).body.order;
}

async function salesOf(partner: string): Promise<PartnerSales | undefined> {
	const { sales } = await salesByPartner({ limit: 1000, cursor: undefined });
	return sales.find((one) => one.partner === partner);
}

describe("a partner on an order", () => {
	it("is kept, shown, and counted", async () => {
		const placed = await sentBy("velo-blog", 2);
		expect(placed).toMatchObject({ partner: "velo-blog" });
		const read = await ask("GET", `/order/${placed._id}`, { token: rider.token });
		expect(read.body).toMatchObject({ partner: "velo-blog" });
		expect(await salesOf("velo-blog")).toEqual({
			partner: "velo-blog",
			orders: 1,
			paidOrders: 0,
			revenueCents: 0,
		});
	});

	it("need not be there, and can't be anything else", async () => {
		const plain = await ask("POST", "/order", { token: rider.token, body: orderOf(tool) });
		expect(plain.body.order).not.toHaveProperty("partner");
		for (const partner of ["", "=1+1", "Velo", "a".repeat(33), 7]) {
			const body = { ...orderOf(tool), partner };
			const refused = await ask("POST", "/order", { token: rider.token, body });
			expect(refused.status, String(partner)).toBe(422);
		}
	});
});

describe("what a partner has brought", () => {
	it("follows its orders: paid, deleted, run out, paid back", async () => {
		const partner = "followed";
		const [paid, deleted, expired, late] = [
			await sentBy(partner, 2),
			await sentBy(partner),
			await sentBy(partner),
			await sentBy(partner),
		];
		expect(await salesOf(partner)).toMatchObject({ orders: 4, paidOrders: 0, revenueCents: 0 });
		const payment = await beginPayment(rider, paid);
		await payByCard(payment);
		expect((await reportPayment(rider, paid, payment.id)).status).toBe(200);
		expect(await salesOf(partner)).toMatchObject({ orders: 4, paidOrders: 1, revenueCents: 3000 });
		// Told again, it counts once.
		expect((await deliver(await eventOf(payment.id))).status).toBe(200);
		await ask("DELETE", `/order?id=${deleted._id}`, { token: rider.token });
		await endHold(expired._id);
		await reconcile();
		expect(await salesOf(partner)).toMatchObject({ orders: 2, paidOrders: 1, revenueCents: 3000 });
		await closeBehindItsBack(late._id);
		expect(await salesOf(partner)).toMatchObject({ orders: 1 });
		const tooLate = await strangeIntent(late._id, 1500);
		await payByCard(tooLate);
		await deliver(await eventOf(tooLate.id));
		// Paid back, it is shown again, and has brought nothing.
		expect(await salesOf(partner)).toEqual({
			partner,
			orders: 2,
			paidOrders: 1,
			revenueCents: 3000,
		});
	});

	it("follows orders that are changed or removed by hand", async () => {
		const { _id: id } = await sentBy("from");
		const run = (sql: string) => env.DB.prepare(sql).bind(id).run();
		await run("update orders set transaction_id = 'pi_hand', paid_at = 1 where id = ?");
		await run("update orders set partner = 'to' where id = ?");
		expect(await salesOf("from")).toBeUndefined();
		expect(await salesOf("to")).toMatchObject({ orders: 1, paidOrders: 1, revenueCents: 1500 });
		await run("update orders set partner = null where id = ?");
		expect(await salesOf("to")).toBeUndefined();
		await run("update orders set partner = 'to' where id = ?");
		await run("delete from orders where id = ?");
		expect(await salesOf("to")).toBeUndefined();
	});
});

describe("many partners", () => {
	beforeAll(async () => {
		await env.DB.prepare(
			"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?) insert into partner_sales select 'many-' || n, 1 + n % 3, n % 2, (n % 2) * (n / 4) * 10000 from numbers",
		)
			.bind(mostInFile + 100)
			.run();
	});

	it("come page by page, the best first, none twice and none left out", async () => {
		const pages: PartnerSales[][] = [];
		let next: string | null = null;
		do {
			const page = await partnersReport(next);
			pages.push(page.sales);
			next = page.next ? encodeCursor(page.next) : null;
		} while (next !== null);
		expect(pages.slice(0, -1).every((page) => page.length === reportSize)).toBe(true);
		const all = pages.flat();
		const best = all.toSorted(
			(one, other) =>
				other.revenueCents - one.revenueCents || (one.partner < other.partner ? -1 : 1),
		);
		expect(all).toEqual(best);
		const many = all.filter(({ partner }) => partner.startsWith("many-"));
		expect(new Set(many.map(({ partner }) => partner)).size).toBe(mostInFile + 100);
		expect(many.length).toBe(mostInFile + 100);
	});

	it("are in the file as far as it goes", async () => {
		const file = await partnersFile();
		expect(file.length).toBe(mostInFile);
		expect(file.slice(0, reportSize)).toEqual((await partnersReport(null)).sales);
	});
});
