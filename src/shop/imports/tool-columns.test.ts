import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isVariant, wasOrdered } from "../../messages/bundles.ts";
import { csvLine } from "../csv/csv.ts";
import { parseCsv } from "../csv/parse-csv.server.ts";
import type { Capability } from "../fit/capabilities.ts";
import type { Vocabulary } from "../fit/standards.ts";
import {
	fieldList,
	fieldsOf,
	type ManagedTool,
	mapFields,
	fields as toolFields,
} from "../tools/tool-fields.ts";
import { categoryKey } from "./category-names.ts";
import { readHeadings } from "./columns.ts";
import {
	type FileColumns,
	idOf,
	imagesNamed,
	namedIn,
	type ReadLine,
	readLine,
	type ShopFacts,
	toolCells,
	toolHeadings,
} from "./tool-columns.ts";

const image = `/images/${"a".repeat(32)}`;

const tool: ManagedTool = {
	...mapFields(fieldList, () => null),
	_id: "cone-key",
	name: "Cone key",
	description: "Holds a cone.",
	minOrderQuantity: 1,
	quantity: 9,
	price: 12.5,
	cost: 6,
	lowStock: null,
	category: "hubs",
	address: "cone-spanner",
	images: [{ image, alt: "In a hand" }],
	parts: [],
	giftCard: false,
	specifications: [{ name: "Width", value: "13 mm" }],
	capabilities: [],
	state: "listed",
	publishAt: null,
	createdAt: "2026-11-20T10:00:00.000Z",
	updatedAt: "2026-11-20T10:00:00.000Z",
};

const holdChain: Capability = {
	action: "hold",
	dimension: "chain",
	standards: ["8"],
	except: [],
	madeFor: true,
};

const vocabulary = {
	dimensions: {
		chain: { standards: [{ id: "8", name: "8 speed", standards: [] }] },
	},
	sources: {},
} as unknown as Vocabulary;

const shop = {
	categories: new Map([
		["wheels", "wheels"],
		["hubs", "hubs"],
		[categoryKey("Hubs and cones"), "hubs"],
	]),
	vocabulary,
	images: new Set([image]),
	addresses: new Map([
		["cone-key", "cone-key"],
		["spoke-key", "another"],
	]),
	skus: new Map([["ck-15", "another"]]),
};

function columnsOf(headings: string[]): FileColumns {
	const found = readHeadings(headings);
	if (typeof found === "string") throw new Error(found);
	return found;
}

const read = (line: Record<string, string>, of: ManagedTool | undefined = tool): ReadLine =>
	readLine(Object.values(line), columnsOf(Object.keys(line)), { ...shop, tool: of });

const errorsOf = (line: Record<string, string>, of?: ManagedTool) => {
	const found = read({ ID: of === undefined ? "cone-key" : "", ...line });
	return found.kind === "wrong" ? found.errors.map(({ column, message }) => [column, message]) : [];
};

it("what was exported changes nothing", () => {
	const line = "ab:\\,;\"'=-@ 1é";
	const text = (maxLength: number, characters = `${line}\n\r`) =>
		fc
			.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength })
			.map((value) => value.trim())
			.filter((value) => value !== "");
	fc.assert(
		fc.property(
			fc.record({
				name: text(12, line),
				description: text(12),
				price: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
				cost: fc.option(fc.integer({ min: 0, max: 999 }).map((cents) => cents / 100)),
				lowStock: fc.option(fc.nat(9)),
				category: fc.constantFrom("hubs", null),
				state: fc.constantFrom("listed", "draft", "archived"),
				specifications: fc.array(fc.record({ name: text(6, line), value: text(6) }), {
					maxLength: 3,
				}),
			}),
			(fields) => {
				const file = csvLine(toolHeadings) + csvLine(toolCells({ ...tool, ...fields }));
				const [, line] = parseCsv(file);
				const facts = { ...shop, tool: { ...tool, ...fields } };
				const columns = columnsOf(toolHeadings);
				expect(readLine(line?.cells ?? [], columns, facts)).toEqual({ kind: "unchanged" });
				// The text of the specifications means no other list, either.
				const other = { ...facts.tool, specifications: [{ name: "x", value: "x" }] };
				const found = readLine(line?.cells ?? [], columns, { ...facts, tool: other });
				expect(found).toMatchObject({
					kind: "changed",
					fields: { specifications: fields.specifications },
				});
			},
		),
	);
});

it("a tool is exported with all that an import can change", () => {
	const other = `/images/${"b".repeat(32)}`;
	const images = [...tool.images, { image: other, alt: "" }];
	const whole = {
		...tool,
		maker: "Cog",
		sku: "CK-13",
		weight: 90,
		lowStock: 3,
		images,
		capabilities: [holdChain],
		contents: "400 ml",
		warnings: "Keep away from fire.",
		cardLine: "Thin enough for cones",
	};
	const family = {
		slug: "cone-keys",
		options: [{ key: "s", name: "Size" }],
		values: { s: "13 mm" },
	};
	const parts = [
		{ toolId: "breaker", quantity: 2 },
		{ toolId: "pliers", quantity: 1 },
	];
	const codeOf = (id: string) => (id === "breaker" ? "CB-1" : null);
	expect(toolCells({ ...whole, parts }, family, codeOf)).toEqual([
		"cone-key",
		"Cone key",
		"Holds a cone.",
		"Cog",
		"CK-13",
		"",
		"",
		"1",
		"9",
		"12.50",
		"6.00",
		"3",
		"90",
		"hubs",
		"cone-spanner",
		`${image} ${other}`,
		"Width: 13 mm",
		"hold chain: 8",
		"2x CB-1; 1x pliers",
		"listed",
		"",
		"400 ml",
		"Keep away from fire.",
		"",
		"Thin enough for cones",
		"cone-keys",
		"Size",
		"13 mm",
		"",
		"",
		"",
		"",
	]);
	// Its id is no address of its own.
	expect(toolCells({ ...tool, address: "cone-key" })[14]).toBe("");
});

it("every field of one value is read as it is written", () => {
	const samples: Record<string, unknown> = {
		text: "wheels",
		lines: "Turns.",
		count: 4,
		money: 2.5,
	};
	const coded: Record<string, string> = { gtin: "4006381333931", contents: "400 ml" };
	const fields = mapFields(
		fieldsOf("text", "lines", "count", "money"),
		(field) => coded[field] ?? samples[toolFields[field].kind],
	);
	const cells = toolCells({ ...tool, ...fields } as ManagedTool);
	const line = Object.fromEntries(
		toolHeadings.map((heading, place) => [heading, String(cells[place])]),
	);
	expect(read(line)).toMatchObject({ kind: "changed", fields });
});

it("what a tool fits is read as it is written, and only in the words of the fit guide", () => {
	const fitting = { ...tool, capabilities: [holdChain] };
	expect(read({ ID: "cone-key", "What it fits": "HOLD chain: 8" }, fitting)).toEqual({
		kind: "unchanged",
	});
	expect(read({ ID: "cone-key", "What it fits": "" }, fitting)).toMatchObject({
		fields: { capabilities: [] },
	});
	for (const [written, message] of [
		["chain 8", /We can't read/],
		["hold chain: 9", /9 is no standard/],
		["hold spoke: 9", /no such dimension/],
	] as const)
		expect(errorsOf({ "What it fits": written })).toEqual([
			["What it fits", expect.stringMatching(message)],
		]);
});

describe("a kit", () => {
	const partTools = new Map([
		["cb-1", { id: "breaker", isKit: false }],
		["pliers", { id: "pliers", isKit: false }],
	]);
	const parts = [{ toolId: "breaker", quantity: 2 }];
	const kit = { ...tool, parts };
	const readKit = (line: Record<string, string>, of: Partial<ShopFacts> = {}) =>
		readLine(Object.values(line), columnsOf(Object.keys(line)), {
			...shop,
			tool: kit,
			partTools,
			...of,
		});

	it("has parts, and no stock of its own", () => {
		expect(readKit({ ID: "cone-key", Parts: "2x CB-1", Stock: "99" })).toEqual({
			kind: "unchanged",
		});
		expect(readKit({ ID: "cone-key", Parts: "1 x CB-1; pliers" }, { tool })).toEqual({
			kind: "changed",
			fields: {
				parts: [
					{ toolId: "breaker", quantity: 1 },
					{ toolId: "pliers", quantity: 1 },
				],
			},
			was: { parts: [] },
		});
		expect(
			readKit({ Name: "Kit", Price: "5", Stock: "3", Parts: "2x CB-1" }, { tool: undefined }),
		).toMatchObject({ kind: "new", fields: { quantity: 0, parts } });
	});

	it("that is taken apart has no stock, or what the line says", () => {
		expect(readKit({ ID: "cone-key", Parts: "" })).toMatchObject({
			fields: { parts: [], quantity: 0 },
		});
		expect(readKit({ ID: "cone-key", Parts: "", Stock: "4" })).toMatchObject({
			fields: { parts: [], quantity: 4 },
		});
	});

	it("is no variant, and nothing else that the shop has otherwise", () => {
		const member = { familyId: "keys", optionValues: { size: "5" } };
		const line = { ID: "cone-key", Parts: "2x CB-1" };
		for (const [of, message] of [
			[{ tool, member }, isVariant],
			[{ tool, notKit: wasOrdered }, wasOrdered],
		] as const)
			expect(readKit(line, of)).toEqual({
				kind: "wrong",
				errors: [{ column: "Parts", message }],
			});
	});
});

it("a tool in a family has its options in its name", () => {
	const family = { family: "keys", options: { size: "5 mm" }, name: "Hex key" };
	const facts = { ...shop, family: { ...family, values: ["5 mm"], first: 2, isNew: true } };
	const readIn = (line: Record<string, string>, of: Partial<ShopFacts>) =>
		readLine(Object.values(line), columnsOf(Object.keys(line)), { ...facts, tool, ...of });
	const columns = { ID: "cone-key", Family: "keys" };
	expect(readIn(columns, {})).toMatchObject({
		fields: { family: "keys", options: { size: "5 mm" }, name: "Cone key, 5 mm" },
		was: { family: null, options: null, name: "Cone key" },
	});
	const member = { familyId: "keys", optionValues: { size: "5 mm" } };
	expect(readIn(columns, { member })).toEqual({ kind: "unchanged" });
	expect(readIn({ ...columns, Name: "Key" }, { member })).toMatchObject({
		fields: { name: "Key, 5 mm" },
	});
	// Without a name of its own it has that of its family.
	expect(readIn({ Family: "keys", Price: "5" }, { tool: undefined })).toMatchObject({
		kind: "new",
		fields: { name: "Hex key, 5 mm", family: "keys" },
	});
	const errors = [{ column: "Family", message: "No." }];
	for (const of of [tool, undefined])
		expect(readIn({ Family: "keys", Price: "5" }, { tool: of, family: { errors } })).toEqual({
			kind: "wrong",
			errors,
		});
});

it("a category is named by its slug or its name", () => {
	for (const named of ["wheels", "Hubs and cones", "HUBS & CÔNES", "hub and cone"])
		expect(read({ ID: "cone-key", Category: named, Price: "13" })).toMatchObject({
			kind: "changed",
			fields: named === "wheels" ? { category: "wheels" } : { price: 13 },
		});
});

describe("a line", () => {
	it("changes the columns that the file has, and no other", () => {
		expect(read({ id: "cone-key", PRICE: "13", stock: "9" })).toEqual({
			kind: "changed",
			fields: { price: 13 },
			was: { price: 12.5 },
		});
		expect(read({ ID: "cone-key", Category: "", Cost: "", State: "", Images: "" })).toEqual({
			kind: "changed",
			fields: { category: null, cost: null },
			was: { category: "hubs", cost: 6 },
		});
	});

	it("takes the ID as an address, and without one leaves it", () => {
		expect(read({ ID: "cone-key", Address: "cone-key" })).toMatchObject({
			fields: { address: "cone-key" },
			was: { address: "cone-spanner" },
		});
		expect(read({ ID: "cone-key", Address: "" })).toEqual({ kind: "unchanged" });
	});

	it("without an ID adds a tool, which is listed", () => {
		const line = {
			Name: "Key",
			Description: "Turns.",
			Price: "5",
			Stock: "1",
			"Minimum order": "1",
			Images: `${"a".repeat(32)} https://example.com/key.png`,
		};
		const found = readLine(Object.values(line), columnsOf(Object.keys(line)), {
			...shop,
			tool: undefined,
		});
		expect(found).toMatchObject({
			kind: "new",
			fields: {
				name: "Key",
				state: "listed",
				category: null,
				images: [image, "https://example.com/key.png"],
				specifications: [],
			},
		});
	});

	it.each([
		[{ Price: "12,500" }, "Price", /thousands or decimals/],
		[{ Price: "" }, "Price", /Required/],
		[{ Price: "0" }, "Price", /./],
		[{ Stock: "1.5" }, "Stock", /./],
		[{ Stock: "-1" }, "Stock", /./],
		[{ Name: "" }, "Name", /./],
		[{ Category: "nowhere" }, "Category", /no category “nowhere”/],
		[{ State: "sold" }, "State", /listed, draft, archived/],
		[{ Images: "/images/unknown" }, "Images", /uploaded image/],
		[{ Images: `/images/${"b".repeat(32)}` }, "Images", /uploaded image/],
		[{ Images: "http://example.com/key.png" }, "Images", /https/],
		[{ Specifications: "Weight" }, "Specifications", /a value/],
		[{ "Minimum order": "1000000" }, "Price", /./],
		[{ Address: "Cone key" }, "Address", /a-z/],
		[{ Address: "c" }, "Address", /category pages/],
		[{ Address: "spoke-key" }, "Address", /another tool/],
		[{ SKU: "CK-15" }, "SKU", /Another tool/],
		[{ GTIN: "4006381333932" }, "GTIN", /isn't a GTIN/],
	])("%j is wrong", (line, column, message) => {
		expect(errorsOf(line)).toEqual([[column, expect.stringMatching(message)]]);
	});

	it("names each wrong column, and cells without one", () => {
		const columns = columnsOf(["ID", "Price", "Stock"]);
		const found = readLine(["cone-key", "x", "y", "z"], columns, { ...shop, tool });
		expect(found).toMatchObject({
			kind: "wrong",
			errors: [{ column: "Stock" }, { column: "Price" }, { column: "" }],
		});
		const withBlanks = ["cone-key", "12.5", "9", " ", ""];
		expect(readLine(withBlanks, columns, { ...shop, tool })).toEqual({ kind: "unchanged" });
		// Cells that are missing at its end are empty.
		expect(readLine(["cone-key"], columns, { ...shop, tool })).toMatchObject({
			kind: "wrong",
			errors: [{ column: "Stock" }, { column: "Price" }],
		});
	});
});

describe("what a line names", () => {
	const columns = columnsOf(["ID", "Images", "Address"]);

	it("is its id, its address and the shop's images", () => {
		const cells = [" key ", `${"a".repeat(32)} https://example.com/key.png`, " cone-key "];
		expect(idOf(cells, columns)).toBe("key");
		expect(namedIn("address", cells, columns)).toBe("cone-key");
		expect(imagesNamed(cells, columns)).toEqual([image]);
	});

	it.each<[what: string, cells: string[], FileColumns]>([
		["the cells", [], columns],
		["the columns", ["Pump"], columnsOf(["Name"])],
	])("is nothing without %s", (_, cells, found) => {
		expect(idOf(cells, found)).toBe("");
		expect(namedIn("address", cells, found)).toBe("");
		expect(imagesNamed(cells, found)).toEqual([]);
	});
});

describe("the cells of a line", () => {
	const changed = (line: Record<string, string>, of = tool) => {
		const found = read({ ID: "cone-key", ...line }, of);
		return found.kind === "changed" ? found.fields : found;
	};

	it.each([
		[{ State: "DRAFT" }, { state: "draft" }],
		[{ Price: "12.55" }, { price: 12.55 }],
		[{ Price: "1.012,55" }, { price: 1012.55 }],
		[{ "Weight in grams": "0.25 kg" }, { weight: 250 }],
		[{ Images: `${image}  https://a.example/b` }, { images: [image, "https://a.example/b"] }],
		[
			{ Category: "wheels", "Low stock": "3" },
			{ category: "wheels", lowStock: 3 },
		],
		[
			{ Specifications: "Weight: 60 g\r\n \n\n Width : 13 mm \rA\\:B: c\\\\d" },
			{
				specifications: [
					{ name: "Weight", value: "60 g" },
					{ name: "Width", value: "13 mm" },
					{ name: "A:B", value: "c\\d" },
				],
			},
		],
		// Another shop's path is an address to fetch.
		[{ Images: `https://shop.example${image}` }, { images: [`https://shop.example${image}`] }],
	])("%j are read as %j", (line, fields) => {
		expect(changed(line)).toEqual(fields);
	});

	it("may have spaces around them", () => {
		expect(changed({ Name: " Cone key ", Price: " 12.50 " })).toEqual({ kind: "unchanged" });
	});

	it("may have an image that the tool has, even if it is no longer among the uploaded ones", () => {
		const other = `/images/${"b".repeat(32)}`;
		const images = [...tool.images, { image: other, alt: "" }];
		expect(changed({ Images: other }, { ...tool, images })).toEqual({ images: [other] });
		expect(read({ ID: "cone-key", Images: other }, { ...tool, images })).toMatchObject({
			was: { images: [image, other] },
		});
	});

	it.each([
		[{ Images: `${image} ${image}` }, "Images", /twice/],
		[
			{ Images: Array.from({ length: 13 }, (_, n) => `https://a.example/${n}`).join(" ") },
			"Images",
			/12/,
		],
		[{ Images: `https://a.example/${"x".repeat(983)}` }, "Images", /uploaded image/],
		[{ Images: "https:///x" }, "Images", /uploaded image/],
		[{ Images: `x https://a.example` }, "Images", /uploaded image/],
		[{ Images: "xhttps://a.example" }, "Images", /uploaded image/],
		[{ Images: `x${image}` }, "Images", /uploaded image/],
		[{ Images: `${image}a` }, "Images", /uploaded image/],
		[{ Price: "1e3" }, "Price", /a number such as/],
		[{ Price: "5." }, "Price", /a number such as/],
		[{ Price: "5x" }, "Price", /a number such as/],
		[{ Stock: "x5" }, "Stock", /a number such as/],
		[{ Cost: "a" }, "Cost", /a number such as/],
		[{ Stock: "" }, "Stock", /Required/],
		[{ "Minimum order": "" }, "Minimum order", /Required/],
		[{ Price: "5", "Minimum order": "300000" }, "Price", /total between/],
		[{ Price: "900000", Cost: "1", "Minimum order": "2" }, "Price", /total between/],
	])("%j are wrong", (line, column, message) => {
		expect(errorsOf(line)).toEqual([[column, expect.stringMatching(message)]]);
	});

	it("may leave a total that an order can no longer have", () => {
		const costly = { ...tool, price: 999_999, minOrderQuantity: 1000 };
		expect(changed({ Stock: "5" }, costly)).toEqual({ quantity: 5 });
		expect(changed({ Price: "999998" }, costly)).toMatchObject({ kind: "wrong" });
	});

	it("of a new tool must have a name and a price; it is a draft without a picture or a description", () => {
		const read = (line: Record<string, string>) =>
			readLine(Object.values(line), columnsOf(Object.keys(line)), { ...shop, tool: undefined });
		const without = read({ Description: "Inflates." });
		expect(without.kind === "wrong" && without.errors.map(({ column }) => column)).toEqual([
			"Name",
			"Price",
		]);
		expect(read({ Name: "Pump", Price: "5" })).toMatchObject({
			kind: "new",
			fields: {
				name: "Pump",
				description: "Pump",
				images: [],
				state: "draft",
				price: 5,
				quantity: 0,
				minOrderQuantity: 1,
				capabilities: [],
			},
		});
		const pictured = { Name: "Pump", Price: "5", Images: image };
		expect(read({ ...pictured, Description: "" })).toMatchObject({ fields: { state: "draft" } });
		expect(read({ ...pictured, Description: "Inflates." })).toMatchObject({
			fields: { state: "listed" },
		});
		expect(read({ Name: "Pump", Price: "5", Stock: "" })).toMatchObject({ kind: "wrong" });
	});

	it("can't list a draft without a picture", () => {
		const draft = { ...tool, images: [], state: "draft" as const };
		expect(read({ ID: "cone-key", State: "listed" }, draft)).toMatchObject({
			kind: "wrong",
			errors: [{ column: "Images", message: "A tool needs an image." }],
		});
		expect(read({ ID: "cone-key", State: "listed", Images: image }, draft)).toMatchObject({
			kind: "changed",
		});
	});

	it("with an unknown ID are not read", () => {
		const found = readLine(["x", "y"], columnsOf(["ID", "Price"]), { ...shop, tool: undefined });
		expect(found).toMatchObject({ kind: "wrong", errors: [{ column: "ID" }] });
		expect(found).toHaveProperty("errors.length", 1);
	});
});
