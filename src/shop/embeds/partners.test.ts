import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepPartner, keptPartner } from "./partners.ts";

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal("sessionStorage", {
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, value: string) => kept.set(name, value),
	});
	return () => vi.unstubAllGlobals();
});

const shop = "https://shop.example";

describe("the partner that sent a visitor", () => {
	it("is kept from the address, for the pages after it", () => {
		keepPartner(`${shop}/tools/chain-whip?seen-on=velo-blog`);
		keepPartner(`${shop}/login`);
		expect(keptPartner()).toBe("velo-blog");
	});

	it("is kept from our page before, which may have been left at once", () => {
		keepPartner(`${shop}/login`, `${shop}/tools/chain-whip?seen-on=velo-blog`);
		expect(keptPartner()).toBe("velo-blog");
	});

	it("is nobody a foreign page names", () => {
		keepPartner(`${shop}/`, "https://elsewhere.example/?seen-on=velo-blog");
		keepPartner(`${shop}/`, "");
		expect(keptPartner()).toBeUndefined();
	});

	it.each(["", "Velo Blog", "<script>", "a".repeat(33)])("is not called %j", (name) => {
		keepPartner(`${shop}/?seen-on=${encodeURIComponent(name)}`);
		expect(keptPartner()).toBeUndefined();
	});
});
