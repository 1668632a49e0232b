import * as v from "valibot";
import { expect, it } from "vitest";
import { carriers } from "../orders/carriers.ts";
import { trackingDefaults, trackingForm } from "./tracking-form.ts";

it("takes a usual carrier, or the name of another one", () => {
	const parse = (choice: string, otherName = "") =>
		v.parse(trackingForm, { choice, otherName, trackingNumber: " 7 " });
	expect(parse("UPS", "left from before")).toEqual({
		carrier: "UPS",
		trackingNumber: "7",
		notify: false,
	});
	expect(parse("other", " Cargo bike ")).toMatchObject({ carrier: "Cargo bike" });
	expect(v.parse(trackingForm, { choice: "UPS" })).toEqual({
		carrier: "UPS",
		trackingNumber: "",
		notify: false,
	});
});

it.each([
	["choice", { choice: "" }],
	["otherName", { choice: "other" }],
	["otherName", { choice: "other", otherName: "  " }],
	["otherName", { choice: "other", otherName: "UPS\nPay here" }],
	["trackingNumber", { choice: "UPS", trackingNumber: "7".repeat(41) }],
	["trackingNumber", { choice: "UPS", trackingNumber: "1Z\n999" }],
	["trackingNumber", { choice: "UPS", trackingNumber: "https://evil.test" }],
	["trackingNumber", { choice: "UPS", trackingNumber: "1Z.999" }],
	["trackingNumber", { choice: "UPS", trackingNumber: "١٢٣" }],
])("has an error at %s for %j", (field, input) => {
	const { issues } = v.safeParse(trackingForm, input);
	expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([field]);
});

it.each([
	"1Z999AA10123456784",
	"9400 1000 0000 0000 0000 00",
	"420972019405500000000000000000000",
	"JJD-000390-007882823",
	"LX123456785DE",
	"rb 123 456 785 sg",
])("takes the number %s", (trackingNumber) => {
	expect(v.parse(trackingForm, { choice: "UPS", trackingNumber })).toMatchObject({
		trackingNumber,
	});
});

it("has an error at the name of the carrier beside one at the number", () => {
	const input = { choice: "other", trackingNumber: "7".repeat(41) };
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
