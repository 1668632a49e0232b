/** Sale prices: what they are compared with, when they start and end, and what of a tool changes meanwhile. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { dayMs, dayOf } from "../../src/config/days.ts";
import { sales as texts } from "../../src/messages/offers.ts";
import { startBulkChange } from "../../src/shop/imports/bulk.server.ts";
import { endSale, runSales } from "../../src/shop/offers/run-sales.server.ts";
import { listSales, planSale } from "../../src/shop/offers/sales.server.ts";
import type { AskedSale } from "../../src/shop/offers/sales.ts";
import { loadComparedTools } from "../../src/shop/tools/tools.server.ts";
import { toCents } from "../../src/values/money.ts";
import { requestOrder } from "../helpers/checkouts.ts";
import { work } from "../helpers/import-queue.ts";
import { addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	rider = await signUp();
});

const today = dayOf(Date.now());
let saleCount = 0;

/** Plans a sale that lasts a week unless it says otherwise. Returns its id, or what is wrong. */
async function plan(
	tools: Record<string, number | undefined>,
	asked: Partial<AskedSale> = {},
): Promise<string> {
	saleCount += 1;
	const name = `Sale ${saleCount}`;
	const wrong = await planSale(callerOf(admin), {
		name,
		firstDay: undefined,
		lastDay: today + 7,
		percent: undefined,
		tools: Object.entries(tools).map(([id, price]) => ({
			id,
			priceCents: price === undefined ? undefined : toCents(price),
		})),
		...asked,
	});
	if (wrong) return Object.values(wrong).join(" ");
	const found = await env.DB.prepare("select id from sales where name = ?").bind(name).first("id");
	return String(found);
}

/** The tool as cards have it: price, and the sale. */
async function card(id: string) {
	const [found] = await loadComparedTools([id]);
	const { price, sale } = found?.tool ?? {};
	return sale ? [price, sale.before] : [price];
}

const regular = async (id: string): Promise<number> =>
	(await callApi("GET", `/service/${id}`, { token: admin.token })).body.price;

/** Replaces what is written down of a tool: each price, and how many days ago it began. */
async function hadPrices(id: string, prices: [cents: number | null, daysAgo: number][]) {
	await env.DB.prepare("delete from price_history where tool_id = ?").bind(id).run();
	for (const [cents, daysAgo] of prices)
		await env.DB.prepare("insert into price_history (tool_id, price_cents, since) values (?, ?, ?)")
			.bind(id, cents, Date.now() - daysAgo * dayMs)
			.run();
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs);

describe("the price that a sale is compared with", () => {
	const minute = 1 / 24 / 60;
	it.each<[what: string, prices: [number | null, number][], shown: number[]]>([
		["the one it has had all the time", [[2599, 90]], [20, 25.99]],
		[
			"the lowest of the days before",
			[
				[2599, 90],
				[2399, 20],
				[2599, 10],
			],
			[20, 23.99],
		],
		[
			"one that began just before",
			[
				[2599, 90],
				[2399, minute],
			],
			[20, 23.99],
		],
		[
			"one that ended less than 30 days ago",
			[
				[2399, 90],
				[2599, 30 - minute],
			],
			[20, 23.99],
		],
		[
			"not one that ended 30 days ago",
			[
				[2399, 90],
				[2599, 30 + minute],
			],
			[20, 25.99],
		],
		[
			"not a price that was raised for the sale",
			[
				[1999, 90],
				[9999, 5],
			],
			[20],
		],
		[
			"not one that is the same",
			[
				[2000, 90],
				[2599, 5],
			],
			[20],
		],
		["of a new tool, what it has had since", [[2599, 3]], [20, 25.99]],
		[
			"not one from when it was archived",
			[
				[2199, 90],
				[null, 40],
				[2599, 20],
			],
			[20, 25.99],
		],
		[
			"that of a former sale",
			[
				[2599, 90],
				[2299, 15],
				[2599, 8],
			],
			[20, 22.99],
		],
	])("is %s", async (_, prices, shown) => {
		const tool = await addTool({ priceCents: 2599 });
		await hadPrices(tool, prices);
		await plan({ [tool]: 20 });
		expect(await card(tool)).toEqual(shown);
	});

	it("is written down with every change of what visitors can buy", async () => {
		const tool = await addTool({ priceCents: 1000 });
		const change = (body: object) =>
			callApi("PATCH", `/service/${tool}`, { token: admin.token, body });
		await change({ price: 12 });
		await change({ cost: 3 });
		await change({ state: "draft" });
		await change({ price: 14 });
		await change({ state: "listed" });
		await plan({ [tool]: 9 });
		await change({ state: "archived" });
		const { results } = await env.DB.prepare(
			"select price_cents as cents from price_history where tool_id = ? order by number",
		)
			.bind(tool)
			.all<{ cents: number | null }>();
		expect(results.map(({ cents }) => cents)).toEqual([1000, 1200, null, 1400, 900, null]);
	});
});

describe("a sale", () => {
	it("starts at once, and ends at once", async () => {
		const [one, other] = [await addTool({ priceCents: 2599 }), await addTool({ priceCents: 999 })];
		const id = await plan({ [one]: undefined, [other]: 8 }, { percent: 10 });
		expect([await card(one), await card(other)]).toEqual([
			[23.39, 25.99],
			[8, 9.99],
		]);
		expect(await endSale(id, callerOf(admin))).toBe(true);
		expect(await endSale(id, callerOf(admin))).toBe(false);
		expect([await card(one), await card(other)]).toEqual([[25.99], [9.99]]);
	});

	it("waits for its first day and ends after its last, by the job", async () => {
		const tool = await addTool({ priceCents: 2599 });
		await plan({ [tool]: 20 }, { firstDay: today + 2, lastDay: today + 3 });
		await runSales(inDays(0.9));
		expect(await card(tool)).toEqual([25.99]);
		// Two jobs in one moment start it once.
		await Promise.all([runSales(inDays(2)), runSales(inDays(2))]);
		expect(await card(tool)).toEqual([20, 25.99]);
		await runSales(inDays(2.9));
		expect(await card(tool)).toEqual([20, 25.99]);
		await Promise.all([runSales(inDays(4)), runSales(inDays(4))]);
		expect(await card(tool)).toEqual([25.99]);
		const { body } = await callApi("GET", `/audit?subject=${tool}`, { token: admin.token });
		expect(
			body.map((entry: { action: string; detail: object }) => [entry.action, entry.detail]),
		).toMatchInlineSnapshot(`
				[
				  [
				    "tool.sale_ended",
				    {
				      "name": "Tool 14",
				      "priceCents": 2599,
				      "priceCentsWas": 2000,
				    },
				  ],
				  [
				    "tool.sale_started",
				    {
				      "name": "Tool 14",
				      "priceCents": 2000,
				      "priceCentsWas": 2599,
				    },
				  ],
				  [
				    "tool.sale_planned",
				    {
				      "name": "Tool 14",
				      "priceCents": 2000,
				      "priceCentsWas": 2599,
				    },
				  ],
				]
			`);
	});

	it("that the job has missed altogether never starts", async () => {
		const tool = await addTool();
		await plan({ [tool]: 20 }, { firstDay: today + 1, lastDay: today + 2 });
		await runSales(inDays(9));
		expect(await card(tool)).toEqual([25.99]);
	});

	it("leaves out what is archived or costs no more by then", async () => {
		const [cheap, gone, good] = [await addTool(), await addTool(), await addTool()];
		const id = await plan(
			{ [cheap]: 20, [gone]: 20, [good]: 20 },
			{ firstDay: today + 1, lastDay: today + 2 },
		);
		await callApi("PATCH", `/service/${cheap}`, { token: admin.token, body: { price: 19 } });
		await callApi("PATCH", `/service/${gone}`, { token: admin.token, body: { state: "archived" } });
		await runSales(inDays(1.5));
		expect([await card(cheap), await card(good)]).toEqual([[19], [20, 25.99]]);
		await endSale(id, null);
		expect([await card(cheap), await card(good)]).toEqual([[19], [25.99]]);
	});

	it("ends for a tool that is archived", async () => {
		const tool = await addTool();
		await plan({ [tool]: 20 });
		const set = (state: string) =>
			callApi("PATCH", `/service/${tool}`, { token: admin.token, body: { state } });
		await set("archived");
		await set("listed");
		expect(await card(tool)).toEqual([25.99]);
	});

	it("is not planned without what it needs", async () => {
		const tool = await addTool({ name: "Pump", priceCents: 2599 });
		expect(await plan({ [tool]: undefined })).toBe(texts.priceMissing);
		expect(await plan({ gone: 1 }, { lastDay: today - 1 })).toBe(
			"Choose a last day that is today or later, and not before the first day. Choose at least one tool.",
		);
		for (const price of [25.99, 30, 0, -1])
			expect(await plan({ [tool]: price })).toBe(texts.notLower);
		expect(await plan({ [tool]: 0.1 })).toMatch(/0\.50/);
		expect(await card(tool)).toEqual([25.99]);
	});

	it("is planned once by two forms in one moment", async () => {
		const tool = await addTool({ name: "Stand" });
		const both = await Promise.all([plan({ [tool]: 20 }), plan({ [tool]: 19 })]);
		expect(both.filter((one) => one === texts.taken)).toHaveLength(1);
	});

	it("shares no time with another of the same tool", async () => {
		const tool = await addTool({ name: "Vise" });
		const first = await plan({ [tool]: 20 }, { firstDay: today + 3, lastDay: today + 5 });
		expect(await plan({ [tool]: 15 }, { firstDay: today + 5, lastDay: today + 9 })).toBe(
			texts.taken,
		);
		// A statement that has not asked sets none either.
		await expect(
			env.DB.batch([
				env.DB.prepare(
					"insert into sales (id, name, starts_at, ends_at, state, created_at) select 'two', 'Two', starts_at, ends_at, 'planned', 0 from sales where id = ?",
				).bind(first),
				env.DB.prepare(
					"insert into sale_tools (sale_id, tool_id, price_cents) values ('two', ?, 1500)",
				).bind(tool),
			]),
		).rejects.toThrow(/another sale/);
		const next = await plan({ [tool]: 15 }, { firstDay: today + 6, lastDay: today + 9 });
		await endSale(first, null);
		await runSales(inDays(7));
		expect(await card(tool)).toEqual([15, 25.99]);
		await endSale(next, null);
	});
});

describe("while a sale runs", () => {
	it("a change of the price is one of the regular price", async () => {
		const tool = await addTool({ priceCents: 2599 });
		const id = await plan({ [tool]: 20 });
		const auth = { token: admin.token };
		const change = (price: number) =>
			callApi("PATCH", `/service/${tool}`, { ...auth, body: { price } });
		expect((await change(30)).body.price).toBe(30);
		expect(await card(tool)).toEqual([20, 25.99]);
		expect(await change(20)).toMatchObject({
			status: 422,
			body: { error: { fields: { price: expect.stringContaining("end the sale first") } } },
		});
		// The call of the specification: what its form shows and sends back changes nothing.
		const put = (price: number) =>
			callApi("PUT", `/service?id=${tool}`, {
				...auth,
				body: { price, quantity: 8, minOrderQuantity: 1 },
			});
		expect((await put(20)).body).toEqual({ modifiedCount: 1 });
		expect([await regular(tool), (await put(20)).body]).toEqual([30, { modifiedCount: 0 }]);
		expect(await put(19)).toMatchObject({
			status: 422,
			body: { error: { fields: { price: expect.stringContaining("end the sale first") } } },
		});
		expect((await put(28)).body).toEqual({ modifiedCount: 1 });
		const bulk = async (percent: number) => {
			const started = await startBulkChange(callerOf(admin), [tool], { percent });
			await work();
			if (!("importId" in started)) throw new Error(started.problem);
			return (await callApi("GET", `/import/${started.importId}`, auth)).body.counts;
		};
		expect(await bulk(10)).toMatchObject({ saved: 1 });
		expect(await bulk(-50)).toMatchObject({ rejected: 1 });
		expect([await regular(tool), await card(tool)]).toEqual([30.8, [20, 25.99]]);
		await endSale(id, null);
		expect(await card(tool)).toEqual([30.8]);
	});

	it("orders pay its price, and one from a page before it is told the new one", async () => {
		const tool = await addTool({ priceCents: 2599 });
		const id = await plan({ [tool]: 20 });
		const order = (price: number) => requestOrder(rider, [{ toolId: tool, quantity: 1, price }]);
		expect(await order(25.99)).toMatchObject({ body: { error: { code: "price_changed" } } });
		expect(await order(20)).toMatchObject({ status: 201 });
		await endSale(id, null);
		expect(await order(20)).toMatchObject({ body: { error: { code: "price_changed" } } });
		const [sale] = (await listSales(undefined)).sales.filter((one) => one.id === id);
		// It is not paid yet.
		expect(sale).toMatchObject({ state: "ended", tools: [{ toolId: tool, pieces: 0 }] });
	});
});
