/** How administrators maintain a tool: all its fields, drafts, the archive, copies, addresses and conflicts. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { skuTaken } from "../../src/messages/products.ts";
import { getLinkedTool } from "../../src/shop/embeds/embeds.server.ts";
import { listSitemapParts, toolsInPart } from "../../src/shop/feeds/feeds.server.ts";
import { loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { publishDrafts } from "../../src/shop/tools/drafts.server.ts";
import { listMatching } from "../../src/shop/tools/matching.server.ts";
import { fields, fieldsOf, mapFields, type ToolChanges } from "../../src/shop/tools/tool-fields.ts";
import { loadProductPage } from "../../src/shop/tools/tools.server.ts";
import { maxLengths } from "../../src/values/fields.ts";
import type { Cursor } from "../../src/values/paging.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	insertImage,
	orderBody,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;
let rider: Person;
let id: string;

const imageOf = (digit: string) => `/images/${digit.repeat(32)}`;
const [first, second, third] = ["a", "b", "c"].map(imageOf) as [string, string, string];

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	for (const image of [first, second, third]) await insertImage(image);
	await env.DB.prepare(
		"insert into categories (slug, name) values ('wheels', 'Wheels') on conflict do nothing",
	).run();
});

beforeEach(async () => {
	id = await addTool({ name: "Spoke key", quantity: 7 });
});

const change = (body: ToolChanges | object, toolId = id): Promise<ApiResponse> =>
	callApi("PATCH", `/service/${toolId}`, { token: admin.token, body });
const read = async (toolId = id) =>
	(await callApi("GET", `/service/${toolId}`, { token: admin.token })).body;
const isListed = async (toolId = id) =>
	(await callApi("GET", `/service?id=${toolId}`)).body.length === 1;

async function rows(sql: string, ...values: string[]) {
	const { results } = await env.DB.prepare(sql)
		.bind(...values)
		.all();
	return results;
}

const capabilityRows = (toolId = id) =>
	rows(
		"select action, standard, fits, also, price_cents from tool_capabilities where tool_id = ? order by action, standard",
		toolId,
	);

/** The newest entry of the audit log. */
async function lastEntry(toolId = id) {
	const { body } = await callApi("GET", `/audit?subject=${toolId}&limit=1`, { token: admin.token });
	return body[0];
}

const capabilities = [
	{
		action: "turn",
		dimension: "spoke-nipple",
		standards: ["square-323", "square-345"],
		except: ["square-396"],
	},
	{ action: "torque", from: 2, to: 25, madeFor: false },
];
const samples: Record<string, unknown> = {
	text: "Taiwan",
	lines: "Steel.",
	count: 4,
	money: 2.5,
};
const plainFields = fieldsOf("text", "lines", "count", "money").filter(
	(field) => field !== "address" && field !== "sku",
);
/** A change of every field but the state and what no two tools share; a new field has a sample of its kind. */
const everything = {
	...mapFields(plainFields, (field) => samples[fields[field].kind]),
	name: "Spoke wrench",
	description: "Turns nipples.",
	minOrderQuantity: 2,
	quantity: 9,
	price: 19.5,
	cost: 8.25,
	lowStock: 3,
	gtin: "4006381333931",
	contents: "400 ml",
	category: "wheels",
	images: [
		{ image: second, alt: "In a hand" },
		{ image: first, alt: "" },
		{ image: third, alt: "On a nipple" },
	],
	specifications: [{ name: "Weight", value: "60 g" }],
	capabilities,
};

describe("PATCH /service/{id}", () => {
	it("changes every field, and the shop shows it at once", async () => {
		const { status, body } = await change(everything);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			...everything,
			capabilities: [
				{ action: "torque", from: 2, to: 25, madeFor: false, standards: [], except: [] },
				{ ...capabilities[0], madeFor: true },
			],
			state: "listed",
			publishAt: null,
		});
		expect(await read()).toEqual(body);
		const [listed] = (await callApi("GET", `/service?id=${id}`)).body;
		expect(listed).toEqual({
			_id: id,
			name: "Spoke wrench",
			description: "Turns nipples.",
			image: second,
			minOrderQuantity: 2,
			quantity: 9,
			price: 19.5,
			contents: "400 ml",
		});
		expect(await capabilityRows()).toEqual([
			{ action: "torque", standard: "", fits: 1, also: 1, price_cents: 1950 },
			{ action: "turn", standard: "square-323", fits: 1, also: 0, price_cents: 1950 },
			{ action: "turn", standard: "square-345", fits: 1, also: 0, price_cents: 1950 },
			{ action: "turn", standard: "square-396", fits: 0, also: 0, price_cents: 1950 },
		]);
		expect(await rows("select stocked from tools where id = ?", id)).toEqual([{ stocked: 9 }]);
		const { detail } = await lastEntry();
		expect(detail).toMatchObject({
			name: "Spoke wrench",
			nameWas: "Spoke key",
			priceCentsWas: 2599,
			priceCents: 1950,
			costCentsWas: null,
			costCents: 825,
			quantityWas: 7,
			quantity: 9,
			minOrderQuantityWas: 1,
			minOrderQuantity: 2,
			lowStockWas: null,
			lowStock: 3,
			categoryWas: null,
			category: "wheels",
			changed: "description, images, specifications, what it fits, warnings",
		});
		for (const field of plainFields.filter((one) => fields[one].kind !== "lines"))
			expect(detail).toHaveProperty(fields[field].kind === "money" ? `${field}Cents` : field);
	});

	it("changes all fields at once, which is more than a function of D1 has arguments", async () => {
		const address = `key-${crypto.randomUUID().slice(0, 8)}`;
		const draft = { address, state: "draft", publishAt: "2100-02-03T00:00:00.000Z" };
		const { status, body } = await change({ ...everything, ...draft });
		expect([status, body]).toMatchObject([200, draft]);
		expect((await lastEntry()).detail).toMatchObject({ ...draft, addressWas: id });
	});

	it("takes the old values back, and without a change writes nothing", async () => {
		await change({ images: [{ image: first, alt: "" }] });
		const before = await read();
		const { _id, createdAt, updatedAt, ...fields } = before;
		const { body: after } = await change(everything);
		const { status, body } = await change({ ...fields, images: before.images, was: after });
		expect([status, body.error]).toEqual([200, undefined]);
		expect(body).toEqual({ ...before, updatedAt: body.updatedAt });
		expect(body.updatedAt > after.updatedAt).toBe(true);
		const entry = await lastEntry();
		expect((await change(fields)).body.updatedAt).toBe(body.updatedAt);
		expect((await lastEntry())._id).toBe(entry._id);
	});

	it("overwrites no field that is another one by now, and names what it is", async () => {
		const { name, price, quantity } = await read();
		await change({ price: 30, description: "By somebody else." });
		await placeLine(rider, id);
		const mine = { name: "Nipple key", price: 20, was: { name, price, quantity } };
		const conflict = await change(mine);
		expect(conflict.status).toBe(409);
		expect(conflict.body.error).toMatchObject({
			code: "tool_changed",
			fields: { price: "The shop now has $30.00." },
		});
		expect(Object.keys(conflict.body.error.fields)).toEqual(["price"]);
		expect(await read()).toMatchObject({ name: "Spoke key", price: 30 });
		const stock = await change({ quantity: 20, was: { quantity } });
		expect(stock.body.error.fields).toEqual({ quantity: "The shop now has 6." });
		await change({ cost: 12.5, category: "wheels", specifications: everything.specifications });
		const others = await change({
			cost: 1,
			category: null,
			specifications: [],
			description: "Mine.",
			was: {
				cost: null,
				category: "other",
				specifications: [{ name: "Weight", value: "1 g" }],
				description: "",
			},
		});
		expect(others.body.error.fields).toEqual({
			cost: "The shop now has $12.50.",
			category: "The shop now has wheels.",
			description: "The shop now has a different one.",
			specifications: "The shop now has a different one.",
		});
		await change({ state: "draft", publishAt: "2100-02-03T00:00:00.000Z" });
		const [mineAt, wasAt] = ["2101-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"];
		const time = await change({ publishAt: mineAt, was: { publishAt: wasAt } });
		expect(time.body.error.fields.publishAt).toMatch(/^The shop now has .*2100/);
		// What others changed beside it stays.
		expect((await change({ name: "Nipple key", was: { name } })).body).toMatchObject({
			name: "Nipple key",
			description: "By somebody else.",
			quantity: 6,
			price: 30,
		});
	});

	it("puts a tool into the digest at its own low-stock threshold", async () => {
		await change({ lowStock: 6 });
		await placeLine(rider, id);
		expect(await rows("select kind from outbox where subject_id = ?", id)).toEqual([
			{ kind: "stock.low" },
		]);
	});

	it("rejects what does not go together or does not exist, by field", async () => {
		const wrong: [object, string][] = [
			[{ name: " " }, "name"],
			[{ price: 0.01 }, "price"],
			[{ category: "no-such" }, "category"],
			[{ images: [{ image: imageOf("f"), alt: "" }] }, "image"],
			[{ images: [first, imageOf("f")].map((image) => ({ image, alt: "" })) }, "image"],
			[{ address: "A" }, "address"],
			[{ images: [{ image: "https://elsewhere.test/a.png", alt: "" }] }, "images.0.image"],
			[{ specifications: [{ name: "Weight", value: "" }] }, "specifications.0.value"],
			[{ capabilities: [{ action: "remove", dimension: "cassette" }] }, "capabilities.0"],
			[{ capabilities: [{ action: "torque", from: 9, to: 2 }] }, "capabilities.0"],
			[
				{ capabilities: [capabilities[1], { ...capabilities[0], standards: ["3-99"] }] },
				"capabilities.1",
			],
			[{ capabilities: [{ ...capabilities[0], dimension: "wings" }] }, "capabilities.0"],
			[{ capabilities: [{ action: "paint", dimension: "cassette" }] }, "capabilities.0.action"],
			[{ publishAt: "2030-01-01T00:00:00.000Z" }, "publishAt"],
		];
		const before = await read();
		for (const [body, field] of wrong) {
			const { status, body: answer } = await change(body);
			expect([status, Object.keys(answer.error.fields ?? {})], JSON.stringify(body)).toEqual([
				422,
				[field],
			]);
		}
		expect(await read()).toEqual(before);
		expect((await change({ name: "A" }, "unknown")).status).toBe(404);
		const copied = await callApi("POST", "/service/unknown/copy", { token: admin.token });
		expect([copied.status, copied.body.error.code]).toEqual([404, "not_found"]);
	});
});

describe("states", () => {
	it("archives and restores a tool with what it fits, in no list meanwhile", async () => {
		await change({ capabilities });
		const before = await capabilityRows();
		expect((await change({ state: "archived" })).body).toMatchObject({ state: "archived" });
		expect(await isListed()).toBe(false);
		expect(await capabilityRows()).toEqual([]);
		expect((await callApi("GET", `/purchase/${id}`)).status).toBe(404);
		expect(
			(await callApi("POST", "/order", { token: rider.token, body: orderBody(id) })).status,
		).toBe(404);
		expect((await lastEntry()).detail).toEqual({
			name: "Spoke key",
			stateWas: "listed",
			state: "archived",
		});
		expect(await read()).toMatchObject({ state: "archived", capabilities: [{}, {}] });
		expect((await change({ state: "listed" })).body.capabilities).toHaveLength(2);
		expect(await isListed()).toBe(true);
		expect(await capabilityRows()).toEqual(before);
	});

	it("has a page that suggests the names of others' specifications, each once", async () => {
		const named = (...names: string[]) => ({
			category: "wheels",
			specifications: names.map((name) => ({ name, value: "1" })),
		});
		await change(named("Reach"));
		await change(named("Reach", "Grip"), await addTool());
		const page = await loadProductPage(id);
		expect(page).toMatchObject({ tool: { _id: id, category: "wheels", quantity: 7 } });
		expect(page?.categories).toContainEqual({ slug: "wheels", name: "Wheels" });
		const suggested = page?.specificationNames.filter((name) => /Reach|Grip/.test(name));
		expect(suggested?.toSorted()).toEqual(["Grip", "Reach"]);
		expect(await loadProductPage("unknown")).toBeUndefined();
	});

	it("lists drafts and archived tools, what left the shop last first, page by page", async () => {
		await change({ state: "draft" });
		const ids: string[] = [];
		for (let n = 0; n < 26; n += 1) ids.push(await addTool());
		ids.push(id);
		for (const [n, toolId] of ids.entries())
			await env.DB.prepare("update tools set archived_at = ? where id = ?")
				.bind(9e12 + n, toolId)
				.run();
		const page = (cursor?: Cursor) => listMatching({ list: "unlisted" }, cursor);
		const newest = await page();
		const archived = env.DB.prepare("select count(*) from tools where archived_at is not null");
		expect(newest.count).toBe(await archived.first("count(*)"));
		expect(newest.rows).toHaveLength(25);
		const all = [...newest.rows, ...(await page(newest.next)).rows];
		expect(all.slice(0, 27).map((tool) => tool.id)).toEqual(ids.toReversed());
		expect(all.slice(0, 2)).toMatchObject([{ draft: true }, { draft: false }]);
	});

	it("keeps what a deleted tool fits that was sold", async () => {
		await change({ capabilities });
		await placeLine(rider, id);
		await callApi("DELETE", `/service?id=${id}`, { token: admin.token });
		expect(await read()).toMatchObject({ state: "archived", capabilities: [{}, {}] });
	});

	it("changes what a draft fits, and lists it with that", async () => {
		await change({ state: "draft" });
		await change({ capabilities });
		expect(await capabilityRows()).toEqual([]);
		const [turn] = capabilities;
		await change({ state: "listed", capabilities: [turn] });
		expect(await capabilityRows()).toHaveLength(3);
	});

	it("publishes a draft when its time has come, and no other", async () => {
		const later = await addTool();
		const soon = new Date(Date.now() + 60_000).toISOString();
		const { body } = await change({ state: "draft", publishAt: soon });
		expect(body).toMatchObject({ state: "draft", publishAt: soon });
		await change({ state: "draft", publishAt: "2100-01-01T00:00:00.000Z" }, later);
		expect(await publishDrafts(new Date(Date.now() + 30_000))).toBe(0);
		expect(await publishDrafts(new Date(Date.now() + 90_000))).toBe(1);
		expect(await read()).toMatchObject({ state: "listed", publishAt: null });
		expect(await isListed(later)).toBe(false);
		expect(await lastEntry()).toMatchObject({
			detail: { name: "Spoke key", stateWas: "draft", state: "listed" },
		});
		// Archived, it waits for nothing.
		expect((await change({ state: "archived" }, later)).body.publishAt).toBeNull();
	});

	it("the database rejects a listed draft, and a time for what is no draft", async () => {
		const set = (what: string) =>
			env.DB.prepare(`update tools set ${what} where id = '${id}'`).run();
		await expect(set("draft = 1")).rejects.toThrow(/tools_draft/);
		await expect(set("publish_at = 1")).rejects.toThrow(/tools_publish_at/);
		await expect(set("cost_cents = -1")).rejects.toThrow(/tools_cost/);
	});
});

describe("POST /service/{id}/copy", () => {
	it("copies all but the stock as a draft, which is as new as the day it is listed", async () => {
		const draft = { state: "draft", publishAt: "2100-02-03T00:00:00.000Z" };
		const { body: original } = await change({ ...everything, ...draft });
		const { status, body } = await callApi("POST", `/service/${id}/copy`, { token: admin.token });
		expect(status).toBe(201);
		const copy = await read(body.insertedId);
		expect(copy).toEqual({
			...original,
			_id: body.insertedId,
			name: "Spoke wrench (copy)",
			quantity: 0,
			publishAt: null,
			address: copy.address,
			createdAt: copy.createdAt,
			updatedAt: copy.updatedAt,
			gtin: null,
		});
		expect(copy.address).toMatch(/^spoke-wrench-copy/);
		expect(await isListed(body.insertedId)).toBe(false);
		expect(await lastEntry(body.insertedId)).toMatchObject({ action: "tool.added" });
		const listed = await change({ state: "listed" }, body.insertedId);
		expect(listed.body.createdAt > copy.createdAt).toBe(true);
		expect(await read(id)).toEqual(original);
	});

	it("copies no SKU, which is of one tool, and by which everyone finds it", async () => {
		const sku = `SW-${crypto.randomUUID().slice(0, 8)}`;
		await change({ sku });
		const { body } = await callApi("POST", `/service/${id}/copy`, { token: admin.token });
		expect(await read(body.insertedId)).toMatchObject({ sku: null });
		const taken = await change({ sku: ` ${sku.toLowerCase()}.` }, body.insertedId);
		expect([taken.status, taken.body.error.fields]).toEqual([422, { sku: skuTaken }]);
		const found = await callApi("GET", `/service?q=${sku.toLowerCase()}`);
		expect(found.body.map((tool: { _id: string }) => tool._id)).toEqual([id]);
		expect((await change({ sku: null, gtin: "4006381-333931" })).body).toMatchObject({
			sku: null,
			gtin: "4006381333931",
		});
	});

	it("shortens the longest name, so that the copy's is no longer", async () => {
		await change({ name: "n".repeat(maxLengths.name) });
		const { body } = await callApi("POST", `/service/${id}/copy`, { token: admin.token });
		const { name } = await read(body.insertedId);
		expect(name).toBe(`${"n".repeat(maxLengths.name - 7)} (copy)`);
	});

	it("a draft that nothing refers to is deleted with all it has", async () => {
		await change(everything);
		const { body } = await callApi("POST", `/service/${id}/copy`, { token: admin.token });
		const path = `/service?id=${body.insertedId}`;
		expect((await callApi("DELETE", path, { token: admin.token })).body).toEqual({
			deletedCount: 1,
		});
		expect(
			(await callApi("GET", `/service/${body.insertedId}`, { token: admin.token })).status,
		).toBe(404);
		expect(await rows("select 1 from tool_pictures where tool_id = ?", body.insertedId)).toEqual(
			[],
		);
	});
});

describe("addresses", () => {
	const add = async (name: string): Promise<string> => {
		const body = {
			name,
			description: "Turns.",
			image: first,
			minOrderQuantity: 1,
			quantity: 3,
			price: 5,
		};
		return (await callApi("POST", "/service", { token: admin.token, body })).body.insertedId;
	};
	const addressOf = async (toolId = id) => (await read(toolId)).address;
	/** Where the page at an address leads: the id and the current address of its tool. */
	const pageAt = async (address: string) => {
		const tool = (await loadToolPage(address))?.tool;
		return tool && [tool._id, tool.address];
	};

	it("come from the name, also of two tools at once, and stay when it changes", async () => {
		const ids = await Promise.all(["Freilauf-Öl", "Freilauf-Öl"].map(add));
		const [one = "", other = ""] = ids;
		const addresses = await Promise.all(ids.map(addressOf));
		expect(addresses.toSorted()).toEqual(["freilauf-ol", "freilauf-ol-2"]);
		await change({ name: "Oil" }, one);
		expect(await addressOf(one)).toBe(addresses[0]);
		expect((await callApi("GET", `/service?id=${other}&ratings=1`)).body[0]._id).toBe(other);
		expect(await addressOf(await add("油"))).toMatch(/^[\w-]{22}$/);
	});

	it("lead to the tool, as its id and its former addresses do", async () => {
		expect(await pageAt(id)).toEqual([id, undefined]);
		const address = `key-${crypto.randomUUID().slice(0, 8)}`;
		const { status, body } = await change({ address, was: { address: id } });
		expect([status, body.address]).toEqual([200, address]);
		expect((await lastEntry()).detail).toEqual({
			name: "Spoke key",
			addressWas: id,
			address,
		});
		await change({ address: `${address}-2` });
		for (const way of [id, address, `${address}-2`])
			expect(await pageAt(way)).toEqual([id, `${address}-2`]);
		expect(await getLinkedTool(address)).toEqual({
			_id: id,
			name: "Spoke key",
			address: `${address}-2`,
		});
		// What it had before, it can have again, and then it is no former one.
		await change({ address });
		expect(await rows("select slug from tool_addresses where tool_id = ?", id)).toEqual([
			{ slug: `${address}-2` },
		]);
		await change({ address: id });
		expect(await pageAt(address)).toEqual([id, undefined]);
		await change({ address: `${address}-3` });
		const part = (await listSitemapParts()).at(-1) ?? "";
		expect((await toolsInPart(part)).find((tool) => tool.id === id)?.slug).toBe(`${address}-3`);
		// What is no longer sold keeps its page.
		await change({ state: "archived" });
		expect(await pageAt(address)).toEqual([id, `${address}-3`]);
	});

	it("of another tool, that it has or had, are rejected, and free once it is deleted", async () => {
		const [other, name] = [await addTool(), `key-${crypto.randomUUID().slice(0, 8)}`];
		await change({ address: `${name}-1` }, other);
		await change({ address: `${name}-2` }, other);
		for (const address of [other, `${name}-1`, `${name}-2`]) {
			const { status, body } = await change({ address });
			expect([status, body.error.code]).toEqual([409, "address_taken"]);
			expect(Object.keys(body.error.fields)).toEqual(["address"]);
		}
		for (const address of ["", "c", "Spoke", "a b", "x".repeat(61)])
			expect((await change({ address })).status, address).toBe(422);
		expect(await addressOf()).toBe(id);
		const set = (address: string) =>
			env.DB.prepare("update tools set slug = ? where id = ?").bind(address, id).run();
		await expect(set(`${name}-1`)).rejects.toThrow(/of another tool/);
		await expect(set(`${name}-2`)).rejects.toThrow(/UNIQUE/);
		await expect(set(other)).rejects.toThrow(/of another tool/);
		await expect(addTool({ id: `${name}-1` })).rejects.toThrow(/of another tool/);
		await callApi("DELETE", `/service?id=${other}`, { token: admin.token });
		expect((await change({ address: `${name}-1` })).status).toBe(200);
	});

	it("two tools that take the same one at once: one gets it", async () => {
		const [other, address] = [await addTool(), `key-${crypto.randomUUID().slice(0, 8)}`];
		const answers = await Promise.all([id, other].map((toolId) => change({ address }, toolId)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
	});
});
