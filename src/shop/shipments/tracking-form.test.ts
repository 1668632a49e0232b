import * as v from "valibot";
import { expect, it } from "vitest";
import { carriers } from "./carriers.ts";
import { trackingDefaults, trackingForm } from "./tracking-form.ts";

it("takes a usual carrier, or the name of another one", () => {
	const parse = (choice: string, otherName = "") =>
		v.parse(trackingForm, { choice, otherName, trackingNumber: " 7 " });
	expect(parse("UPS", "left from before")).toEqual({
		...{ carrier: "UPS", trackingNumber: "7", notify: false },
	});
	expect(parse("other", " Cargo bike ")).toMatchObject({ carrier: "Cargo bike" });
	expect(v.parse(trackingForm, { choice: "UPS" })).toEqual({
		...{ carrier: "UPS", trackingNumber: "", notify: false },
	});
});

it.each([
	["choice", { choice: "" }],
	["otherName", { choice: "other" }],
	["otherName", { choice: "other", otherName: "  " }],
	["trackingNumber", { choice: "UPS", trackingNumber: "7".repeat(61) }],
])("has an error at %s for %j", (field, input) => {
	const { issues } = v.safeParse(trackingForm, input);
	expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([field]);
});

it("has an error at the name of the carrier beside one at the number", () => {
	const input = { choice: "other", trackingNumber: "7".repeat(61) };
	const { issues } = v.safeParse(trackingForm, input);
	expect(issues?.map((issue) => v.getDotPath(issue))).toEqual(["trackingNumber", "otherName"]);
});

it("is filled with what it makes", () => {
	for (const carrier of [...carriers, "Cargo bike", "other"]) {
		const tracking = { carrier, trackingNumber: "7" };
		expect(v.parse(trackingForm, trackingDefaults(tracking))).toMatchObject(tracking);
	}
});

it("is empty before anything was entered", () => {
	const empty = { choice: "", otherName: "", trackingNumber: "", notify: false };
	expect(trackingDefaults()).toEqual(empty);
});
