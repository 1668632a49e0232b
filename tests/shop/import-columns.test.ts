/** Files of suppliers: what their columns are, what a tool fits, and lines without a picture. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { columnsNotRead } from "../../src/messages/imports.ts";
import { csvLine } from "../../src/shop/csv/csv.ts";
import { createImport } from "../../src/shop/imports/imports.server.ts";
import { chooseColumns, columnChoice } from "../../src/shop/imports/mapping.server.ts";
import { toolCells, toolHeadings } from "../../src/shop/imports/tool-columns.ts";
import { toManagedTool } from "../../src/shop/tools/tool-columns.server.ts";
import { storedTool } from "../../src/shop/tools/tools.server.ts";
import { queued, work } from "../helpers/import-queue.ts";
import { addTool, callApi, callerOf, insertImage, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
const image = `/images/${"c".repeat(32)}`;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	await insertImage(image);
	await env.DB.prepare("insert into categories (slug, name) values ('tyres', 'Tires')").run();
});

const call = (method: string, path: string, body?: object) =>
	callApi(method, path, { token: admin.token, ...(body && { body }) });
const read = async (id: string) => (await call("GET", `/import/${id}`)).body;
const managed = async (id: string) => (await call("GET", `/service/${id}`)).body;
const linesOf = async (id: string, state: string) =>
	(await call("GET", `/import/${id}/line?state=${state}`)).body;

async function preview(file: string, asks = true): Promise<string> {
	const bytes = new TextEncoder().encode(file);
	const { insertedId } = await createImport(callerOf(admin), "tools.csv", bytes, "", asks);
	await work();
	return insertedId;
}

async function save(
	id: string,
	mode: "all" | "good" = "all",
	categories: Record<string, string> = {},
) {
	const started = await call("POST", `/import/${id}/start`, { mode, categories });
	expect(started.status, JSON.stringify(started.body)).toBe(200);
	await work();
	return read(id);
}

async function choose(id: string, columns: string[], supplier = "") {
	const choice = await columnChoice(id);
	if (!choice) throw new Error("nothing to choose");
	return chooseColumns(callerOf(admin), id, choice, columns, supplier);
}

const supplierFile = (sku: string) =>
	[
		"Art.-Nr.;Bezeichnung;UVP;Gruppe;Farbe;Gewicht (kg);Interne Notiz",
		`${sku};Tyre lever;4,90;TIRE;red;0,045;x`,
		`${sku}-2;Bar end;1.004,90;Nowhere;;;y`,
	].join("\n");
const columns = ["sku", "name", "price", "category", "specification", "weightKg", "ignore"];

it("a supplier's columns are chosen once, and its next file with them is read at once", async () => {
	const id = await preview(supplierFile("M-1"));
	expect(await read(id)).toMatchObject({ state: "mapping", hasOwnColumns: false });
	expect(await columnChoice(id)).toMatchObject({
		columns: ["sku", "name", "price", "ignore", "specification", "weightKg", "ignore"],
		samples: [
			["M-1", "Tyre lever", "4,90", "TIRE", "red", "0,045", "x"],
			["M-1-2", "Bar end", "1.004,90", "Nowhere", "", "", "y"],
		],
	});
	expect(await choose(id, ["sku", "sku"])).toMatch(/^Two columns/);
	expect(await choose(id, columns, " Northern ")).toBeUndefined();
	await work();
	expect(await read(id)).toMatchObject({
		state: "ready",
		supplier: "Northern",
		counts: { new: 2, wrong: 0 },
		newCategories: [{ slug: "nowhere", name: "Nowhere", lines: 1, target: "nowhere" }],
	});
	await save(id, "all", { nowhere: "" });
	expect(await managed(`${id}-2`)).toMatchObject({
		name: "Tyre lever",
		sku: "M-1",
		price: 4.9,
		category: "tyres",
		weight: 45,
		supplier: "Northern",
		state: "draft",
		images: [],
		quantity: 0,
		specifications: [{ name: "Farbe", value: "red" }],
	});
	const { body } = await call("GET", "/audit?subject=Northern");
	expect(body).toMatchObject([{ action: "import.columns_saved" }]);

	const next = await preview(supplierFile("M-3").toUpperCase());
	expect(await read(next)).toMatchObject({ state: "ready", supplier: "Northern" });
	// Looked at again, and chosen otherwise for this file alone.
	expect(await columnChoice(next)).toMatchObject({ columns, suppliers: ["Northern"] });
	await choose(next, ["sku", "name", "price"]);
	await work();
	expect(await read(next)).toMatchObject({ counts: { new: 2, wrong: 0, lines: 2 } });
	expect(await read(await preview(supplierFile("M-5")))).toMatchObject({ supplier: "Northern" });
	// One that is started can't be chosen anew.
	await save(next);
	await choose(next, columns, "Other");
	expect(queued).toHaveLength(1);
	expect(await read(next)).toMatchObject({ state: "done" });
});

it("a program's file is read without a question, as is one with the shop's own columns", async () => {
	const unknown = "SKU,Price,Shade\nA-1,5,red\n";
	expect(await read(await preview(unknown, false))).toMatchObject({
		state: "ready",
		problem: columnsNotRead(["Shade"]),
	});
	const own = await read(await preview("SKU,Name,Price\nA-1,Key,5\n"));
	expect(own).toMatchObject({ state: "ready", hasOwnColumns: true });
	expect(await columnChoice(own._id)).toBeUndefined();
	expect(await read(await preview("Shade,Tone\n"))).toMatchObject({ state: "mapping" });
	expect(await read(await preview("\n"))).toMatchObject({ state: "failed" });
});

it("a draft without a picture is edited, copied and published with one", async () => {
	const id = await preview("SKU,Name,Price\nD-1,Draft key,5\n");
	await save(id);
	const draft = `${id}-2`;
	expect((await call("PATCH", `/service/${draft}`, { price: 6 })).body).toMatchObject({ price: 6 });
	const copy = await call("POST", `/service/${draft}/copy`);
	expect(await managed(copy.body.insertedId)).toMatchObject({ images: [] });
	for (const body of [{ state: "listed" }, { publishAt: "2100-01-01T00:00:00.000Z" }])
		expect(await call("PATCH", `/service/${draft}`, body)).toMatchObject({
			status: 422,
			body: { error: { fields: { images: expect.any(String) } } },
		});
	const listed = await preview(`ID,State\n${draft},listed\n`);
	expect(await read(listed)).toMatchObject({ counts: { wrong: 1 } });
	const withPicture = await preview(`ID,State,Images\n${draft},listed,${image}\n`);
	await save(withPicture);
	expect(await managed(draft)).toMatchObject({ state: "listed", images: [{ image }] });
	await expect(
		env.DB.prepare("update tools set image = '' where id = ?").bind(draft).run(),
	).rejects.toThrow(/tools_image/);
});

it("what a tool fits is exported and imported, for listed tools and drafts, and reverted", async () => {
	const [listed, draft] = [await addTool({ name: "Nipple key" }), await addTool()];
	const turn = "turn spoke-nipple: square-323";
	await call("PATCH", `/service/${draft}`, { state: "draft" });
	const header = "ID,Name,Description,Price,Stock,Minimum order,Images,What it fits\n";
	const rows = [
		`${listed},Nipple key,Turns.,5,1,1,,"${turn}\ntorque: 2..5"`,
		`${draft},Draft,Turns.,5,1,1,,${turn}`,
		`,New key,Turns.,5,1,1,${image},also ${turn}`,
		`,New draft,Turns.,5,1,1,,${turn}`,
	];
	const id = await preview(header + rows.join("\n"));
	await save(id);
	const ids = [listed, draft, `${id}-5`, `${id}-6`];
	const fits = async () =>
		Promise.all(
			ids.map(async (tool) => {
				const { state, capabilities } = await managed(tool);
				return [state, capabilities.length, capabilities[0]?.madeFor];
			}),
		);
	expect(await fits()).toEqual([
		["listed", 2, true],
		["draft", 1, true],
		["listed", 1, false],
		["draft", 1, true],
	]);
	const stored = await env.DB.prepare(
		"select count(*) as count from tool_capabilities where tool_id in (?, ?, ?, ?)",
	)
		.bind(...ids)
		.first("count");
	expect(stored).toBe(3);
	const tools = await Promise.all(ids.map(async (tool) => (await storedTool(tool))[0]));
	const exported = tools.flatMap((row) => (row ? [csvLine(toolCells(toManagedTool(row)))] : []));
	const again = await preview(csvLine(toolHeadings) + exported.join(""));
	expect(await read(again)).toMatchObject({ counts: { lines: 4, unchanged: 4 } });
	// With the state, the triggers move it there and back.
	const moved = await preview(
		`ID,State,What it fits\n${listed},draft,${turn}\n${draft},archived,\n`,
	);
	await save(moved);
	expect((await fits()).slice(0, 2)).toEqual([
		["draft", 1, true],
		["archived", 0, undefined],
	]);
	await call("POST", `/import/${moved}/revert`);
	await work();
	expect((await fits()).slice(0, 2)).toEqual([
		["listed", 2, true],
		["draft", 1, true],
	]);
	const wrong = await preview(`ID,What it fits\n${listed},turn spoke-nipple: none-such\n`);
	expect(await linesOf(wrong, "wrong")).toMatchObject([{ errors: [{ column: "What it fits" }] }]);
});

describe("categories that a file names and the shop does not have", () => {
	const file = (...lines: [name: string, category: string][]) =>
		[
			"Name,Description,Price,Stock,Minimum order,Category,State,Images",
			...lines.map(([name, category]) => `${name},Turns.,9,5,1,${category},listed,${image}`),
		].join("\n");
	const categories = async (): Promise<[string, string][]> =>
		(await call("GET", "/category")).body.map(({ slug, name }: { slug: string; name: string }) => [
			slug,
			name,
		]);
	const categoryOf = async (name: string) =>
		(
			await env.DB.prepare("select category_slug as slug from tools where name = ?")
				.bind(name)
				.first()
		)?.slug;
	const revert = async (id: string) => {
		expect((await call("POST", `/import/${id}/revert`)).status).toBe(200);
		await work();
	};

	it("are made when it is saved, on record, and go when it is reverted", async () => {
		const before = await categories();
		const id = await preview(
			file(
				["Rim saw", "Workshop > Säws"],
				["Cog saw", "SAWS"],
				["Rim glue", "Glue"],
				["Tyre", "tire"],
			),
		);
		expect(await read(id)).toMatchObject({
			counts: { new: 4, wrong: 0 },
			newCategories: [
				{ slug: "saws", name: "Säws", lines: 2, target: "saws" },
				{ slug: "glue", name: "Glue", lines: 1, target: "glue" },
			],
		});
		expect(await categories()).toEqual(before);
		await save(id, "all", { glue: "tyres" });
		expect(await categories()).toEqual([...before, ["saws", "Säws"]]);
		expect(await Promise.all(["Rim saw", "Cog saw", "Rim glue", "Tyre"].map(categoryOf))).toEqual([
			"saws",
			"saws",
			"tyres",
			"tyres",
		]);
		await revert(id);
		expect(await categories()).toEqual(before);
		const { body } = await call("GET", "/audit?subject=saws");
		expect(
			body.map(({ action, detail }: { action: string; detail: { name: string } }) => [
				action,
				detail.name,
			]),
		).toEqual([
			["tool.deleted", "category Säws"],
			["tool.added", "category Säws"],
		]);
	});

	it("stay while somebody has a tool in them, and are never there without any", async () => {
		const id = await preview(file(["Tap", "Taps"]));
		await save(id);
		const own = await addTool();
		await env.DB.prepare("update tools set category_slug = 'taps' where id = ?").bind(own).run();
		await revert(id);
		expect(await categories()).toContainEqual(["taps", "Taps"]);
		// A line that is no longer possible leaves no category behind.
		const taken = await preview(
			file(["Die", "Dies"]).replace("Name,", "Address,Name,").replace("Die,", "a-die,Die,"),
		);
		await env.DB.prepare("update tools set slug = 'a-die' where id = ?").bind(own).run();
		await save(taken, "good");
		expect(await categories()).not.toContainEqual(["dies", "Dies"]);
	});

	it("are made once by two imports at once, and stay for the one that is not reverted", async () => {
		const [one, other] = [
			await preview(file(["Left file", "Files"])),
			await preview(file(["Right file", "files"])),
		];
		await Promise.all([
			call("POST", `/import/${one}/start`, { mode: "all" }),
			call("POST", `/import/${other}/start`, { mode: "all" }),
		]);
		await work();
		expect((await categories()).filter(([slug]) => slug === "files")).toHaveLength(1);
		expect([await categoryOf("Left file"), await categoryOf("Right file")]).toEqual([
			"files",
			"files",
		]);
		await revert(one);
		expect(await categories()).toContainEqual(["files", expect.stringMatching(/files/i)]);
		await revert(other);
		// Made by one of both: it goes with that one's, or stays for whoever made it.
		expect(await categoryOf("Right file")).toBeUndefined();
	});

	it("that somebody has made meanwhile are those, and no more than a shop can have are made", async () => {
		const id = await preview(file(["Big pump", "Pump"]));
		await call("POST", "/category", { name: "Pumps", slug: "all-pumps" });
		await save(id);
		expect(await categoryOf("Big pump")).toBe("all-pumps");
		const open = 24 - (await categories()).length;
		const names = Array.from(
			{ length: open + 1 },
			(_, n) => `Kind ${"abcdefghijklmnopqrstuvwxyz"[n]}`,
		);
		const many = await preview(
			file(...names.map((name): [string, string] => [`Of ${name}`, name])),
		);
		const { newCategories } = await read(many);
		expect(newCategories.filter(({ target }: { target: string }) => target === "")).toHaveLength(1);
		const [last] = newCategories.slice(-1);
		const start = (chosen: object) =>
			call("POST", `/import/${many}/start`, { mode: "all", categories: chosen });
		expect((await start({ [last.slug]: last.slug })).body.error.message).toMatch(/at most 24/);
		expect((await start({ [last.slug]: "nothing" })).body.error.message).toMatch(/no category/);
		await save(many);
		expect(await categories()).toHaveLength(24);
		expect(await categoryOf(`Of ${last.name}`)).toBeNull();
		await revert(many);
	});
});
