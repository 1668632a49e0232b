import { expect, it } from "vitest";
import { trackingUrl } from "./carriers.ts";

it("links the number of a known carrier, however its name is written", () => {
	expect(trackingUrl(" ups ", "1Z 9/9")).toBe("https://www.ups.com/track?tracknum=1Z%209%2F9");
	expect(trackingUrl("Royal Mail", "AB1")).toMatch(/^https:\/\/www\.royalmail\.com\/.*AB1$/);
});

it("links nothing without a number, or of another carrier", () => {
	expect(trackingUrl("UPS", "")).toBeUndefined();
	expect(trackingUrl("The bicycle courier", "7")).toBeUndefined();
});
