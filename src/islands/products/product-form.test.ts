import { expect, test } from "vitest";
import { fieldList, type ManagedTool, mapFields } from "../../shop/tools/tool-fields.ts";
import { addRow, changesOf, move, toForm } from "./product-form.ts";

const tool: ManagedTool = {
	...mapFields(fieldList, () => null),
	_id: "1",
	name: "Spoke key",
	description: "Turns.",
	minOrderQuantity: 1,
	quantity: 3,
	price: 12.5,
	cost: null,
	lowStock: 2,
	category: null,
	address: "spoke-key",
	parts: [],
	giftCard: false,
	specifications: [],
	images: [{ image: "/images/a", alt: "" }],
	capabilities: [
		{ action: "torque", standards: [], except: [], from: 2, to: 25, madeFor: true },
		{ action: "turn", dimension: "bolt", standards: ["hex-5"], except: [], madeFor: false },
	],
	state: "listed",
	publishAt: null,
	createdAt: "",
	updatedAt: "",
};

test("a form that was not edited has no changes, and an edited one those fields alone", () => {
	const form = toForm(tool);
	expect(changesOf(form, tool)).toEqual({});
	const edited = { ...form, price: "12.50", cost: "7", lowStock: "", category: "wheels" };
	expect(changesOf(edited, tool)).toEqual({ cost: 7, lowStock: null, category: "wheels" });
	expect(changesOf({ ...form, price: "" }, tool)).toEqual({ price: Number.NaN });
});

test("rows have keys that stay, which are not sent", () => {
	const form = toForm(tool);
	const weight = { name: "Weight", value: "60 g" };
	const length = { name: "Length", value: "9 cm" };
	const both = addRow(addRow(form.specifications, weight), length);
	const rows = addRow(both.slice(1), weight);
	expect(rows.map(({ key }) => key)).toEqual([1, 2]);
	expect(changesOf({ ...form, specifications: rows }, tool)).toEqual({
		specifications: [length, weight],
	});
});

test("an item is moved forwards and backwards", () => {
	expect(move(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
	expect(move(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
	expect(move(["a"], 4, 0)).toEqual(["a"]);
});
