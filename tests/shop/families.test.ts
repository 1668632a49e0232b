/** What the database keeps of families, and how lists, searches, feeds and their page show them. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { skuTaken } from "../../src/messages/products.ts";
import { notOfFamily, sameOptions, sameSku } from "../../src/messages/variants.ts";
import { loadCatalogue } from "../../src/shop/catalogue/catalogue.server.ts";
import { newestTools, productFeed, toolsInPart } from "../../src/shop/feeds/feeds.server.ts";
import { loadHomePage, loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { searchCatalogue } from "../../src/shop/search/lists.server.ts";
import { brokenRows } from "../helpers/broken-rows.ts";
import { addFamily, join } from "../helpers/families.ts";
import {
	type ApiResponse,
	addCapability,
	addReview,
	addTool,
	archiveTool,
	callApi,
	insertImage,
	type Person,
	signUp,
} from "../helpers/shop.ts";
import { setCategory } from "../helpers/tool-page.ts";

let rider: Person;
let admin: Person;
let family: string;
/** Its tools: 4 mm for $4, 5 mm for $5 and 6 mm for $6. */
let four: string;
let five: string;
let six: string;

beforeAll(async () => {
	[rider, admin] = await Promise.all([signUp(), signUp({ role: "admin" })]);
});

beforeEach(async () => {
	// What other tests have added is not in the shop.
	await env.DB.exec("update tools set archived_at = 1 where archived_at is null");
	const add = (size: number) => addTool({ name: `Hex key, ${size} mm`, priceCents: size * 100 });
	[four, five, six] = [await add(4), await add(5), await add(6)];
	family = `keys-${crypto.randomUUID().slice(0, 8)}`;
	await addFamily(family, { [four]: "4 mm", [five]: "5 mm", [six]: "6 mm" });
});

const run = (sql: string, ...values: (string | number)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();

const cards = async () =>
	(await loadCatalogue({ q: undefined, filter: {}, sort: "newest", cursor: undefined }))?.tools.map(
		({ _id, address, name, price, family: of }) => [_id, address, name, price, of],
	);

it("lists have a family once, with the price of its cheapest tool that can be ordered", async () => {
	const alone = await addTool({ name: "Pump", createdAt: 5 });
	const pump = [alone, undefined, "Pump", 25.99, undefined];
	const key = (id: string, price: number, count: number, from = true) => [
		id,
		family,
		"Hex key",
		price,
		{ count, from },
	];
	expect(await cards()).toEqual([key(four, 4, 3), pump]);
	await run("update tools set quantity = 0, stocked = 0 where id = ?", four);
	expect(await cards()).toEqual([key(five, 5, 3), pump]);
	await run("update tools set regular_price_cents = 450 where id = ?", six);
	expect(await cards()).toEqual([key(six, 4.5, 3), pump]);
	await archiveTool(six);
	await archiveTool(five);
	expect(await cards()).toEqual([key(four, 4, 1, false), pump]);
	await archiveTool(four);
	expect(await cards()).toEqual([pump]);
	const { tools, bestSellers } = await loadHomePage();
	expect([tools.length, bestSellers]).toEqual([1, []]);
	expect(await brokenRows()).toEqual([]);
});

it("cards have their tool's card line, but where the family says what it is", async () => {
	const lines = async () =>
		(
			await loadCatalogue({ q: undefined, filter: {}, sort: "newest", cursor: undefined })
		)?.tools.map(({ cardLine }) => cardLine);
	expect(await lines()).toEqual([undefined]);
	await run("update tools set card_line = 'Fits most bolts' where id = ?", four);
	expect(await lines()).toEqual(["Fits most bolts"]);
	await run("update families set description = 'Keys of one kind.' where id = ?", family);
	expect(await lines()).toEqual([undefined]);
});

it("counts beside the filters count a family once, also after its tools join and leave", async () => {
	const category = `of-${family}`;
	await setCategory(category, four, five, six);
	const count = async () =>
		(
			await env.DB.prepare("select tool_count from categories where slug = ?")
				.bind(category)
				.first()
		)?.tool_count;
	expect(await count()).toBe(1);
	await join(four, null).run();
	expect(await count()).toBe(2);
	await join(four, family, "4 mm").run();
	await run("delete from tools where id = ?", five);
	expect(await count()).toBe(1);
	expect(await brokenRows()).toEqual([]);
});

it("reviews and stars are those of all tools of the family", async () => {
	await addReview(rider, { toolId: five, createdAt: 1 });
	await addReview(rider, { toolId: six, createdAt: 2 });
	for (const address of [family, four]) {
		const page = await loadToolPage(address);
		expect(page?.tool.rating, address).toEqual({ count: 2, average: 4 });
		expect(page?.reviews, address).toHaveLength(2);
	}
	const hidden = await addReview(rider, { toolId: four, createdAt: 3 });
	await callApi("PATCH", `/rating/${hidden}`, {
		token: admin.token,
		body: { hidden: "spam" },
	});
	expect((await loadToolPage(family))?.hiddenReviews).toEqual({ spam: 1 });
	// A tool that leaves takes its own along.
	await join(six, null).run();
	expect((await loadToolPage(family))?.tool.rating?.count).toBe(1);
	expect((await loadToolPage(six))?.tool.rating?.count).toBe(1);
	expect(await brokenRows()).toEqual([]);
});

it("its page has the cheapest tool chosen, that of a tool itself, and the choice of the others", async () => {
	await run("update tools set slug = ? where id = ?", `${family}-5`, five);
	const page = await loadToolPage(family);
	expect(page?.tool._id).toBe(four);
	expect(page?.family).toMatchObject({
		slug: family,
		name: "Hex key",
		options: [{ key: "size", name: "Size" }],
		variants: [
			{ _id: four, values: { size: "4 mm" }, price: 4, available: true },
			{ _id: five, values: { size: "5 mm" }, price: 5, address: `${family}-5` },
			{ _id: six, values: { size: "6 mm" }, price: 6 },
		],
	});
	const other = await loadToolPage(`${family}-5`);
	expect([other?.tool._id, other?.family?.slug]).toEqual([five, family]);
	expect((await loadToolPage(await addTool()))?.family).toBeUndefined();
});

it("its page relates none of its own tools, also if they do the same", async () => {
	const same = await addTool();
	for (const one of [four, five, six, same])
		await addCapability(one, { action: "patch", dimension: "tire", standard: "tube" });
	expect((await loadToolPage(five))?.related.map(({ _id }) => _id)).toEqual([same]);
});

it("an address is of a tool or of a family", async () => {
	const taken = "update tools set slug = ? where id = ?";
	await expect(run(taken, family, five)).rejects.toThrow(/of another tool/);
	await expect(addTool({ id: family })).rejects.toThrow(/of another tool/);
	await expect(addFamily(four, {})).rejects.toThrow(/of a tool/);
	await expect(run("update families set slug = ? where id = ?", five, family)).rejects.toThrow(
		/of a tool/,
	);
	const { status, body } = await callApi("PATCH", `/service/${five}`, {
		token: admin.token,
		body: { address: family },
	});
	expect([status, body.error.code]).toEqual([409, "address_taken"]);
});

it("a search finds a family once, also by the size and the code of one of its tools", async () => {
	const sku = `HK${family.replace(/\D/g, "")}`;
	await run("update tools set sku = ? where id = ?", sku, six);
	const found = async (q: string) => {
		const result = await searchCatalogue(q, {
			q,
			filter: {},
			sort: undefined,
			cursor: undefined,
		});
		return result?.near ? [] : result?.tools.map(({ name, address }) => [name, address]);
	};
	for (const q of ["hex key", "hex key 6 mm", sku])
		expect(await found(q), q).toEqual([["Hex key", family]]);
	expect(await found("hex key 9 mm")).toEqual([]);
	// The specification's calls speak of tools.
	const { body } = await callApi("GET", "/service?q=hex%20key&sort=price");
	expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([four, five, six]);
});

it("with a bike the card leads to the tool that fits it", async () => {
	for (const [id, standard] of [
		[four, "hg-8-10"],
		[five, "xd"],
		[six, "xd"],
	] as const)
		await addCapability(id, { action: "part", dimension: "cassette", standard });
	const query = { q: undefined, sort: "newest", cursor: undefined } as const;
	const found = await loadCatalogue({ ...query, filter: { fits: "cassette:xd" } });
	const card = { name: "Hex key", address: five, price: 5, family: { from: true } };
	expect(found?.tools).toMatchObject([card]);
	// What a piece holds is that of the tool that it leads to.
	await run("update tools set contents = '400 ml' where id = ?", five);
	expect((await loadCatalogue({ ...query, filter: { fits: "cassette:xd" } }))?.tools).toMatchObject(
		[{ ...card, contents: "400 ml" }],
	);
	const none = await loadCatalogue({ ...query, filter: { fits: "cassette:n3w" } });
	expect(none?.tools).toEqual([]);
});

it("feeds have a family once, products each of its tools with the family's address", async () => {
	expect((await newestTools()).map(({ id }) => id)).toEqual([family]);
	const last = await env.DB.prepare("select max(number) as number from tools").first<{
		number: number;
	}>();
	const part = `tools-${Math.ceil((last?.number ?? 0) / 1500)}`;
	expect((await toolsInPart(part)).map(({ slug }) => slug)).toEqual([family]);
	let feed = "";
	for await (const piece of productFeed("https://shop.example")) feed += piece;
	const groups = feed.match(/<g:item_group_id>[^<]+/g);
	expect(groups).toEqual(Array.from({ length: 3 }, () => `<g:item_group_id>${family}`));
});

describe("PUT /service/{id}/family", () => {
	const row = (value: string, more: object = {}) => ({
		values: [value],
		sku: null,
		gtin: null,
		mpn: null,
		price: 9,
		quantity: 3,
		weight: null,
		...more,
	});
	const save = (variants: object[], more: object = {}, toolId = four): Promise<ApiResponse> =>
		callApi("PUT", `/service/${toolId}/family`, {
			token: admin.token,
			body: {
				name: "Hex key",
				description: "",
				options: [{ name: "Size" }],
				variants,
				...more,
			},
		});

	it("makes a family of a tool, with forty new ones like it", async () => {
		const alone = await addTool({ name: "Spoke, 260 mm", quantity: 5 });
		await addCapability(alone, { action: "part", dimension: "cassette", standard: "xd" });
		const rows = [
			row("260 mm", { _id: alone, quantity: 7, quantityWas: 5, sku: `S-${alone}` }),
			...Array.from({ length: 39 }, (_, index) => row(`${261 + index} mm`)),
		];
		const { status, body } = await save(rows, { name: "Spoke", description: "Butted." }, alone);
		expect(status).toBe(200);
		expect(body).toMatchObject({ name: "Spoke", address: "spoke", options: [{ name: "Size" }] });
		expect(body.variants).toHaveLength(40);
		expect(body.variants[0]).toMatchObject({ name: "Spoke, 260 mm", quantity: 7, price: 9 });
		expect(body.variants[39]).toMatchObject({
			name: "Spoke, 299 mm",
			quantity: 3,
			state: "listed",
		});
		const page = await loadToolPage(body.address);
		expect(page?.family?.variants).toHaveLength(40);
		const added = await loadToolPage(body.variants[39]._id);
		expect(added?.capabilities).toHaveLength(1);
		const [entry] = (
			await callApi("GET", `/audit?subject=${body.variants[39]._id}`, { token: admin.token })
		).body;
		expect(entry.action).toBe("tool.added");
		expect(await brokenRows()).toEqual([]);
	});

	it("changes rows, keeps what was sold meanwhile, swaps SKUs, and lets tools leave", async () => {
		await run("update tools set sku = 'A-' || id where id = ?", four);
		await run("update tools set sku = 'B-' || id where id = ?", five);
		await run("update tools set quantity = 8, stocked = stocked - 2 where id = ?", four);
		const { body } = await save([
			row("4 mm", { _id: four, quantity: 12, quantityWas: 10, sku: `B-${five}` }),
			row("5.0 mm", { _id: five, sku: `A-${four}` }),
		]);
		expect(body.variants).toMatchObject([
			{ values: ["4 mm"], quantity: 10, sku: `B-${five}`, name: "Hex key, 4 mm" },
			{ values: ["5.0 mm"], quantity: 3, sku: `A-${four}`, name: "Hex key, 5.0 mm" },
		]);
		expect((await loadToolPage(six))?.family).toBeUndefined();
		expect((await save([])).body).toBeNull();
		expect(await loadToolPage(family)).toBeUndefined();
		expect((await loadToolPage(four))?.family).toBeUndefined();
	});

	it("keeps its own pictures, which a variant without one has too, also as a draft that is published", async () => {
		const [first, second] = [`/images/${"a".repeat(32)}`, `/images/${"b".repeat(32)}`];
		for (const image of [first, second]) await insertImage(image, admin);
		const draft = await addTool({ name: "Hex key, 8 mm" });
		await run("update tools set image = '', draft = 1, archived_at = 1 where id = ?", draft);
		await join(draft, family, "8 mm").run();
		const rows = [row("4 mm", { _id: four }), row("8 mm", { _id: draft })];
		const unknown = await save(rows, { images: [{ image: `/images/${"c".repeat(32)}`, alt: "" }] });
		expect(unknown.status).toBe(422);
		const images = [
			{ image: first, alt: "The whole set" },
			{ image: second, alt: "" },
		];
		const { body } = await save([...rows, row("10 mm")], { images });
		expect(body.images).toEqual(images);
		const published = await callApi("PATCH", `/service/${draft}`, {
			token: admin.token,
			body: { state: "listed" },
		});
		expect(published.body).toMatchObject({ state: "listed", images: [{ image: first }] });
		const shown = async (address: string) =>
			(await loadToolPage(address))?.images.map(({ image, alt }) => [image, alt]);
		const own = ["/images/none", "Hex key, 4 mm"];
		const ofFamily = [
			[first, "The whole set"],
			[second, "Hex key"],
		];
		expect(await shown(family)).toEqual([...ofFamily, own]);
		expect(await shown(four)).toEqual([own, ...ofFamily]);
		expect(await shown(draft)).toEqual(ofFamily);
		expect(await shown(body.variants[2]._id)).toEqual(ofFamily);
		const card = (await loadHomePage()).tools.find(({ address }) => address === family);
		expect(card?.image).toBe(first);
		// Left out, they stay; the tools that have the first one follow when it changes.
		expect((await save(rows)).body.images).toEqual(images);
		await save(rows, { images: images.slice(1) });
		expect(await shown(draft)).toEqual([[second, "Hex key"]]);
		expect(await brokenRows()).toEqual([]);
		await save(rows, { images: [] });
		expect(await shown(draft)).toEqual([[second, "Hex key, 8 mm"]]);
	});

	it("says which cell is wrong", async () => {
		const other = await addTool();
		await run("update tools set sku = ? where id = ?", `T-${other}`, other);
		const errors = async (rows: object[], more: object = {}) =>
			(await save(rows, more)).body.error?.fields;
		expect(await errors([row("4 mm", { _id: four }), row("4 MM")])).toEqual({
			"variants.1.values.0": sameOptions(1),
		});
		expect(await errors([row("4 mm", { sku: "x" }), row("5 mm", { sku: "X" })])).toEqual({
			"variants.1.sku": sameSku(1),
		});
		expect(await errors([row("4 mm", { _id: four, sku: `t-${other}` })])).toEqual({
			"variants.0.sku": skuTaken,
		});
		expect(await errors([row("4 mm", { _id: other })])).toEqual({
			"variants.0.values.0": notOfFamily,
		});
		expect(Object.keys(await errors([row("", { price: 0 })]))).toEqual([
			"variants.0.values.0",
			"variants.0.price",
		]);
		const taken = await save([row("4 mm", { _id: four, quantity: 0, quantityWas: 99 })]);
		expect(taken.body.error.code).toBe("stock_changed");
		expect((await save([], {}, "nothing")).status).toBe(404);
	});
});
