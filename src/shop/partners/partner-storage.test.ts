import { beforeEach, describe, expect, it, vi } from "vitest";
import { storedPartner, storePartner } from "./partner-storage.ts";

beforeEach(() => {
	const stored = new Map<string, string>();
	vi.stubGlobal("sessionStorage", {
		getItem: (name: string) => stored.get(name) ?? null,
		setItem: (name: string, value: string) => stored.set(name, value),
	});
	return () => vi.unstubAllGlobals();
});

const shop = "https://shop.example";

describe("the partner that sent a visitor", () => {
	it("is kept from the address, for the pages after it", () => {
		storePartner(`${shop}/tools/chain-whip?seen-on=velo-blog`);
		storePartner(`${shop}/login`);
		expect(storedPartner()).toBe("velo-blog");
	});

	it("is kept from our page before, which may have been left at once", () => {
		storePartner(`${shop}/login`, `${shop}/tools/chain-whip?seen-on=velo-blog`);
		expect(storedPartner()).toBe("velo-blog");
	});

	it("is nobody a foreign page names", () => {
		storePartner(`${shop}/`, "https://elsewhere.example/?seen-on=velo-blog");
		storePartner(`${shop}/`, "");
		expect(storedPartner()).toBeUndefined();
	});

	it.each(["", "Velo Blog", "<script>", "a".repeat(33)])("is not called %j", (name) => {
		storePartner(`${shop}/?seen-on=${encodeURIComponent(name)}`);
		expect(storedPartner()).toBeUndefined();
	});
});
