import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lastPaid, markOrdered, orderedSince } from "./last-ordered.ts";
import { asksForUnpaid, markPaid, readUnpaid, storeUnpaid } from "./unpaid-storage.ts";

beforeEach(() => {
	for (const storage of ["sessionStorage", "localStorage"]) {
		const stored = new Map<string, string>();
		vi.stubGlobal(storage, {
			getItem: (name: string) => stored.get(name) ?? null,
			setItem: (name: string, value: string) => stored.set(name, value),
			removeItem: (name: string) => stored.delete(name),
		});
	}
	vi.useFakeTimers({ toFake: ["Date"], now: 5000 });
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

it("tells whether an order was placed after a page was rendered", () => {
	expect(orderedSince(0)).toBe(false);
	markOrdered();
	expect(orderedSince(4999)).toBe(true);
	expect(orderedSince(5000)).toBe(false);
});

it("says no without session storage", () => {
	const denied = () => {
		throw new Error("Access is denied");
	};
	for (const storage of ["sessionStorage", "localStorage"])
		vi.stubGlobal(storage, { getItem: denied, setItem: denied, removeItem: denied });
	expect(markOrdered).not.toThrow();
	expect(() => markPaid("first")).not.toThrow();
	expect([orderedSince(0), asksForUnpaid(), readUnpaid(), lastPaid()]).toEqual([
		false,
		false,
		[],
		null,
	]);
});

it("keeps the orders that wait to be paid until they expire or are paid", () => {
	expect(asksForUnpaid()).toBe(false);
	markOrdered();
	expect([asksForUnpaid(), readUnpaid()]).toEqual([true, []]);
	storeUnpaid([
		["second", "1002", 9000],
		["first", "1001", 6000],
	]);
	expect(asksForUnpaid()).toBe(false);
	expect(readUnpaid().map(([id]) => id)).toEqual(["second", "first"]);
	vi.setSystemTime(6000);
	expect(readUnpaid().map(([id]) => id)).toEqual(["second"]);
	markPaid("second");
	expect([readUnpaid(), lastPaid(), asksForUnpaid()]).toEqual([[], "second", false]);
});

it("asks again after a minute, and what is stored otherwise is nothing", () => {
	storeUnpaid([["first", "1001", 900_000]]);
	vi.setSystemTime(65_001);
	expect(asksForUnpaid()).toBe(true);
	localStorage.setItem("unpaid", "[1");
	expect(readUnpaid()).toEqual([]);
	localStorage.setItem("unpaid", '{"orders":[1]}');
	expect(readUnpaid()).toEqual([]);
});
