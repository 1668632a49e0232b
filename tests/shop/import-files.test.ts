/** Imports of tools from CSV files: preview, saving, reverting, and what happens to the shop meanwhile. */
import { env } from "cloudflare:workers";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { columnsNotRead } from "../../src/messages/imports.ts";
import { csvLine } from "../../src/shop/csv/csv.ts";
import { sweepImages } from "../../src/shop/images/sweep.server.ts";
import { revertImport, sweepImports } from "../../src/shop/imports/imports.server.ts";
import { toolHeadings } from "../../src/shop/imports/tool-columns.ts";
import { queued, work } from "../helpers/import-queue.ts";
import { deliver } from "../helpers/queue.ts";
import {
	addTool,
	callApi,
	callerOf,
	dispatch,
	insertImage,
	origin,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

const image = `/images/${"d".repeat(32)}`;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	await insertImage(image);
	await env.DB.prepare(
		"insert into categories (slug, name) values ('hubs', 'Hubs') on conflict do nothing",
	).run();
});

const call = (method: string, path: string, body?: object) =>
	callApi(method, path, { token: admin.token, ...(body && { body }) });
const read = async (id: string) => (await call("GET", `/import/${id}`)).body;
const linesOf = async (id: string, state: string, query = "") =>
	(await call("GET", `/import/${id}/line?state=${state}${query}`)).body;

/** Uploads a file, with the images of a zip if it has any. */
async function send(file: string | Uint8Array, images?: string): Promise<Response> {
	const form = new FormData();
	form.set("file", new File([file as string], "tools.csv"));
	if (images !== undefined) form.set("images", images);
	return dispatch(
		new Request(`${origin}/api/import?name=tools.csv`, {
			method: "POST",
			body: form,
			headers: { Authorization: `Bearer ${admin.token}` },
		}),
	);
}

async function upload(file: string | Uint8Array, images?: string): Promise<string> {
	const response = await send(file, images);
	expect(response.status).toBe(201);
	return ((await response.json()) as { insertedId: string }).insertedId;
}

/** Uploads a file and reads it. Returns the import's id. */
async function preview(file: string | Uint8Array, images?: string): Promise<string> {
	const id = await upload(file, images);
	await work();
	return id;
}

async function save(id: string, mode: "all" | "good" = "all") {
	const started = await call("POST", `/import/${id}/start`, { mode });
	expect(started.status).toBe(200);
	await work();
	return read(id);
}

async function revert(id: string) {
	expect((await call("POST", `/import/${id}/revert`)).status).toBe(200);
	await work();
	return read(id);
}

async function retry(id: string) {
	expect((await call("POST", `/import/${id}/pictures`)).status).toBe(200);
	await work();
	return read(id);
}

/** A file with these columns. */
const file = (columns: string[], ...lines: (string | number)[][]) =>
	[columns, ...lines].map(csvLine).join("");

const newColumns = ["Name", "Description", "Price", "Stock", "Minimum order", "Images"];
const newLine = (name: string, price: string | number = 12.5) =>
	[name, "Turns.", price, 9, 1, image] as (string | number)[];

const managed = async (id: string) => (await call("GET", `/service/${id}`)).body;
const isListed = async (id: string) =>
	(await callApi("GET", `/service?id=${id}`)).body.length === 1;

describe("the preview", () => {
	it("tells new, changed, unchanged and wrong lines, and changes nothing", async () => {
		const [one, other] = [await addTool({ name: "Cone key" }), await addTool({ name: "Hub key" })];
		const before = [await managed(one), await managed(other)];
		const id = await preview(
			file(
				["ID", ...newColumns],
				[one, "Cone wrench", "A tool for the tests.", 25.99, 10, 1, "/images/none"],
				[other, "Hub key", "A tool for the tests.", 25.99, 10, 1, "/images/none"],
				["", ...newLine("Axle key")],
				["", ...newLine("Wrong price", "12,500")],
				["nowhere", ...newLine("Wrong id")],
				[one, ...newLine("Same id")],
			),
		);
		const found = await read(id);
		expect(found).toMatchObject({
			state: "ready",
			problem: "",
			counts: { lines: 6, new: 1, changed: 1, unchanged: 1, wrong: 3, saved: 0 },
		});
		expect(await linesOf(id, "wrong")).toMatchObject([
			{
				line: 5,
				errors: [{ column: "Price", message: expect.stringMatching(/thousands or decimals/) }],
			},
			{ line: 6, errors: [{ column: "ID" }] },
			{ line: 7, errors: [{ column: "ID", message: "Line 2 has the same ID." }] },
		]);
		expect(await linesOf(id, "waiting")).toMatchObject([
			{
				line: 2,
				kind: "changed",
				changes: [{ column: "Name", before: "Cone key", after: "Cone wrench" }],
			},
			{ line: 4, kind: "new", name: "Axle key" },
		]);
		expect([await managed(one), await managed(other)]).toEqual(before);
	});

	it.each([
		["no CSV", 'Name,Price\nKey,1\n"Hub,2\n', /From line 3 on, the file isn't valid CSV/],
		["no known column", "Farbe,Colour\nrot,red\n", /first line must name/],
		["a column that is there twice", "Name,Price,name\nKey,1,Key\n", /“name” twice/],
		["headings alone", "Name,Price\n", /no lines/],
		[
			"UTF-16",
			new Uint8Array([0xff, 0xfe, 78, 0, 97, 0, 109, 0, 101, 0]),
			/can't read the characters/,
		],
		["too many lines", `Name\n${"Key\n".repeat(10_001)}`, /more than 10,000 lines/],
	])("%s is told of the file", async (_, text, problem) => {
		const found = await read(await preview(text));
		expect(found).toMatchObject({ state: "failed", problem: expect.stringMatching(problem) });
	});

	it("a file in windows-1252 is read, as spreadsheets save it", async () => {
		const text = ["Name,Price,Stock", "Schl\xfcssel \x96 5 \x80,1,1", ""].join("\n");
		const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
		const id = await preview(bytes);
		await read(id);
		expect(await linesOf(id, "waiting")).toMatchObject([{ kind: "new", name: "Schlüssel – 5 €" }]);
	});
});

describe("saving", () => {
	it("adds and changes tools, with an entry in the history of each", async () => {
		const one = await addTool({ name: "Bearing press", quantity: 4 });
		const id = await preview(
			file(
				["ID", ...newColumns, "Category", "Specifications", "Cost", "Low stock", "State"],
				[one, "Press", "Presses.", 40, 14, 2, image, "hubs", "Weight: 60 g", 20, 3, "listed"],
				["", ...newLine("=Cup press"), "", "", "", "", "draft"],
			),
		);
		expect(await save(id)).toMatchObject({ state: "done", counts: { saved: 2, rejected: 0 } });
		expect(await managed(one)).toMatchObject({
			name: "Press",
			description: "Presses.",
			price: 40,
			quantity: 14,
			minOrderQuantity: 2,
			images: [{ image, alt: "" }],
			category: "hubs",
			specifications: [{ name: "Weight", value: "60 g" }],
			cost: 20,
			lowStock: 3,
		});
		const added = `${id}-3`;
		expect(await managed(added)).toMatchObject({ name: "=Cup press", state: "draft", quantity: 9 });
		expect(await isListed(added)).toBe(false);
		const [entry] = (await call("GET", `/audit?subject=${one}`)).body;
		expect(entry).toMatchObject({
			action: "tool.changed",
			who: { email: admin.email },
			detail: { name: "Press", nameWas: "Bearing press", quantity: 14, quantityWas: 4 },
		});
		const { body: found } = await callApi("GET", "/service?q=presses&limit=5");
		expect(found).toMatchObject([{ _id: one }]);
	});

	it("is all or nothing, or the good lines only", async () => {
		const lines = [newLine("Good one"), newLine("Bad one", "x")];
		const id = await preview(file(newColumns, ...lines));
		expect(await call("POST", `/import/${id}/start`, { mode: "all" })).toMatchObject({
			status: 422,
			body: { error: { message: expect.stringMatching(/Some lines have errors/) } },
		});
		expect(await save(id, "good")).toMatchObject({ state: "done", counts: { saved: 1, wrong: 1 } });
		expect(await isListed(`${id}-2`)).toBe(true);
		expect((await call("POST", `/import/${id}/start`, { mode: "good" })).status).toBe(422);
	});

	it("keeps what the shop has sold since the preview, and names what somebody has changed", async () => {
		const [sold, changed] = [await addTool({ quantity: 5 }), await addTool()];
		const columns = ["ID", "Price", "Stock"];
		const lines = [
			[sold, 20, 25],
			[changed, 21, 10],
		];
		const id = await preview(file(columns, ...lines));
		await placeLine(rider, sold, 2);
		await call("PATCH", `/service/${changed}`, { price: 30 });
		expect(await save(id, "good")).toMatchObject({ counts: { saved: 1, rejected: 1 } });
		expect(await managed(sold)).toMatchObject({ price: 20, quantity: 23 });
		expect(await managed(changed)).toMatchObject({ price: 30 });
		expect(await linesOf(id, "rejected")).toMatchObject([
			{ line: 3, errors: [{ message: expect.stringMatching(/since the preview: Price/) }] },
		]);
	});

	it("with a line that can't be saved, 'all' reverts those that were", async () => {
		const [one, changed] = [await addTool({ priceCents: 1000 }), await addTool()];
		const id = await preview(file(["ID", "Price"], [one, 20], [changed, 21]));
		await call("PATCH", `/service/${changed}`, { price: 30 });
		expect(await save(id)).toMatchObject({
			state: "reverted",
			problem: expect.stringMatching(/Line 3 couldn't be saved/),
		});
		expect(await managed(one)).toMatchObject({ price: 10 });
	});

	it("a message that is delivered twice changes nothing twice", async () => {
		const one = await addTool({ quantity: 5 });
		const lines = Array.from({ length: 120 }, (_, n) => ["", ...newLine(`Twice ${n}`), n]);
		const columns = ["ID", ...newColumns, "Low stock"];
		const id = await preview(file(columns, ...lines, [one, ...newLine("Once"), 1]));
		await call("POST", `/import/${id}/start`, { mode: "all" });
		await Promise.all(
			[1, 2].map((prefix) => deliver("cogsmith-imports", [{ id }], { prefix: `${prefix}-` })),
		);
		await work();
		expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 121 } });
		expect(await managed(one)).toMatchObject({ quantity: 9 });
		const { results } = await env.DB.prepare(
			"select count(*) as n from tools where name like 'Twice %'",
		).all();
		expect(results).toEqual([{ n: 120 }]);
	});
});

describe("addresses", () => {
	it("are made of the names of new tools, unless the file has them", async () => {
		const id = await preview(
			file(
				[...newColumns, "Address"],
				[...newLine("Bottom key"), ""],
				[...newLine("Bottom key"), ""],
				[...newLine("Top key"), "bottom-key-2"],
				[...newLine("Bottom key"), "bottom-key-2"],
			),
		);
		expect(await linesOf(id, "wrong")).toMatchObject([
			{ line: 5, errors: [{ column: "Address", message: "Line 4 has the same address." }] },
		]);
		await save(id, "good");
		const addresses = await Promise.all(
			[2, 3, 4].map(async (line) => (await managed(`${id}-${line}`)).address),
		);
		expect(addresses).toEqual(["bottom-key", "bottom-key-3", "bottom-key-2"]);
		await call("PATCH", `/service/${id}-3`, { address: "side-key" });
		expect(await revert(id)).toMatchObject({ counts: { reverted: 2, kept: 1 } });
		expect(await linesOf(id, "kept")).toMatchObject([
			{ line: 3, errors: [{ message: expect.stringMatching(/since the import: Address/) }] },
		]);
	});

	it("change and are reverted; one that another tool has got since the preview is rejected", async () => {
		const [one, other, third] = [await addTool(), await addTool(), await addTool()];
		const id = await preview(
			file(["ID", "Address"], [one, "left-key"], [other, "right-key"], [third, third]),
		);
		expect(await read(id)).toMatchObject({ counts: { changed: 2, unchanged: 1 } });
		await call("PATCH", `/service/${third}`, { address: "right-key" });
		await save(id, "good");
		expect((await managed(one)).address).toBe("left-key");
		expect((await managed(other)).address).toBe(other);
		expect(await linesOf(id, "rejected")).toMatchObject([
			{ line: 3, errors: [{ column: "Address" }] },
		]);
		await revert(id);
		expect((await managed(one)).address).toBe(one);
	});
});

describe("reverting", () => {
	it("restores every tool, and removes the new ones", async () => {
		const one = await addTool({ name: "Spoke ruler", quantity: 4 });
		const earlier = `/images/${"e".repeat(32)}`;
		await insertImage(earlier);
		await env.DB.prepare("update tools set image = ? where id = ?").bind(earlier, one).run();
		const before = await managed(one);
		const id = await preview(
			file(
				["ID", ...newColumns],
				[one, "Ruler", "Measures.", 3, 14, 2, image],
				["", ...newLine("Unwanted")],
				["", ...newLine("Ordered")],
			),
		);
		await save(id);
		const ordered = `${id}-4`;
		await placeLine(rider, ordered);
		await placeLine(rider, one, 3);
		expect(await revert(id)).toMatchObject({ state: "reverted", counts: { reverted: 3, kept: 0 } });
		expect(await managed(one)).toEqual({
			...before,
			quantity: 1,
			updatedAt: expect.any(String),
		});
		expect((await call("GET", `/service/${id}-3`)).status).toBe(404);
		expect(await managed(ordered)).toMatchObject({ state: "archived" });
		expect((await call("POST", `/import/${id}/revert`)).status).toBe(422);
	});

	it("names the tools that somebody has changed since, and keeps them", async () => {
		const [one, other] = [await addTool(), await addTool()];
		const id = await preview(
			file(["ID", "Price", "Stock"], [one, 20, 11], [other, 21, 10], ["", "", ""]),
		);
		await save(id);
		await call("PATCH", `/service/${one}`, { quantity: 40 });
		expect(await revert(id)).toMatchObject({ counts: { reverted: 1, kept: 1 } });
		expect(await managed(one)).toMatchObject({ price: 20, quantity: 40 });
		expect(await managed(other)).toMatchObject({ price: 25.99 });
		expect(await linesOf(id, "kept")).toMatchObject([
			{ line: 2, errors: [{ message: expect.stringMatching(/since the import: Stock/) }] },
		]);
	});
});

it("fetches images by their address, and saves lines without those that it can't fetch until they are there", async () => {
	const drawn = sharp({ create: { width: 6, height: 4, channels: 3, background: "red" } });
	const [png, webp] = await Promise.all([drawn.png().toBuffer(), drawn.webp().toBuffer()]);
	const response = () => new Response(new Uint8Array(webp));
	env.IMAGES = { input: () => ({ output: async () => ({ response }) }) } as never;
	let isThere = (address: string) => address.endsWith("/key.png");
	const fetched = vi
		.spyOn(globalThis, "fetch")
		.mockImplementation(async (address) =>
			isThere(String(address))
				? new Response(new Uint8Array(png))
				: new Response("not here", { status: 404 }),
		);
	const line = (name: string, images: string) => [name, "Turns.", 12.5, 9, 1, images];
	const id = await preview(
		file(
			newColumns,
			line("Fetched key", `https://example.com/key.png ${image}`),
			line("Missing key", "https://example.com/none.png"),
			line("Inner key", "https://169.254.169.254/key.png"),
			line("Half key", `https://example.com/none.png ${image}`),
		),
	);
	const [one, earlier] = [await addTool(), `/images/${"f".repeat(32)}`];
	await insertImage(earlier);
	await env.DB.prepare("update tools set image = ? where id = ?").bind(image, one).run();
	// An existing tool keeps its pictures and what it is.
	const shown = await managed(one);
	const other = await preview(
		file(["ID", "Price", "Images"], [one, 31, "https://example.com/none.png"]),
	);
	await save(other, "all");
	expect(await managed(one)).toMatchObject({ price: 31, images: shown.images, state: "listed" });
	const none = { address: "https://example.com/none.png", problem: "The address answered 404." };
	const inner = {
		address: "https://169.254.169.254/key.png",
		problem: expect.stringMatching(/public internet/),
	};
	expect(await read(id)).toMatchObject({
		state: "ready",
		counts: { new: 4, wrong: 0 },
		pictures: { waiting: 0, missing: 2, named: [inner, none], lines: 0 },
	});
	expect(await save(id, "all")).toMatchObject({
		counts: { saved: 4, rejected: 0 },
		pictures: { missing: 2, lines: 3 },
	});
	const { images } = await managed(`${id}-2`);
	expect(images).toEqual([
		{ image: expect.stringMatching(/^\/images\/[0-9a-f]{32}$/), alt: "" },
		{ image, alt: "" },
	]);
	const missing = (message: string) => [
		{ column: "Images", message: expect.stringContaining(message) },
	];
	expect(await linesOf(id, "saved", "&incomplete=1")).toMatchObject([
		{ line: 3, toolId: `${id}-3`, errors: missing(`${none.address} is missing. ${none.problem}`) },
		{ line: 4, errors: missing("public internet") },
		{ line: 5, errors: missing(none.address) },
	]);
	for (const [line, list] of [
		[3, []],
		[4, []],
		[5, [{ image, alt: "" }]],
	] as const)
		expect(await managed(`${id}-${line}`)).toMatchObject({ state: "draft", images: list });
	// Two in each import: a second reading of one does not fetch again.
	expect(fetched).toHaveBeenCalledTimes(3);
	// Somebody has given one of them a picture meanwhile: it stays.
	const own = await preview(file(["ID", "Images"], [`${id}-5`, `${image} ${earlier}`]));
	await save(own);
	const withOwn = (await managed(`${id}-5`)).images;
	isThere = (address) => address.endsWith(".png");
	expect(await retry(id)).toMatchObject({
		state: "done",
		counts: { saved: 4, rejected: 0 },
		pictures: { missing: 1, lines: 1 },
	});
	expect(await managed(`${id}-3`)).toMatchObject({ state: "listed", images: [images[0]] });
	expect((await managed(`${id}-5`)).images).toEqual(withOwn);
	expect(await retry(other)).toMatchObject({ pictures: { missing: 0, lines: 0 } });
	expect((await managed(one)).images).toEqual([images[0]]);
	// Nothing is missing any more: it stays done.
	expect(await retry(other)).toMatchObject({ state: "done" });
	await revert(other);
	expect(await managed(one)).toMatchObject({ price: shown.price, images: shown.images });
	expect(await revert(id)).toMatchObject({ counts: { reverted: 3, kept: 1 } });
	fetched.mockRestore();
});

it("keeps the image that an import replaces while that can be reverted", async () => {
	const earlier = `/images/${"a".repeat(32)}`;
	await insertImage(earlier);
	const two = ["Pictured", "Turns.", 12.5, 9, 1, `${earlier} ${image}`];
	const id = await preview(file(newColumns, two));
	await save(id);
	const { images } = await managed(`${id}-2`);
	const other = await preview(file(["ID", "Images"], [`${id}-2`, image]));
	await save(other);
	await sweepImages(new Date(Date.now() + 3 * 86_400_000));
	await revert(other);
	expect((await managed(`${id}-2`)).images).toEqual(images);
});

it("takes images of a zip by their names, and names those that are wrong or missing", async () => {
	const line = (name: string, images: string) => [name, "Turns.", 12.5, 9, 1, images];
	const images = [
		{ name: "photos/Front view.jpg", path: image },
		{ name: "torn.jpg", problem: "The image can't be read." },
	];
	const id = await preview(
		file(
			newColumns,
			line("Zipped key", "front view.jpg"),
			line("Torn key", "torn.jpg"),
			line("Other key", "other.jpg"),
		),
		JSON.stringify(images),
	);
	expect(await linesOf(id, "wrong")).toMatchObject([
		{ line: 3, errors: [{ column: "Images", message: "torn.jpg: The image can't be read." }] },
		{ line: 4, errors: [{ column: "Images", message: expect.stringMatching(/in the zip/) }] },
	]);
	expect(await save(id, "good")).toMatchObject({ counts: { saved: 1 } });
	expect((await managed(`${id}-2`)).images).toEqual([{ image, alt: "" }]);
	expect((await send("Name", "[{}]")).status).toBe(400);
});

it("the job continues what has stopped, and deletes what can't be reverted any more", async () => {
	const id = await preview(file(newColumns, newLine("Forgotten")));
	await call("POST", `/import/${id}/start`, { mode: "all" });
	queued.length = 0;
	await sweepImports(Date.now() + 60_000);
	expect(queued).toEqual([]);
	await sweepImports(Date.now() + 3 * 60_000);
	expect(queued).toContainEqual({ id });
	await work();
	expect(await read(id)).toMatchObject({ state: "done" });
	const later = Date.now() + 31 * 86_400_000;
	await expect(revertImport({ ...callerOf(admin), role: "admin" }, id, later)).rejects.toThrow(
		/can't be reverted/,
	);
	// Twenty at a time, and other tests have made some.
	for (let run = 0; run < 3; run += 1) await sweepImports(later);
	expect((await call("GET", `/import/${id}`)).status).toBe(404);
	expect(await env.MEDIA.head(`imports/${id}.csv`)).toBeNull();
	expect(await isListed(`${id}-2`)).toBe(true);
});

it("the job deletes no import while the queue reverts it", async () => {
	const id = await preview(file(newColumns, newLine("At the last moment")));
	await save(id);
	const lastMoment = Date.now() + 30 * 86_400_000 - 60_000;
	await revertImport({ ...callerOf(admin), role: "admin" }, id, lastMoment);
	await sweepImports(lastMoment + 2 * 60_000);
	await work();
	expect(await read(id)).toMatchObject({ state: "reverted", counts: { reverted: 1 } });
	expect(await isListed(`${id}-2`)).toBe(false);
	await sweepImports(lastMoment + 2 * 60_000);
	expect((await call("GET", `/import/${id}`)).status).toBe(404);
});

it("the headings of an export are those of an import", async () => {
	const found = await read(await preview(file(toolHeadings, ["", "", ""])));
	expect(found.problem).toMatch(/no lines/);
});

it("a supplier's file without ids changes the tools with its SKUs, and says what it does not read", async () => {
	const [one, sku] = [await addTool({ quantity: 4 }), `S-${crypto.randomUUID().slice(0, 8)}`];
	await env.DB.prepare("update tools set sku = ? where id = ?").bind(sku, one).run();
	const id = await preview(`Item number,Colour,EAN,Qty\n${sku},red,4006381333931,9\n`);
	expect(await read(id)).toMatchObject({
		state: "ready",
		problem: columnsNotRead(["Colour"]),
		counts: { changed: 1, new: 0, wrong: 0 },
	});
	await save(id, "all");
	expect(await managed(one)).toMatchObject({ gtin: "4006381333931", quantity: 9, sku });
});
