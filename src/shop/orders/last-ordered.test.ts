import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { markOrdered, orderedSince } from "./last-ordered.ts";

beforeEach(() => {
	const stored = new Map<string, string>();
	vi.stubGlobal("sessionStorage", {
		getItem: (name: string) => stored.get(name) ?? null,
		setItem: (name: string, value: string) => stored.set(name, value),
	});
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
	vi.stubGlobal("sessionStorage", { getItem: denied, setItem: denied });
	expect(markOrdered).not.toThrow();
	expect(orderedSince(0)).toBe(false);
});
