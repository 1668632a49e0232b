import { expect, it } from "vitest";
import { dayMs } from "../../config/days.ts";
import { parseForm } from "../../values/parse-form.ts";
import {
	costOf,
	type Stocked,
	supplierForm,
	toReorder,
	toReorderCsv,
	toReorderText,
} from "./suppliers.ts";

const now = 1000 * dayMs;
const tool = (changes: Partial<Stocked> = {}): Stocked => ({
	id: "1",
	name: "Chain",
	supplier: "Hub",
	sku: "C-1",
	mpn: "77",
	gtin: null,
	costCents: 500,
	quantity: 4,
	minOrderQuantity: 1,
	lowStock: 5,
	sold: 90,
	createdAt: new Date(0),
	...changes,
});
const every = { leadDays: 7, reviewDays: 14 };
const orders = (one: Stocked, days = every) =>
	toReorder([one], days, now).map(({ order }) => order);

it("a tool is reordered when it won't last until the delivery after the next order, up to that", () => {
	// One a day: 21 until then.
	expect(orders(tool({ quantity: 21 }))).toEqual([]);
	expect(orders(tool({ quantity: 20 }))).toEqual([1]);
	expect(orders(tool({ quantity: 0 }))).toEqual([21]);
	// What is left over is a whole piece.
	expect(orders(tool({ quantity: 0, sold: 1 }))).toEqual([1]);
	expect(orders(tool({ quantity: 0, sold: 0 }))).toEqual([]);
	expect(orders(tool({ quantity: 3 }), { leadDays: 0, reviewDays: 4 })).toEqual([1]);
});

it("at least so many that one customer can order", () => {
	expect(orders(tool({ quantity: 1, sold: 9, minOrderQuantity: 10 }))).toEqual([9]);
});

it("a tool that is asked for is reordered without sales too, until it is low no more", () => {
	const idle = tool({ quantity: 4, sold: 0 });
	expect(toReorder([idle], every, now)).toEqual([]);
	expect(toReorder([idle], every, now, "1")).toEqual([
		{ ...idle, lasts: Number.POSITIVE_INFINITY, order: 2 },
	]);
	expect(toReorder([tool()], every, now, "1")).toEqual(toReorder([tool()], every, now));
});

it("a tool that is new counts by its own days, two weeks at least", () => {
	const added = (days: number) => new Date(now - days * dayMs);
	expect(orders(tool({ quantity: 0, sold: 30, createdAt: added(30) }))).toEqual([21]);
	expect(orders(tool({ quantity: 0, sold: 14, createdAt: added(1) }))).toEqual([21]);
});

it("what ends first comes first; as a file, as text, and with its costs", () => {
	const formula = tool({
		id: "2",
		name: "=Chain",
		mpn: null,
		sku: null,
		quantity: 0,
		costCents: null,
	});
	const listed = toReorder([tool(), formula], every, now);
	expect(listed.map(({ id, lasts }) => [id, lasts])).toEqual([
		["2", 0],
		["1", 4],
	]);
	expect(costOf(listed)).toEqual({ cents: 17 * 500, unknown: 1 });
	expect(toReorderText(listed)).toBe("21 × =Chain\n17 × Chain (77)");
	expect(toReorderCsv(listed)).toBe(
		"\ufeffSKU,Maker's part number,GTIN,Tool,Stock,Sold in 90 days,Order,Unit cost\r\n,,,'=Chain,0,90,21,\r\nC-1,77,,Chain,4,90,17,5.00\r\n",
	);
});

const parse = (changes: Record<string, string>) =>
	parseForm(
		supplierForm,
		new URLSearchParams({
			name: "Hub",
			leadDays: "7",
			reviewDays: "14",
			minOrderCents: "0",
			...changes,
		}),
	);

it("a supplier has days, and may have an e-mail and a minimum order", () => {
	expect(parse({ mail: "Orders@Hub.test", minOrderCents: "150.50" })).toEqual({
		output: {
			name: "Hub",
			mail: "orders@hub.test",
			leadDays: 7,
			reviewDays: 14,
			minOrderCents: 15_050,
			note: "",
		},
	});
	expect(parse({})).toHaveProperty("output.minOrderCents", 0);
});

it.each([
	["name", ""],
	["mail", "hub"],
	["leadDays", ""],
	["leadDays", "1.5"],
	["leadDays", "366"],
	["reviewDays", "0"],
	["minOrderCents", "x"],
	["minOrderCents", "-1"],
	["minOrderCents", "Infinity"],
])("%s can't be %j", (field, value) => {
	expect(Object.keys(Object(parse({ [field]: value })).fields ?? {})).toEqual([field]);
});
