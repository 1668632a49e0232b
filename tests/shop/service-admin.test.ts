/** Administrators' calls on tools. The fields' messages are tested with their schemas. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { toolSorts } from "../../src/shop/tools/tools.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	idsOf,
	insertImage,
	listAllPages,
	orderBody,
	type Person,
	placeLine,
	signUp,
	stockOf,
} from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	await insertImage(image);
	await insertImage(otherImage);
});

const image = `/images/${"0123456789abcdef".repeat(2)}`;
const otherImage = `/images/${"fedcba9876543210".repeat(2)}`;
const newTool = {
	name: "Bottom bracket tap",
	image,
	description: "Cuts clean threads.",
	minOrderQuantity: 2,
	quantity: 7,
	price: 19.05,
};
const update = { price: 20.5, quantity: 9, minOrderQuantity: 3 };

const create = (changes: object = {}): Promise<ApiResponse> =>
	callApi("POST", "/service", { token: admin.token, body: { ...newTool, ...changes } });
const change = (id: string, body: unknown): Promise<ApiResponse> =>
	callApi("PUT", `/service?id=${id}`, { token: admin.token, body });
const restock = (id: string, body: unknown): Promise<ApiResponse> =>
	callApi("PUT", `/service/${id}`, { token: admin.token, body });
const remove = (id: string): Promise<ApiResponse> =>
	callApi("DELETE", `/service?id=${id}`, { token: admin.token });
/** A tool, without the address of its page, which follows from its name. */
async function toolOf(id: string) {
	const [found] = (await callApi("GET", `/service?id=${id}`)).body;
	if (!found) return undefined;
	const { address, ...tool } = found;
	expect(address === undefined || /^[a-z0-9-]+$/.test(address)).toBe(true);
	return tool;
}
async function toolCount(): Promise<number> {
	const row = await env.DB.prepare("select count(*) as n from tools").first<{ n: number }>();
	return row?.n ?? Number.NaN;
}

describe("POST /service", () => {
	it("adds the tool as sent, and lists it immediately", async () => {
		const { status, body } = await create();
		expect(status).toBe(201);
		expect(await toolOf(body.insertedId)).toEqual({ _id: body.insertedId, ...newTool });
	});

	it("reports every missing field with the specification's message, and adds nothing", async () => {
		const before = await toolCount();
		const words = {
			name: "Name is Required",
			image: "Image is Required",
			description: "Description is Required",
			minOrderQuantity: "Minimum Order Quantity is Required",
			quantity: "Available Quantity is Required",
			price: "Price is Required",
		};
		const gone = Object.fromEntries(Object.keys(words).map((field) => [field, undefined]));
		const none = Object.fromEntries(Object.keys(words).map((field) => [field, null]));
		for (const changes of [gone, none]) {
			const { status, body } = await create(changes);
			expect(status).toBe(422);
			expect(body.error).toMatchObject({ code: "invalid", fields: words });
		}
		expect(await toolCount()).toBe(before);
	});

	it("accepts a tool without stock, with the longest name and description", async () => {
		const longest = { name: "n".repeat(120), description: "d".repeat(2000), quantity: 0 };
		const { body } = await create(longest);
		expect(await toolOf(body.insertedId)).toMatchObject(longest);
	});

	it("stores every script, and markup as text", async () => {
		const changes = {
			name: "Kettennieter 🚲 مفتاح 工具",
			description: `<script>alert("x")</script>\n'); drop table tools; --`,
		};
		const { body } = await create(changes);
		expect(await toolOf(body.insertedId)).toMatchObject(changes);
	});

	it("ignores an id and every other field the server sets", async () => {
		const { body } = await create({ _id: "mine", id: "mine", archivedAt: 1, createdAt: 1 });
		expect(body.insertedId).not.toBe("mine");
		expect(await toolOf("mine")).toBeUndefined();
		expect(await toolOf(body.insertedId)).toBeDefined();
	});
});

describe("PUT /service?id=", () => {
	it("changes price, stock and minimum, and keeps the image without a new one", async () => {
		const { insertedId: id } = (await create()).body;
		expect((await change(id, update)).body).toEqual({ modifiedCount: 1 });
		expect(await toolOf(id)).toEqual({ _id: id, ...newTool, ...update });
		await change(id, { ...update, image: otherImage, name: "Another name" });
		expect(await toolOf(id)).toEqual({ _id: id, ...newTool, ...update, image: otherImage });
	});

	it("reports every missing field with the specification's message", async () => {
		const id = await addTool({ quantity: 4 });
		const { status, body } = await change(id, {});
		expect(status).toBe(422);
		expect(body.error.fields).toEqual({
			price: "Product Price is Required",
			quantity: "Product Quantity is Required",
			minOrderQuantity: "Minimum Order Quantity is Required",
		});
		const none = await change(id, { ...update, quantity: 0 });
		expect(none.status).toBe(422);
		expect(Object.keys(none.body.error.fields)).toEqual(["quantity"]);
		expect(await stockOf(id)).toBe(4);
	});

	it("takes an image that was uploaded, or the tool's own", async () => {
		const { insertedId: id } = (await create()).body;
		const lost = `/images/${"0".repeat(32)}`;
		const rejected = await change(id, { ...update, image: lost });
		expect([rejected.status, Object.keys(rejected.body.error.fields)]).toEqual([422, ["image"]]);
		await env.DB.prepare("update tools set image = ? where id = ?").bind(lost, id).run();
		expect((await change(id, { ...update, image: lost })).body).toEqual({ modifiedCount: 1 });
		expect((await change(id, { ...update, image: otherImage })).body).toEqual({ modifiedCount: 1 });
	});

	it("is rejected when orders have changed the stock since it was read", async () => {
		const id = await addTool({ quantity: 5 });
		await placeLine(rider, id, 2);
		const { status, body } = await change(id, { ...update, quantityWas: 5 });
		expect(status).toBe(409);
		expect(body.error.code).toBe("stock_changed");
		expect(await toolOf(id)).toMatchObject({ quantity: 3, price: 25.99 });
		expect((await change(id, { ...update, quantityWas: 3 })).body).toEqual({ modifiedCount: 1 });
	});

	it("requires the id of a listed tool", async () => {
		expect((await change("nothing", update)).status).toBe(404);
		const { status } = await callApi("PUT", "/service", { token: admin.token, body: update });
		expect(status).toBe(422);
	});
});

describe("PUT /service/{id}", () => {
	it("sets the stock, down to zero", async () => {
		const id = await addTool({ quantity: 5 });
		for (const quantity of [12, 0]) {
			expect((await restock(id, { quantity })).body).toEqual({ modifiedCount: 1 });
			expect(await stockOf(id)).toBe(quantity);
		}
	});

	it("changes nothing for a stale stock, an invalid number, or an unknown tool", async () => {
		const id = await addTool({ quantity: 5 });
		const moved = await restock(id, { quantity: 9, quantityWas: 4 });
		expect([moved.status, moved.body.error.code]).toEqual([409, "stock_changed"]);
		for (const quantity of [undefined, null, "9", 1.5, -1]) {
			const { status, body } = await restock(id, { quantity });
			expect(status, String(quantity)).toBe(422);
			expect(Object.keys(body.error.fields)).toEqual(["quantity"]);
		}
		expect((await restock(id, {})).body.error.fields).toEqual({
			quantity: "Product Quantity is Required",
		});
		expect((await restock("nothing", { quantity: 1 })).status).toBe(404);
		expect(await stockOf(id)).toBe(5);
	});
});

describe("DELETE /service", () => {
	it("deletes a tool that nothing refers to, once", async () => {
		const id = await addTool();
		const before = await toolCount();
		expect((await remove(id)).body).toEqual({ deletedCount: 1 });
		expect((await remove(id)).status).toBe(404);
		expect(await toolCount()).toBe(before - 1);
	});

	it("archives a tool that orders refer to: they keep it, and it is listed no more", async () => {
		const id = await addTool({ name: "Kept for its order", quantity: 5 });
		const line = await placeLine(rider, id);
		const before = await toolCount();
		expect((await remove(id)).body).toEqual({ deletedCount: 1 });
		expect(await toolCount()).toBe(before);
		expect(await toolOf(id)).toBeUndefined();
		expect((await callApi("GET", `/purchase/${id}`)).status).toBe(404);
		const kept = await callApi("GET", `/order/${line._id}`, { token: rider.token });
		expect(kept.body).toMatchObject({ name: "Kept for its order", productCode: id });
		const again = await callApi("POST", "/order", { token: rider.token, body: orderBody(id) });
		expect(again.status).toBe(404);
		expect((await remove(id)).status).toBe(404);
		expect((await change(id, update)).status).toBe(404);
		expect((await restock(id, { quantity: 1 })).status).toBe(404);
		// The order's pieces return to the archived tool's stock.
		await callApi("DELETE", `/order?id=${line._id}`, { token: rider.token });
		expect(await stockOf(id)).toBe(5);
	});
});

describe("a search", () => {
	const found = async (words: string) =>
		idsOf((await callApi("GET", `/service?q=${encodeURIComponent(words)}`)).body);

	it("treats its words literally: wildcards of SQL are letters", async () => {
		const percent = await addTool({ name: "Grease 50%zinc" });
		const underscore = await addTool({ name: "Part no 7_4" });
		const backslash = await addTool({ name: "Bits a\\b" });
		await addTool({ name: "Grease 50 zinc, part no 714, bits ab" });
		expect(await found("50%z")).toEqual([percent]);
		expect(await found("7_4")).toEqual([underscore]);
		expect(await found("a\\b")).toEqual([backslash]);
		expect(await found("PART NO 7_")).toEqual([underscore]);
		expect(await found("'; drop table tools; --")).toEqual([]);
		expect((await callApi("GET", `/service?q=${"a".repeat(101)}`)).status).toBe(422);
	});

	it.each(toolSorts)("sorted by %s paginates without repeating a tool", async (sort) => {
		const name = `Twin ${sort} `;
		const added: string[] = [];
		for (const [n, priceCents] of [100, 200, 100, 200, 100].entries())
			added.push(await addTool({ name: name + (n % 2), priceCents, quantity: n % 3 }));
		const pages = await listAllPages(`/service?limit=2&sort=${sort}&q=${encodeURIComponent(name)}`);
		const all = pages.flat();
		expect(idsOf(all).toSorted()).toEqual(added.toSorted());
		const column = sort.replace("-", "") as "name" | "price" | "quantity";
		if (sort === "-createdAt") return expect(idsOf(all)).toEqual(added.toReversed());
		const values = all.map((tool) => tool[column]);
		const rising = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
		expect(values).toEqual(sort.startsWith("-") ? rising.reverse() : rising);
	});

	it("rejects any other sort", async () => {
		expect((await callApi("GET", "/service?sort=archivedAt")).status).toBe(422);
	});
});
