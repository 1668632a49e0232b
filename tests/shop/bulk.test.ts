/** Changes of many tools at once, which the queue of imports saves and reverts. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import * as config from "../../src/config/config.ts";
import { startBulkChange } from "../../src/shop/imports/bulk.server.ts";
import { type BulkChange, maxBulkTools, parseBulkChange } from "../../src/shop/imports/bulk.ts";
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
		...{ fileName: "Price by percent: -10 %", state: "done", counts: { changed: 2, saved: 2 } },
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
	expect(await problemOf([tool], { state: "listed" })).toMatch(/these values already/);
	expect(await problemOf([tool], { percent: -90 })).toMatch(/price of Cheap key/);
	expect((await managed(tool)).price).toBe(1);
	const read = (fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.set(name, value);
		return parseBulkChange(form);
	};
	for (const percent of [5, -90, 900])
		expect(read({ change: "price", percent: String(percent) })).toEqual({ percent });
	for (const percent of ["", "0", "-91", "901", "x"])
		expect(read({ change: "price", percent }), percent).toBeUndefined();
	expect(read({ change: "list" })).toEqual({ state: "listed" });
	expect(read({ change: "archive" })).toEqual({ state: "archived" });
	expect(read({ change: "category hubs" })).toEqual({ category: "hubs" });
	expect(read({ change: "category " })).toEqual({ category: null });
	expect(read({ change: "delete" })).toBeUndefined();
});
