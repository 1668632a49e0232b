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

describe("the stored partner", () => {
	it("comes from the URL and stays for the next pages", () => {
		storePartner(`${shop}/tools/chain-whip?seen-on=velo-blog`);
		storePartner(`${shop}/login`);
		expect(storedPartner()).toBe("velo-blog");
	});

	it("is none without session storage", () => {
		const denied = () => {
			throw new Error("Access is denied");
		};
		vi.stubGlobal("sessionStorage", { getItem: denied, setItem: denied });
		expect(() => storePartner(`${shop}/?seen-on=velo-blog`)).not.toThrow();
		expect(storedPartner()).toBeUndefined();
	});

	it("comes from the referrer if that is a page of the shop", () => {
		storePartner(`${shop}/login`, `${shop}/tools/chain-whip?seen-on=velo-blog`);
		expect(storedPartner()).toBe("velo-blog");
	});

	it("never comes from another site's URL", () => {
		storePartner(`${shop}/`, "https://elsewhere.example/?seen-on=velo-blog");
		storePartner(`${shop}/`, "");
		expect(storedPartner()).toBeUndefined();
	});

	it.each(["", "Velo Blog", "<script>", "a".repeat(33)])(
		"is not stored if its name is %j",
		(name) => {
			storePartner(`${shop}/?seen-on=${encodeURIComponent(name)}`);
			expect(storedPartner()).toBeUndefined();
		},
	);
});
