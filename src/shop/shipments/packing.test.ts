import { expect, it } from "vitest";
import type { OrderLine } from "../orders/lines.ts";
import { linesToPack, packingPath, packingSlipsPath, slipRows } from "./packing.ts";

/** Only what tells whether an order is packed. */
const line = (_id: string, changes: Partial<OrderLine> = {}) =>
	({ _id, paid: true, status: "Pending", quantity: 3, ...changes }) as OrderLine;
const open = (_id: string, toShip = 3) => line(_id, { toShip });

const parcel = { _id: "parcel", carrier: "UPS", trackingNumber: "1" };
const shipped = { status: "Shipped", shipment: parcel } as const;

const packed = (
	lines: OrderLine[],
	{ lineIds = [] as string[], shipmentId = undefined as string | undefined } = {},
) => linesToPack(lines, { lineIds, shipmentId }).map(({ _id }) => _id);

it.each<[string, OrderLine[], string[]]>([
	["all that can be shipped", [open("a"), open("b")], ["a", "b"]],
	["what is left after a first parcel", [line("a", shipped), open("b")], ["b"]],
	["all that were shipped, once nothing is left", [line("a", shipped)], ["a"]],
	["none that is cancelled", [line("a", { cancelled: true }), open("b")], ["b"]],
	["none that was refunded before it was shipped", [line("a", { refunded: true })], []],
	["one that was refunded afterwards", [line("a", { ...shipped, refunded: true })], ["a"]],
	["none that is unpaid", [line("a", { paid: false })], []],
])("lists %s", (_, lines, expected) => {
	expect(packed(lines)).toEqual(expected);
});

it("lists the orders of a shipment, or those that were chosen", () => {
	const lines = [line("a", shipped), open("b"), open("c"), line("d", { cancelled: true })];
	expect(packed(lines, { shipmentId: "parcel" })).toEqual(["a"]);
	expect(packed(lines, { shipmentId: "another" })).toEqual([]);
	expect(packed(lines, { lineIds: ["c", "d", "unknown"] })).toEqual(["c"]);
});

it("lists the pieces that are to be shipped", () => {
	const pieces = (lines: OrderLine[]) =>
		linesToPack(lines, { lineIds: [], shipmentId: undefined }).map(({ quantity }) => quantity);
	expect(pieces([open("a", 2), open("b")])).toEqual([2, 3]);
});

it("has the tools of a kit together, below its name", () => {
	const bundle = { productCode: "kit", name: "Drivetrain kit", quantity: 1 };
	const lines = [line("a", { bundle }), line("b"), line("c", { bundle })];
	expect(slipRows(lines).map((row) => [row.line._id, row.kit?.name])).toEqual([
		["a", "Drivetrain kit"],
		["c", undefined],
		["b", undefined],
	]);
});

it("has a path that names what it lists", () => {
	const base = "https://shop.test";
	const { pathname, searchParams } = new URL(packingPath("a/b", { lineIds: ["1&2", "3"] }), base);
	expect(pathname).toBe("/dashboard/packing/a%2Fb");
	expect(searchParams.getAll("order")).toEqual(["1&2", "3"]);
	expect(new URL(packingPath("a"), base).searchParams.has("shipment")).toBe(false);
	const ofShipment = new URL(packingPath("a", { shipmentId: "s" }), base);
	expect(ofShipment.searchParams.get("shipment")).toBe("s");
});

it.each([
	[undefined, "order=1%262&order=3"],
	["slips", "order=1%262&order=3"],
	["both", "order=1%262&order=3&sheets=both"],
] as const)("has the path of %s of orders", (sheets, query) => {
	expect(packingSlipsPath(["1&2", "3"], sheets)).toBe(`/dashboard/packing/slips?${query}`);
});
