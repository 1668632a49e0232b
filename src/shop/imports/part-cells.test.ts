import { expect, it } from "vitest";
import { partIsKit, partTwice, tooFewPieces } from "../../messages/bundles.ts";
import { partsUnread, partUnknown } from "../../messages/imports.ts";
import { codesIn, formatParts, parseParts } from "./part-cells.ts";

const tools = new Map([
	["a-1", { id: "a", isKit: false }],
	["10x20", { id: "b", isKit: false }],
	["odd", { id: "odd", isKit: false }],
	["kit", { id: "k", isKit: true }],
	["own", { id: "own", isKit: false }],
]);

it("the parts of a kit are written by SKU, and by id without one, and read as they were", () => {
	const parts = [
		{ toolId: "a", quantity: 2 },
		{ toolId: "b", quantity: 1 },
		{ toolId: "odd", quantity: 3 },
	];
	const skus: Record<string, string> = { a: "A-1", b: "10x20", odd: "o;d" };
	const cell = formatParts(parts, (id) => skus[id]);
	expect(cell).toBe("2x A-1; 1x 10x20; 3x odd");
	expect(parseParts(cell, tools, "own")).toEqual({ parts });
	expect(codesIn(cell)).toEqual(["A-1", "10x20", "odd"]);
	expect(parseParts(" 2 × A-1 ;\n odd;", tools)).toEqual({
		parts: [
			{ toolId: "a", quantity: 2 },
			{ toolId: "odd", quantity: 1 },
		],
	});
	expect(parseParts("", tools)).toEqual({ parts: [] });
});

it.each([
	["A-1", tooFewPieces],
	["2x A-1; A-1", partTwice],
	["A-1; 2x KIT", partIsKit],
	["A-1; OWN", partIsKit],
	["A-1; 2x B-9", partUnknown("B-9")],
	["A-1; 2x ", partsUnread("2x")],
])("%s is wrong", (cell, message) => {
	expect(parseParts(cell, tools, "own")).toEqual({ message });
});
