/** Changes of many tools at once, which the queue of imports saves and reverts. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import * as config from "../../src/config/config.ts";
import { prepareBulkChange, startBulkChange } from "../../src/shop/imports/bulk.server.ts";
import { type BulkChange, maxBulkTools, parseBulkChange } from "../../src/shop/imports/bulk.ts";
import { listMatching } from "../../src/shop/tools/matching.server.ts";
import type { ToolFilter } from "../../src/shop/tools/matching.ts";
import { work } from "../helpers/import-queue.ts";
import { addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	await env.DB.prepare("insert into categories (slug, name) values ('hubs', 'Hubs')").run();
});

const managed = async (id: string) =>
	(await callApi("GET", `/service/${id}`, { token: admin.token })).body;

/** Changes tools, and returns the import that did. */
async function change(toolIds: string[], bulk: BulkChange) {
	const started = await startBulkChange(callerOf(admin), toolIds, bulk);
	if (!("importId" in started)) throw new Error(started.problem);
	await work();
	return started.importId;
}

const importOf = async (id: string) =>
	(await callApi("GET", `/import/${id}`, { token: admin.token })).body;

it("changes the price of many tools by percent, and reverts it but where somebody changed it", async () => {
	const [one, other] = [await addTool({ priceCents: 1999 }), await addTool({ priceCents: 1000 })];
	const id = await change([one, other, "unknown"], { percent: -10 });
	expect(await importOf(id)).toMatchObject({
		fileName: "Price by percent: -10 %",
		state: "done",
		counts: { changed: 2, saved: 2 },
	});
	expect([(await managed(one)).price, (await managed(other)).price]).toEqual([17.99, 9]);
	await callApi("PATCH", `/service/${other}`, { token: admin.token, body: { price: 11 } });
	await callApi("POST", `/import/${id}/revert`, { token: admin.token });
	await work();
	expect([(await managed(one)).price, (await managed(other)).price]).toEqual([19.99, 11]);
	expect(await importOf(id)).toMatchObject({ counts: { reverted: 1, kept: 1 } });
});

it("rounds prices to what Stripe can charge in the shop's currency", async () => {
	const tool = await addTool({ priceCents: 2000 });
	vi.spyOn(config, "smallestCents", "get").mockReturnValue(10);
	onTestFinished(() => void vi.restoreAllMocks());
	const id = await change([tool], { percent: 17 });
	expect(await importOf(id)).toMatchObject({ fileName: "Price by percent: +17 %" });
	expect((await managed(tool)).price).toBe(23.4);
	await change([tool], { percent: 1 });
	expect((await managed(tool)).price).toBe(23.6);
});

it("changes at most a hundred tools, each once", async () => {
	const [one, other, left] = [await addTool(), await addTool(), await addTool()];
	const ids = [one, one, ...Array.from({ length: maxBulkTools - 2 }, (_, n) => `gone-${n}`)];
	const id = await change([...ids, other, left], { percent: 10 });
	expect(await importOf(id)).toMatchObject({ counts: { lines: 2, changed: 2, saved: 2 } });
	expect((await managed(left)).price).toBe(25.99);
});

it("sets the category and the state, and leaves tools that are like that already", async () => {
	const [one, other] = [await addTool(), await addTool()];
	await change([one], { category: "hubs" });
	const id = await change([one, other], { category: "hubs" });
	expect(await importOf(id)).toMatchObject({ counts: { lines: 2, changed: 1, unchanged: 1 } });
	await change([one, other], { state: "archived" });
	expect(await managed(one)).toMatchObject({ state: "archived", category: "hubs" });
	expect((await callApi("GET", `/service?id=${other}`)).body).toEqual([]);
	const restored = await change([other], { state: "listed" });
	expect((await callApi("GET", `/service?id=${other}`)).body).toHaveLength(1);
	await callApi("POST", `/import/${restored}/revert`, { token: admin.token });
	await work();
	expect(await managed(other)).toMatchObject({ state: "archived" });
});

it("says why nothing is changed", async () => {
	const tool = await addTool({ name: "Cheap key", priceCents: 100 });
	const problemOf = async (ids: string[], bulk: BulkChange) => {
		const started = await startBulkChange(callerOf(admin), ids, bulk);
		return "problem" in started && started.problem;
	};
	expect(await problemOf([], { percent: 5 })).toBe("Select at least one tool.");
	expect(await problemOf([tool], { category: "none" })).toBe("There is no such category.");
	expect(await problemOf([tool], { state: "listed" })).toMatch(/already have these values/);
	expect(await problemOf([tool], { percent: -90 })).toMatch(/^Cheap key can't .*total between/);
	expect(await problemOf([tool], { addStock: -99 })).toMatch(/Only 10 in stock/);
	expect((await managed(tool)).price).toBe(1);
	const read = (fields: Record<string, string>) => parseBulkChange(new URLSearchParams(fields));
	for (const percent of [5, -90, 900])
		expect(read({ change: "price", percent: String(percent) })).toEqual({ percent });
	for (const percent of ["", "0", "-91", "901", "x"])
		expect(read({ change: "price", percent }), percent).toBeUndefined();
	for (const [stock, expected] of [
		["30", { stock: 30 }],
		["+5", { addStock: 5 }],
		["-5", { addStock: -5 }],
		["+0", undefined],
		["1.5", undefined],
	] as const)
		expect(read({ change: "stock", stock }), stock).toEqual(expected);
	expect(read({ change: "amount", amount: "-2.50" })).toEqual({ amount: -2.5 });
	expect(read({ change: "amount", amount: "0" })).toBeUndefined();
	expect(read({ change: "maker", maker: " Cog " })).toEqual({ maker: "Cog" });
	expect(read({ change: "supplier", supplier: "" })).toEqual({ supplier: null });
	expect(read({ change: "supplier", supplier: "x".repeat(61) })).toBeUndefined();
	expect(read({ change: "draft" })).toEqual({ state: "draft" });
	expect(read({ change: "list" })).toEqual({ state: "listed" });
	expect(read({ change: "archive" })).toEqual({ state: "archived" });
	expect(read({ change: "category hubs" })).toEqual({ category: "hubs" });
	expect(read({ change: "category " })).toEqual({ category: null });
	expect(read({ change: "delete" })).toBeUndefined();
});

describe("all tools that match a filter", () => {
	const filter: ToolFilter = { list: "listed", maker: "Bulk & Co" };
	let job = 0;
	/** Prepares a change of all that match, and returns its import. */
	async function prepare(bulk: BulkChange, of = filter, jobId = `job-${++job}`) {
		const found = await prepareBulkChange(callerOf(admin), jobId, of, bulk);
		if ("problem" in found) throw new Error(found.problem);
		return found.importId;
	}
	const start = async (id: string) => {
		await callApi("POST", `/import/${id}/start`, { token: admin.token, body: { mode: "good" } });
		await work();
		return importOf(id);
	};
	const add = async (price: number, quantity = 10) => {
		const id = await addTool({ priceCents: price, quantity });
		await change([id], { maker: "Bulk & Co" });
		return id;
	};
	const clear = () =>
		env.DB.prepare("update tools set maker = null where maker = 'Bulk & Co'").run();

	it("are shown before they change, once a job, and are the same when it starts", async () => {
		const [one, other, changed] = [await add(1999), await add(1000), await add(3000)];
		const id = await prepare({ amount: 2.5 }, filter, "once");
		expect(await importOf(id)).toMatchObject({
			fileName: "Price by an amount: +$2.50",
			state: "ready",
			mode: "good",
			counts: { lines: 3, changed: 3, saved: 0 },
		});
		// The button pressed twice.
		expect(await prepare({ amount: 9 }, filter, "once")).toBe(id);
		expect((await managed(one)).price).toBe(19.99);
		const later = await add(500);
		await callApi("PATCH", `/service/${changed}`, { token: admin.token, body: { price: 31 } });
		expect(await start(id)).toMatchObject({
			state: "done",
			counts: { saved: 2, rejected: 1 },
		});
		const prices = [one, other, changed, later].map(async (tool) => (await managed(tool)).price);
		expect(await Promise.all(prices)).toEqual([22.49, 12.5, 31, 5]);
		const entries = await callApi("GET", `/audit?subject=${id}`, { token: admin.token });
		expect(entries.body).toMatchObject([{ action: "import.started", detail: { lines: 3 } }]);
		await clear();
	});

	it("change their stock by pieces but where there are too few, and get it back", async () => {
		const [many, few] = [await add(1000, 10), await add(1000, 2)];
		const id = await prepare({ addStock: -3 });
		expect(await importOf(id)).toMatchObject({ counts: { changed: 1, wrong: 1 } });
		await start(id);
		expect([(await managed(many)).quantity, (await managed(few)).quantity]).toEqual([7, 2]);
		await callApi("POST", `/import/${id}/revert`, { token: admin.token });
		await work();
		expect((await managed(many)).quantity).toBe(10);
		await start(await prepare({ stock: 5 }));
		expect([(await managed(many)).quantity, (await managed(few)).quantity]).toEqual([5, 5]);
		await start(await prepare({ supplier: "Northern" }));
		await start(await prepare({ state: "draft" }, { ...filter, supplier: "Northern" }));
		expect(await managed(few)).toMatchObject({ supplier: "Northern", state: "draft" });
		await clear();
	});

	it("never cost less than a price can be", async () => {
		const id = await add(100);
		vi.spyOn(config, "minChargeCents", "get").mockReturnValue(1);
		onTestFinished(() => void vi.restoreAllMocks());
		await start(await prepare({ amount: -50 }));
		expect((await managed(id)).price).toBe(0.01);
		await clear();
	});

	it("are found by a part of their name or SKU, category, maker, supplier and state", async () => {
		const id = await addTool({ name: "Filtered ÄXLE 50% key" });
		await callApi("PATCH", `/service/${id}`, {
			token: admin.token,
			body: { sku: "F-77", category: "hubs", maker: "Filterers", supplier: "Northern" },
		});
		const count = async (of: Partial<ToolFilter>) =>
			(await listMatching({ list: "listed", ...of }, undefined)).count;
		const own = { maker: "Filterers" };
		expect(await count({ ...own, q: "50% KEY", category: "hubs", supplier: "Northern" })).toBe(1);
		expect(await count({ ...own, q: "f-77" })).toBe(1);
		for (const other of [{ q: "51%" }, { category: "" }, { supplier: "x" }, { list: "unlisted" }])
			expect(
				await count({ ...own, ...(other as Partial<ToolFilter>) }),
				`${Object.entries(other)}`,
			).toBe(0);
		await change([id], { state: "draft" });
		const unlisted = { ...own, list: "unlisted" } as const;
		expect(await count({ ...unlisted, state: "draft" })).toBe(1);
		expect(await count({ ...unlisted, state: "archived" })).toBe(0);
	});
});
