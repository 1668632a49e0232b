import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
	decodeCursor,
	encodeCursor,
	nextLink,
	pageQueryEntries,
	parseNextCursor,
	parsePage,
	splitPage,
} from "./paging.ts";

const query = v.object(pageQueryEntries);

describe("a cursor", () => {
	it.each([
		{ value: 0, id: "a" },
		{ value: 1_795_000_000_000, id: "Zx_-9" },
		{ value: 'Straße 東京 "🚲"', id: "a/b" },
		{ value: "", id: "" },
		// Base64 has + and / for these.
		{ value: "~~~~~~", id: "~~~" },
		{ value: "??????", id: "???" },
		{ value: "' or 1=1 --", id: "' or 1=1 --" },
		{ value: -1e308, id: "a" },
		{ value: 1e308, id: "a" },
		{ value: 0.1, id: "a" },
		{ value: "a\u0000b", id: "a\u0000b" },
		{ value: "\ud800", id: "\udfff" },
	])("is encoded and decoded without loss: %j", (cursor) => {
		const text = encodeCursor(cursor);
		expect(text).toMatch(/^[\w-]+$/);
		expect(decodeCursor(text)).toEqual(cursor);
	});

	it.each([
		"",
		"%",
		"hello",
		btoa("1"),
		btoa("{}"),
		btoa("[1]"),
		btoa("[1,2]"),
		btoa('[null,"a"]'),
		btoa('[true,"a"]'),
		btoa('[{"$gt":""},"a"]'),
		btoa('[1e309,"a"]'),
		btoa("[".repeat(700)),
		// No base64, and no UTF-8.
		"🚲",
		"_____w",
	])("is invalid: %j", (text) => {
		expect(decodeCursor(text)).toBeUndefined();
		expect(() => parsePage({ limit: 5, cursor: text })).toThrow(
			expect.objectContaining({ code: "malformed" }),
		);
	});

	it("may be left out", () => {
		expect(parsePage({ limit: 5 })).toEqual({ limit: 5, cursor: undefined });
		const cursor = { value: 5, id: "a" };
		expect(parsePage({ limit: 5, cursor: encodeCursor(cursor) })).toEqual({ limit: 5, cursor });
	});
});

describe("a limit", () => {
	it.each([
		[undefined, 100],
		["1", 1],
		["100", 100],
		["0", 1],
		["-7", 1],
		["101", 100],
		["9".repeat(400), 100],
		["007", 7],
	])("of %s is %d", (limit, expected) => {
		expect(v.parse(query, { limit }).limit).toBe(expected);
	});

	it.each([
		"",
		" ",
		"ten",
		"NaN",
		"Infinity",
		"1.5",
		"1e1",
		"0x10",
		"+1",
		"1 ",
		"--1",
		"١",
		"1\0",
		"1;--",
		"1 or 1=1",
	])("of %j is malformed", (limit) => {
		expect(() => v.parse(query, { limit })).toThrow(expect.objectContaining({ code: "malformed" }));
	});
});

describe("a page", () => {
	const rows = [3, 2, 1].map((at) => ({ id: `r${at}`, at }));
	const at = (row: { at: number }) => row.at;

	it("has a next page only with one row more than its limit", () => {
		expect(splitPage(rows, 2, at)).toEqual({
			rows: rows.slice(0, 2),
			next: { value: 2, id: "r2" },
		});
		expect(splitPage([...rows, { id: "r0", at: 0 }], 3, at).next).toEqual({ value: 1, id: "r1" });
		expect(splitPage(rows, 3, at)).toEqual({ rows, next: undefined });
		expect(splitPage([], 3, at)).toEqual({ rows: [], next: undefined });
	});

	it("links to the next page with the request's other parameters", () => {
		const next = { value: 2, id: "r2" };
		const link = nextLink("https://shop.test/api/order?limit=2&email=a%40b.test&cursor=old", next);
		const href = link.match(/^<(.+)>; rel="next"$/)?.[1] ?? "";
		const url = new URL(href, "https://shop.test");
		expect(url.pathname).toBe("/api/order");
		expect(Object.fromEntries(url.searchParams)).toEqual({
			limit: "2",
			email: "a@b.test",
			cursor: encodeCursor(next),
		});
	});

	it("has a link from which the cursor is parsed", () => {
		const next = { value: "a b&c", id: "r2" };
		expect(parseNextCursor(nextLink("https://shop.test/api/order?q=x", next))).toBe(
			encodeCursor(next),
		);
		expect(parseNextCursor('</api/order?cursor=abc>;rel="next"')).toBe("abc");
		expect(parseNextCursor(null)).toBeUndefined();
		expect(parseNextCursor('</api/order?cursor=abc>; rel="prev"')).toBeUndefined();
	});
});
