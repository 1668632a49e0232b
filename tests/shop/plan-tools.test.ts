/** What is written of a tool: the columns that differ, and what else follows from them. */
import { beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../src/messages/variants.ts";
import { planChange, planNew } from "../../src/shop/tools/plan-tools.server.ts";
import { type ToolRow, toManagedTool } from "../../src/shop/tools/tool-columns.server.ts";
import type { ManagedTool } from "../../src/shop/tools/tool-fields.ts";
import { storedTool } from "../../src/shop/tools/tools.server.ts";
import * as shop from "../helpers/shop.ts";

const now = new Date(5000);
const capabilities: ManagedTool["capabilities"] = [
	{ action: "remove", dimension: "chain", standards: ["11"], except: [], madeFor: true },
];
const fits = [
	{ action: "remove", dimension: "chain", standard: "11", fits: 1, from: null, to: null, also: 0 },
];

let stored: ToolRow;
beforeAll(async () => {
	const [row] = await storedTool(await shop.addTool());
	if (!row) throw new Error("no tool");
	stored = { ...row, updatedAt: new Date(7000) };
});

const change = (changes: Partial<ManagedTool>, row: Partial<ToolRow> = {}) => {
	const was = { ...stored, ...row };
	return planChange(was, { ...toManagedTool(was), ...changes }, { now });
};

describe("a change", () => {
	it("sets what differs, later than before, if the row is still as it was read", () => {
		const { set, read, event } = change({ name: "Key", price: 6 });
		// The clock of another machine was ahead.
		expect(set).toEqual({ name: "Key", regularPriceCents: 600, updatedAt: new Date(7001) });
		expect(read).toMatchObject({ updatedAt: new Date(7000), quantity: stored.quantity });
		expect(event?.detail).toMatchObject({ name: "Key", priceCents: 600 });
	});

	it("is nothing without a difference", () => {
		expect(change({})).toEqual({ kind: "changed", id: stored.id, read: stored, set: {} });
	});

	it("says in the history that the tool has joined a family", () => {
		const member = { familyId: "keys", optionValues: { size: "5 mm" } };
		const { set, event } = planChange(stored, toManagedTool(stored), { now, member });
		expect(set).toEqual({ ...member, updatedAt: new Date(7001) });
		expect(event?.detail).toMatchObject({ changed: variants });
	});

	it("stores what a tool can do by standard, and its images after the first", () => {
		const images = [
			{ image: "/images/a", alt: "In a hand" },
			{ image: "/images/b", alt: "" },
		];
		expect(change({ capabilities, images }).set).toMatchObject({
			capabilities: fits,
			image: "/images/a",
			imageAlt: "In a hand",
			furtherImages: [{ image: "/images/b", alt: "" }],
		});
	});

	it("leaves the stock of a kit to its parts, and sets it after it is none", () => {
		const parts = [{ toolId: "chain", quantity: 2 }];
		expect(change({ parts, quantity: 3 }).set).not.toHaveProperty("quantity");
		const { set, stockAfter } = change({ parts: [], quantity: 3 }, { madeOf: parts });
		expect(set).not.toHaveProperty("quantity");
		expect(stockAfter).toBe(3);
	});
});

describe("a new tool", () => {
	const tool = {
		name: "Chain tool",
		description: "Opens chains.",
		images: [{ image: "/images/a", alt: "" }],
		minOrderQuantity: 2,
		quantity: 4,
		price: 5.5,
		capabilities,
	};

	it("has the addresses of its name", () => {
		const { set, addresses, event } = planNew("new", tool, { now });
		expect(addresses?.slice(0, 2)).toEqual(["chain-tool", "chain-tool-2"]);
		expect(set).toMatchObject({ archivedAt: null, createdAt: now, capabilities: fits });
		expect(event).toEqual({
			action: "tool.added",
			detail: { name: "Chain tool", priceCents: 550, quantity: 4, minOrderQuantity: 2 },
		});
	});

	it("that is a draft was never listed", () => {
		const { set, event } = planNew("new", { ...tool, state: "draft" }, { now });
		expect(set).toMatchObject({ archivedAt: now, createdAt: now, draft: true });
		expect(event?.detail).toMatchObject({ state: "draft" });
	});
});
