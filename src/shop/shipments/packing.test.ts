import { expect, it } from "vitest";
import type { Order } from "../orders/orders.ts";
import { ordersToPack, packingPath, packingSlipsPath } from "./packing.ts";

/** Only what tells whether an order is packed. */
const order = (_id: string, changes: Partial<Order> = {}) =>
	({ _id, paid: true, status: "Pending", ...changes }) as Order;

const parcel = { _id: "parcel", carrier: "UPS", trackingNumber: "1" };
const shipped = { status: "Shipped", shipment: parcel } as const;

const packed = (
	orders: Order[],
	{ orderIds = [] as string[], shipmentId = undefined as string | undefined } = {},
) => ordersToPack(orders, { orderIds, shipmentId }).map(({ _id }) => _id);

it.each<[string, Order[], string[]]>([
	["all that can be shipped", [order("a"), order("b")], ["a", "b"]],
	["what is left after a first parcel", [order("a", shipped), order("b")], ["b"]],
	["all that were shipped, once nothing is left", [order("a", shipped)], ["a"]],
	["none that is cancelled", [order("a", { cancelled: true }), order("b")], ["b"]],
	["none that was refunded before it was shipped", [order("a", { refunded: true })], []],
	["one that was refunded afterwards", [order("a", { ...shipped, refunded: true })], ["a"]],
	["none that is unpaid", [order("a", { paid: false })], []],
])("lists %s", (_, orders, expected) => {
	expect(packed(orders)).toEqual(expected);
});

it("lists the orders of a shipment, or those that were chosen", () => {
	const orders = [order("a", shipped), order("b"), order("c"), order("d", { cancelled: true })];
	expect(packed(orders, { shipmentId: "parcel" })).toEqual(["a"]);
	expect(packed(orders, { shipmentId: "another" })).toEqual([]);
	expect(packed(orders, { orderIds: ["c", "d", "unknown"] })).toEqual(["c"]);
});

it("has a path that names what it lists", () => {
	const base = "https://shop.test";
	const { pathname, searchParams } = new URL(packingPath("a/b", { orderIds: ["1&2", "3"] }), base);
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
	expect(packingSlipsPath(["1&2", "3"], sheets)).toBe(`/dashboard/packing?${query}`);
});
