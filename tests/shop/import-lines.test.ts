/** What a line of an import becomes, against the tool as it is by now. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
	addTool,
	changedSinceAdded,
	revertChange,
	saveChange,
} from "../../src/shop/imports/line-changes.server.ts";
import type { Context, StoredLine } from "../../src/shop/imports/stored-lines.server.ts";
import type { ToolRow } from "../../src/shop/tools/tool-columns.server.ts";
import { storedTool } from "../../src/shop/tools/tools.server.ts";
import * as shop from "../helpers/shop.ts";

const path = (letter: string) => `/images/${letter.repeat(32)}`;
const address = "https://images.example/key.png";

let stored: ToolRow;
beforeAll(async () => {
	const [row] = await storedTool(await shop.addTool());
	if (!row) throw new Error("no tool");
	stored = {
		...row,
		id: "key",
		slug: "cone-key",
		name: "Cone key",
		regularPriceCents: 500,
		quantity: 7,
		stocked: 10,
		image: path("a"),
		imageAlt: "In a hand",
		furtherImages: [{ image: path("b"), alt: "On a bench" }],
		updatedAt: new Date(2000),
	};
});

let row: ToolRow;
let context: Context;
beforeEach(() => {
	row = stored;
	context = {
		lines: [],
		rows: new Map(),
		fetched: new Map(),
		candidates: new Map(),
		categories: new Set(["hubs"]),
		addresses: new Map([["spoke-key", "another"]]),
		skus: new Map(),
		images: new Set([path("a"), path("c")]),
		families: { options: new Map(), taken: new Map() },
		parts: { byCode: new Map(), notKits: new Map() },
		newParts: new Set(),
		newKits: new Set(),
	};
});

const fetch = (image: string | null, problem: string) =>
	context.fetched.set(address, { importId: "i", address, isFetched: true, image, problem });

const lineOf = (fields: StoredLine["fields"], was: StoredLine["was"] = {}): StoredLine => ({
	line: 3,
	kind: "changed",
	toolId: "key",
	name: "Cone key",
	fields,
	was: { stocked: 10, ...was },
});

const withRow = (changes: Partial<ToolRow> = {}) => {
	row = { ...stored, ...changes };
	context.rows.set("key", row);
};
const save = (line: StoredLine, changes?: Partial<ToolRow>) => {
	withRow(changes);
	return saveChange(line, context);
};
const revert = (line: StoredLine, changes?: Partial<ToolRow>) => {
	withRow(changes);
	return revertChange(line, context);
};

const rejected = (message: RegExp, column = "") => ({
	line: 3,
	errors: [{ column, message: expect.stringMatching(message) }],
});

it("a tool that is deleted by now is neither changed nor reverted", () => {
	expect(saveChange(lineOf({ price: 6 }), context)).toEqual(rejected(/deleted/));
	expect(revertChange(lineOf({ price: 6 }), context)).toEqual(rejected(/deleted/));
});

describe("a line that changes a tool", () => {
	it("sets its fields, and keeps what they were", () => {
		expect(save(lineOf({ price: 6, name: "Key" }, { price: 5, name: "Cone key" }))).toMatchObject({
			line: 3,
			id: "key",
			read: { updatedAt: new Date(2000), quantity: 7 },
			replacedImages: [],
			set: { regularPriceCents: 600, name: "Key" },
			fields: { price: 6, name: "Key" },
			was: { stocked: 10, price: 5, name: "Cone key" },
			event: {
				action: "tool.changed",
				detail: { nameWas: "Cone key", priceCentsWas: 500, priceCents: 600 },
			},
		});
	});

	it("leaves out what somebody has set to the same meanwhile", () => {
		const line = lineOf({ price: 6, name: "Key" }, { price: 5, name: "Cone key" });
		expect(save(line, { regularPriceCents: 600 })).toMatchObject({
			fields: { name: "Key" },
			was: { stocked: 10, name: "Cone key" },
			event: { detail: { name: "Key", nameWas: "Cone key" } },
		});
	});

	it("is rejected with all fields that somebody has changed otherwise", () => {
		const line = lineOf({ price: 6, name: "Key", lowStock: 2 }, { price: 5, name: "Cone key" });
		expect(
			save({ ...line, was: { ...line.was, lowStock: null } }, { regularPriceCents: 700 }),
		).toEqual(rejected(/since the preview: Price\.$/));
		expect(save(line, { name: "Other", regularPriceCents: 700 })).toEqual(
			rejected(/since the preview: Name, .*Price/),
		);
	});

	it("adds its pieces to a stock from which some are ordered meanwhile", () => {
		expect(save(lineOf({ quantity: 9 }, { quantity: 7 }), { quantity: 4 })).toMatchObject({
			read: { quantity: 4 },
			set: { quantity: 6 },
			fields: { quantity: 6 },
			was: { stocked: 12, quantity: 4 },
		});
		const taken = save(lineOf({ quantity: 5 }, { quantity: 7 }), { quantity: 2 });
		expect(taken).toMatchObject({ set: { quantity: 0 }, was: { stocked: 8 } });
	});

	it.each<[what: string, changes: Partial<ToolRow>]>([
		["has too few left", { quantity: 1 }],
		["was stocked meanwhile", { stocked: 11 }],
	])("is rejected if the tool %s", (_, changes) => {
		expect(save(lineOf({ quantity: 5 }, { quantity: 7 }), changes)).toEqual(
			rejected(/since the preview: Stock\.$/),
		);
	});

	it("replaces images, whose texts stay", () => {
		fetch(path("c"), "");
		const was = { images: [path("a"), path("b")] };
		const found = save(lineOf({ images: [path("b"), address, path("c")] }, was));
		expect(found).toMatchObject({
			replacedImages: [path("a")],
			was,
			set: {
				image: path("b"),
				imageAlt: "On a bench",
				furtherImages: [{ image: path("c"), alt: "" }],
			},
		});
	});

	it("is rejected with an image that the shop does not have, unless the tool shows it", () => {
		expect(save(lineOf({ images: [path("d")] }))).toEqual(rejected(/uploaded image/, "Images"));
		const shown = lineOf({ images: [path("b")] }, { images: [path("a"), path("b")] });
		expect(save(shown)).toMatchObject({ set: { image: path("b"), furtherImages: [] } });
	});

	it("leaves the pictures without one that is missing, and says which one and why", () => {
		const line = lineOf(
			{ images: [address], price: 6 },
			{ images: [path("a"), path("b")], price: 5 },
		);
		fetch(null, "It is a page.");
		expect(save(line)).toMatchObject({
			fields: { price: 6 },
			replacedImages: [],
			notes: [{ column: "Images", message: `${address} is missing. It is a page.` }],
			was: { price: 5, wanted: { images: [address], imagesWere: [path("a"), path("b")] } },
		});
	});

	it("is rejected with a category or an address that it can't have any more", () => {
		expect(save(lineOf({ category: "gone" }))).toEqual(rejected(/“gone”/, "Category"));
		expect(save(lineOf({ address: "spoke-key" }))).toEqual(rejected(/another tool/, "Address"));
	});

	it("archives and lists the tool, and drops the time at which a draft is published", () => {
		const archived = save(lineOf({ state: "archived" }, { state: "listed" }));
		expect(archived).toMatchObject({ set: { archivedAt: expect.any(Date) } });
		const draft = { archivedAt: new Date(5), draft: true, publishAt: new Date(9) };
		const listed = save(lineOf({ state: "listed" }, { state: "draft" }), draft);
		expect(listed).toMatchObject({ set: { archivedAt: null, publishAt: null } });
		const renamed = save(lineOf({ name: "Key" }, { name: "Cone key" }), draft);
		expect(renamed).not.toHaveProperty("set.archivedAt");
		expect(renamed).not.toHaveProperty("set.publishAt");
	});
});

describe("a line is reverted", () => {
	it("to what the tool was", () => {
		const line = lineOf({ price: 5, name: "Cone key" }, { price: 4, name: "Old key" });
		expect(revert(line)).toMatchObject({
			line: 3,
			set: { regularPriceCents: 400, name: "Old key" },
			fields: line.fields,
			was: line.was,
		});
	});

	it("without the pieces that it added, whatever is ordered", () => {
		const line = lineOf({ quantity: 9 }, { quantity: 6 });
		expect(revert(line, { quantity: 5 })).toMatchObject({ set: { quantity: 2 } });
		expect(revert(line, { quantity: 3 })).toMatchObject({ set: { quantity: 0 } });
		expect(revert(line, { quantity: 2 })).toEqual(rejected(/Too few are left/));
	});

	it("not if somebody has changed one of its fields", () => {
		const line = lineOf({ price: 6, quantity: 7 }, { price: 4, quantity: 7 });
		expect(revert(line)).toEqual(rejected(/since the import: Price\.$/));
		expect(revert(line, { regularPriceCents: 600, stocked: 11 })).toEqual(
			rejected(/since the import: Stock\.$/),
		);
	});

	it("not to an image that the shop does not have any more", () => {
		const line = lineOf({ images: [path("a"), path("b")] }, { images: [path("d")] });
		expect(revert(line)).toEqual(rejected(/uploaded image/));
		const kept = lineOf({ images: [path("a"), path("b")] }, { images: [path("c"), path("a")] });
		expect(revert(kept)).toMatchObject({
			set: { image: path("c"), furtherImages: [{ image: path("a"), alt: "In a hand" }] },
		});
	});

	it("not to a category or an address that it can't have any more", () => {
		expect(revert(lineOf({ category: null }, { category: "gone" }))).toEqual(rejected(/“gone”/));
		const line = lineOf({ address: "cone-key" }, { address: "spoke-key" });
		expect(revert(line)).toEqual(rejected(/another tool/));
	});
});

describe("a line that adds a tool", () => {
	const fields = {
		name: "Pump",
		description: "Inflates.",
		price: 5.5,
		quantity: 4,
		minOrderQuantity: 2,
		category: "hubs",
		cost: null,
		lowStock: null,
		images: [path("a"), path("a")],
		state: "listed" as const,
		specifications: [],
		capabilities: [],
	};
	const newLine = (more: StoredLine["fields"] = {}): StoredLine => ({
		line: 3,
		kind: "new",
		toolId: "i-3",
		name: "Pump",
		fields: { ...fields, ...more },
		was: {},
	});

	it("adds it as listed, with one of the addresses of its name", () => {
		context.candidates.set(3, ["pump", "pump-2"]);
		expect(addTool(newLine(), context)).toMatchObject({
			line: 3,
			id: "i-3",
			kind: "added",
			addresses: ["pump", "pump-2"],
			was: { stocked: 4, addresses: ["pump", "pump-2"] },
			replacedImages: [],
			set: {
				quantity: 4,
				archivedAt: null,
				draft: false,
				image: path("a"),
				furtherImages: [],
				capabilities: [],
			},
			event: {
				action: "tool.added",
				detail: { name: "Pump", priceCents: 550, quantity: 4, minOrderQuantity: 2 },
			},
		});
		expect(addTool(newLine(), context)).not.toHaveProperty("event.detail.state");
	});

	it("has the address and the state that it names", () => {
		const found = addTool(newLine({ address: "my-pump", state: "draft" }), context);
		expect(found).toMatchObject({
			addresses: [],
			event: { detail: { state: "draft" } },
			set: { slug: "my-pump", draft: true },
		});
		// It is as old as its state: it was never listed.
		expect(found).toHaveProperty("set.archivedAt", "set" in found && found.set.createdAt);
	});

	it("is rejected without its image, its category or its address", () => {
		expect(addTool(newLine({ images: [path("d")] }), context)).toEqual(
			rejected(/uploaded image/, "Images"),
		);
		expect(addTool(newLine({ category: "gone" }), context)).toEqual(rejected(/“gone”/, "Category"));
		expect(addTool(newLine({ address: "spoke-key" }), context)).toEqual(
			rejected(/another tool/, "Address"),
		);
	});

	it.each<[what: string, changes: Partial<ToolRow>, headings: string[]]>([
		["nothing", {}, []],
		["nothing, if some are ordered", { quantity: 1 }, []],
		["nothing, if it got the first address", { slug: "pump" }, []],
		["another address", { slug: "my-pump" }, ["Address"]],
		["the stock", { stocked: 5 }, ["Stock"]],
		["the name and the price", { name: "P", regularPriceCents: 1 }, ["Name", "Price"]],
		[
			"what it fits",
			{
				capabilities: [
					{
						action: "hold",
						dimension: "chain",
						standard: "x",
						fits: 1,
						from: null,
						to: null,
						also: 0,
					},
				],
			},
			["What it fits"],
		],
	])("shows %s as changed since", (_, changes, headings) => {
		const added: Partial<ToolRow> = {
			name: "Pump",
			description: "Inflates.",
			regularPriceCents: 550,
			quantity: 4,
			stocked: 4,
			minOrderQuantity: 2,
			categorySlug: "hubs",
			image: path("a"),
			furtherImages: [],
			slug: null,
			specifications: [],
			capabilities: [],
		};
		const line = { ...newLine({ images: [path("a")] }), was: { stocked: 4, addresses: ["pump"] } };
		expect(changedSinceAdded({ ...stored, ...added, ...changes }, line)).toEqual(headings);
	});
});
