import { expect, it } from "vitest";
import * as texts from "../../messages/packing.ts";
import { carrierRequired, trackingNumberInvalid } from "../../messages/shipping.ts";
import { pickListOf, picksWithout, readScan } from "./packing-scan.ts";

it("sums what is to be picked by tool, whatever its name", () => {
	const line = (toolId: string, quantity: number) => ({
		toolId,
		name: toolId === "c" ? "Hook" : `Tool ${toolId}`,
		quantity,
	});
	expect(
		pickListOf([
			{ lines: [line("a", 2), line("b", 1)] },
			{ lines: [line("a", 3), line("a", 1), line("c", 1)] },
		]),
	).toEqual([
		{ toolId: "c", name: "Hook", pieces: 1, orders: 1 },
		{ toolId: "a", name: "Tool a", pieces: 6, orders: 2 },
		{ toolId: "b", name: "Tool b", pieces: 1, orders: 1 },
	]);
	expect(pickListOf([])).toEqual([]);
});

it("counts down as parcels leave, to nothing of what is in no other", () => {
	const line = (toolId: string, quantity: number) => ({ toolId, name: toolId, quantity });
	const parcel = { lines: [line("a", 2), line("b", 1)] };
	const all = pickListOf([parcel, { lines: [line("a", 3)] }]);
	expect(picksWithout(all, [])).toEqual(all);
	expect(picksWithout(all, [parcel])).toEqual([{ toolId: "a", name: "a", pieces: 3, orders: 1 }]);
});

it("sorts what is to be picked by shelf as people count, then by name, without a shelf last", () => {
	const line = (name: string, shelf?: string) => ({ toolId: name, name, shelf, quantity: 1 });
	const lines = [
		line("e"),
		line("d", "B-1"),
		line("c", "A-10"),
		line("b", "A-9"),
		line("a", "A-10"),
	];
	expect(pickListOf([{ lines }]).map(({ name }) => name)).toEqual(["b", "a", "c", "d", "e"]);
});

it("knows an order by its number with or without a sign before it", () => {
	const numbers = { orders: ["1001", "1002"], current: "1001", carrier: "UPS", shipped: new Map() };
	for (const code of ["1002", "#1002"]) expect(readScan(code, numbers)).toEqual({ order: "1002" });
});

const table = {
	orders: ["CG-1001", "CG-1002", "CG-1003"],
	current: "CG-1002",
	carrier: "DHL",
	shipped: new Map([["CG-1001", "JD0140000001"]]),
};

it.each([
	["cg-1003 ", table, { order: "CG-1003" }],
	[" JD0140000002\n", table, { trackingNumber: "JD0140000002" }],
	["", table, { error: texts.nothingScanned }],
	["CG-1001", table, { error: texts.alreadyShipped("CG-1001") }],
	// The number of an order on another page must not become the tracking number of this one.
	["CG-1050", table, { error: texts.tooShort("CG-1050") }],
	["jd0140000001", table, { error: texts.usedFor("CG-1001") }],
	["JD014#000002", table, { error: trackingNumberInvalid }],
	["JD0140000002", { ...table, carrier: "" }, { error: carrierRequired }],
	["JD0140000002", { ...table, current: undefined }, { error: texts.noOrderLeft }],
])("reads the scan %j", (scanned, state, expected) => {
	expect(readScan(scanned, state)).toEqual(expected);
});
