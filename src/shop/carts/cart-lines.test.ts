import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as messages from "../../messages/messages.ts";
import { addLine } from "./add-line.ts";
import {
	type CartLine,
	cartKey,
	maxCartLines,
	maxLineQuantity,
	mergeLines,
	parseCart,
} from "./cart-lines.ts";
import { cartLines } from "./carts.ts";

const line = (toolId: string, quantity = 1, price = 12.5): CartLine => ({
	toolId,
	quantity,
	price,
});
const fullCart = Array.from({ length: maxCartLines }, (_, n) => line(`tool-${n}`));

describe("merging", () => {
	it("adds the pieces of the same tool, and keeps the price seen last", () => {
		expect(mergeLines([line("a", 2, 10), line("b"), line("a", 3, 11)])).toEqual([
			line("a", 5, 11),
			line("b"),
		]);
	});

	it("keeps a line within its maximum", () => {
		expect(mergeLines([line("a", maxLineQuantity), line("a", 1)])).toEqual([
			line("a", maxLineQuantity),
		]);
	});

	it("treats names of Object.prototype as ids like any other", () => {
		expect(mergeLines([line("__proto__"), line("constructor")])).toHaveLength(2);
	});
});

describe("the text in local storage", () => {
	it("is read as it was written", () => {
		const lines = [line("a", 2, 0.1), line("ü/✓", 7, 89), line("b", maxLineQuantity)];
		expect(parseCart(JSON.stringify(lines))).toEqual(lines);
		// Another key would lose the carts that browsers have.
		expect(cartKey).toBe("cogsmith-cart");
	});

	it.each([
		null,
		undefined,
		"",
		"{",
		"null",
		"7",
		'"text"',
		"{}",
		'{"length":3}',
		"[null,7,[],{}]",
		'[{"toolId":"a"}]',
		'[{"toolId":"","quantity":1,"price":1}]',
		`[{"toolId":"${"x".repeat(65)}","quantity":1,"price":1}]`,
		'[{"toolId":{"a":1},"quantity":1,"price":1}]',
		'[{"toolId":"a","quantity":0,"price":1}]',
		'[{"toolId":"a","quantity":-1,"price":1}]',
		'[{"toolId":"a","quantity":1.5,"price":1}]',
		'[{"toolId":"a","quantity":"1","price":1}]',
		'[{"toolId":"a","quantity":1e9,"price":1}]',
		'[{"toolId":"a","quantity":1,"price":-1}]',
		'[{"toolId":"a","quantity":1,"price":1e999}]',
		'[{"toolId":"a","quantity":1,"price":null}]',
	])("%s is an empty cart", (text) => {
		expect(parseCart(text)).toEqual([]);
	});

	it("keeps the lines beside garbage, and drops their other fields", () => {
		const text = '[null,{"toolId":"a","quantity":2,"price":3,"name":"<b>"},{"quantity":1}]';
		expect(parseCart(text)).toEqual([line("a", 2, 3)]);
	});

	it("has at most 50 lines", () => {
		expect(parseCart(JSON.stringify([...fullCart, line("one more")]))).toEqual(fullCart);
		expect(messages.cartFull).toContain(` ${maxCartLines} `);
	});

	it("never has lines that the API rejects", () => {
		const field = fc.oneof(fc.string(), fc.double(), fc.integer({ max: 9 }), fc.constant("a"));
		const anything = fc.array(fc.record({ toolId: field, quantity: field, price: field }));
		fc.assert(
			fc.property(fc.oneof(anything, fc.jsonValue()), (value) => {
				const lines = parseCart(JSON.stringify(value));
				expect(v.parse(cartLines, lines)).toEqual(lines);
			}),
		);
	});
});

describe("adding", () => {
	it("appends a tool, or adds to its line with the price of now", () => {
		expect(addLine([], line("a", 5), 9)).toEqual([line("a", 5)]);
		expect(addLine([line("a", 5), line("b")], line("a", 2, 13), 9)).toEqual([
			line("a", 7, 13),
			line("b"),
		]);
	});

	it("adds no more than is in stock, and says so when nothing is left to add", () => {
		expect(addLine([line("a", 5)], line("a", 5), 7)).toEqual([line("a", 7)]);
		expect(addLine([line("a", 7)], line("a", 5), 7)).toBe("cartHasAll");
		expect(addLine([line("a", 9)], line("a", 5), 7)).toBe("cartHasAll");
	});

	it("adds to a line of a full cart, but no further tool", () => {
		expect(addLine(fullCart, line("tool-7"), 9)).toHaveLength(maxCartLines);
		expect(addLine(fullCart, line("one more"), 9)).toBe("cartFull");
	});
});

describe("the lines that the API takes", () => {
	it("are merged", () => {
		expect(v.parse(cartLines, [line("a", 1), line("a", 2)])).toEqual([line("a", 3)]);
	});

	it.each([
		[{ ...line("a"), toolId: "" }],
		[{ ...line("a"), toolId: "x".repeat(65) }],
		[{ ...line("a"), quantity: 0 }],
		[{ ...line("a"), quantity: 1.5 }],
		[{ ...line("a"), quantity: maxLineQuantity + 1 }],
		[{ ...line("a"), price: -1 }],
		[{ ...line("a"), price: Number.POSITIVE_INFINITY }],
		[{ toolId: "a", quantity: 1 }],
		[[...fullCart, line("one more")]],
	])("can't be %j", (invalid) => {
		expect(v.is(cartLines, [invalid].flat())).toBe(false);
	});
});
