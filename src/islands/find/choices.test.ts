import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isWordsIn, readRecent, storeRecent } from "./choices.ts";

const stored = new Map<string, string>();

beforeEach(() => {
	stored.clear();
	vi.stubGlobal("sessionStorage", {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
	});
});
afterEach(() => void vi.unstubAllGlobals());

const choice = (n: number) => ({ href: `/orders/${n}`, name: `Order ${n}`, detail: "" });

it("finds a page by the beginnings of its words, in any order", () => {
	const page = "Manage Orders Ship, refund, print slips";
	for (const typed of ["", "orders", "ORD man", "refund", "slips ship"])
		expect(isWordsIn(typed, page), typed).toBe(true);
	for (const typed of ["rders", "orders x", "manageorders"])
		expect(isWordsIn(typed, page), typed).toBe(false);
});

it("keeps the five newest choices, each once", () => {
	for (const n of [1, 2, 3, 4, 5, 6, 4]) storeRecent(choice(n));
	expect(readRecent()).toEqual([4, 6, 5, 3, 2].map(choice));
});

it("has no recent choices where storage is disabled or has something else", () => {
	for (const text of [
		"{",
		'[{"href":"https://elsewhere.test","name":"","detail":""}]',
		'[{"href":"//x"}]',
	]) {
		stored.set("find-recent", text);
		expect(readRecent(), text).toEqual([]);
	}
	vi.stubGlobal("sessionStorage", undefined);
	expect(() => storeRecent(choice(1))).not.toThrow();
	expect(readRecent()).toEqual([]);
});
