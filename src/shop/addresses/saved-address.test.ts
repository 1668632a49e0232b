import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { addressInOneLine, addressLines, addressSchema } from "./address.ts";
import type { Address } from "./address-columns.ts";
import { splitSavedAddress } from "./saved-address.ts";

const empty: Address = { line1: "", line2: "", city: "", region: "", postalCode: "", country: "" };
const portland = { city: "Portland", region: "OR", postalCode: "97201", country: "US" };

describe("the line of a profile", () => {
	it.each([
		["9 Workshop Lane, Portland, OR 97201, United States", "", portland],
		["9 Workshop Lane\nPortland, or 97201", "US", portland],
		["9 Workshop Lane, Unit 4, Portland, OR 97201", "US", { ...portland, line2: "Unit 4" }],
		[
			"9 Workshop Lane, 04109 Leipzig, Germany",
			"US",
			{ city: "Leipzig", postalCode: "04109", country: "DE" },
		],
		["9 Workshop Lane", "US", { country: "US" }],
		// A listed region with its postal code is of no other country.
		["9 Workshop Lane, Portland, OR 97201", "", portland],
		["9 Workshop Lane, Portland, OR 97201", "DE", portland],
		["9 Workshop Lane, Portland", "", {}],
		// Not as the country writes it: the customer enters the place, which is then there once.
		["9 Workshop Lane, Portland Oregon", "US", { country: "US" }],
		["9 Workshop Lane, 04109 Leipzig", "US", { country: "US" }],
	])("%j is divided", (saved, country, fields) => {
		expect(splitSavedAddress(saved, country)).toEqual({
			...empty,
			line1: "9 Workshop Lane",
			...fields,
		});
	});

	it("keeps the flat with its street, and is empty if there is nothing", () => {
		const saved = "Flat 2, 9 Workshop Lane, London SW1";
		expect(splitSavedAddress(saved, "").line1).toBe("Flat 2, 9 Workshop Lane");
		expect(splitSavedAddress("", "")).toEqual(empty);
		expect(splitSavedAddress("x".repeat(300), "").line1).toBe("");
	});

	it("is in no country that the shop does not ship to", () => {
		const saved = "9 Workshop Lane, 04109 Leipzig, Germany";
		expect(splitSavedAddress(saved, "US", ["US"])).toEqual({ ...empty, line1: "9 Workshop Lane" });
	});

	it("is what a checkout has saved, field by field", () => {
		const address = { ...empty, line1: "9 Workshop Lane", line2: "Unit 4", ...portland };
		expect(splitSavedAddress(addressInOneLine(address), "")).toEqual(address);
	});
});

describe("a first line with the whole address", () => {
	it.each([
		"9 Workshop Lane, portland, OR 97201",
		"9 Workshop Lane, Portland, OR 97201, United States",
	])("%j is printed once", (line1) => {
		const address = v.parse(addressSchema(), { ...portland, line1 });
		expect(addressLines(address)).toEqual([
			"9 Workshop Lane",
			"Portland, OR 97201",
			"United States",
		]);
	});

	it("stays if it only begins like the place", () => {
		const line1 = "97201 Portland Street";
		expect(v.parse(addressSchema(), { ...portland, line1 }).line1).toBe(line1);
	});
});
