import { expect, it } from "vitest";
import { partnerIn, partnerOf, withPartner } from "./partner-address.ts";

const shop = "https://shop.example";
const login = (from: string) => `${shop}/login?from=${encodeURIComponent(from)}`;

it.each([
	[`${shop}/tools/pump?seen-on=velo`, "", "velo"],
	[login("/purchase/pump?seen-on=velo"), "", "velo"],
	[`${shop}/cart/basic`, `${shop}/tools/pump?seen-on=velo`, "velo"],
	[`${shop}/tools/pump`, login("/purchase/pump?seen-on=velo"), "velo"],
	[login("https://elsewhere.example/?seen-on=velo"), "", undefined],
	[`${shop}/`, "https://elsewhere.example/?seen-on=velo", undefined],
	[`${shop}/?seen-on=Velo Blog`, "", undefined],
	[`${shop}/`, "about:client", undefined],
])("at %s, after %j, the partner is %s", (url, referer, expected) => {
	expect(partnerIn(url, referer)).toBe(expected);
	expect(partnerOf({ url, headers: new Headers({ referer }) })).toBe(expected);
});

it("a path carries the partner on", () => {
	expect(withPartner("/cart/basic", undefined)).toBe("/cart/basic");
	expect(withPartner("/cart/basic?note=added", "velo")).toBe("/cart/basic?note=added&seen-on=velo");
	expect(withPartner("/cart/checkout", "velo")).toBe("/cart/checkout?seen-on=velo");
});
