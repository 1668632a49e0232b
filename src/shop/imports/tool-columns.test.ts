import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "../csv/csv.ts";
import { parseCsv } from "../csv/parse-csv.server.ts";
import type { ManagedTool } from "../tools/managed-tool.ts";
import {
	type FileColumns,
	type ReadLine,
	readHeadings,
	readLine,
	toolCells,
	toolHeadings,
} from "./tool-columns.ts";

const image = `/images/${"a".repeat(64)}`;

const tool: ManagedTool = {
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
	specifications: [{ name: "Width", value: "13 mm" }],
	capabilities: [],
	state: "listed",
	publishAt: null,
	createdAt: "2026-11-20T10:00:00.000Z",
	updatedAt: "2026-11-20T10:00:00.000Z",
};

const shop = {
	categories: new Set(["hubs", "wheels"]),
	images: new Set([image]),
	addresses: new Map([
		["cone-key", "cone-key"],
		["spoke-key", "another"],
	]),
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
	const text = (maxLength: number) =>
		fc
			.string({ unit: fc.constantFrom(..."ab:\\,;\"'=-@ \n\r1é"), minLength: 1, maxLength })
			.map((value) => value.trim())
			.filter((value) => value !== "");
	fc.assert(
		fc.property(
			fc.record({
				name: text(12),
				description: text(12),
				price: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
				cost: fc.option(fc.integer({ min: 0, max: 999 }).map((cents) => cents / 100)),
				lowStock: fc.option(fc.nat(9)),
				category: fc.constantFrom("hubs", null),
				state: fc.constantFrom("listed", "draft", "archived"),
				specifications: fc.array(fc.record({ name: text(6), value: text(6) }), { maxLength: 3 }),
			}),
			(fields) => {
				const file = csvLine(toolHeadings) + csvLine(toolCells({ ...tool, ...fields }));
				const [, line] = parseCsv(file);
				const facts = { ...shop, tool: { ...tool, ...fields } };
				const columns = columnsOf(toolHeadings);
				expect(readLine(line?.cells ?? [], columns, facts)).toEqual({ kind: "unchanged" });
				// Nor does the text of the specifications mean another list.
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
			...{ Name: "Key", Description: "Turns.", Price: "5", Stock: "1" },
			...{ "Minimum order": "1", Images: `${"a".repeat(64)} https://example.com/key.png` },
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
		[{ Price: "12,50" }, "Price", /a number such as/],
		[{ Price: "" }, "Price", /./],
		[{ Price: "0" }, "Price", /./],
		[{ Stock: "1.5" }, "Stock", /./],
		[{ Stock: "-1" }, "Stock", /./],
		[{ Name: "" }, "Name", /./],
		[{ Category: "nowhere" }, "Category", /no category “nowhere”/],
		[{ State: "sold" }, "State", /listed, draft, archived/],
		[{ Images: "/images/unknown" }, "Images", /uploaded image/],
		[{ Images: `/images/${"b".repeat(64)}` }, "Images", /uploaded image/],
		[{ Images: "http://example.com/key.png" }, "Images", /https/],
		[{ Specifications: "Weight" }, "Specifications", /name and a value/],
		[{ "Minimum order": "1000000" }, "Price", /./],
		[{ Address: "Cone key" }, "Address", /a-z/],
		[{ Address: "c" }, "Address", /categories/],
		[{ Address: "spoke-key" }, "Address", /another tool/],
	])("%j is wrong", (line, column, message) => {
		expect(errorsOf(line)).toEqual([[column, expect.stringMatching(message)]]);
	});

	it("names each wrong column, and cells without one", () => {
		const columns = columnsOf(["ID", "Price", "Stock"]);
		const found = readLine(["cone-key", "x", "y", "z"], columns, { ...shop, tool });
		expect(found).toMatchObject({
			kind: "wrong",
			errors: [{ column: "Price" }, { column: "Stock" }, { column: "" }],
		});
	});
});
