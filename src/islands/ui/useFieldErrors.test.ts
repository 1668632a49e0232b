import { expect, it } from "vitest";
import { afterChange } from "./useFieldErrors.ts";

const errors = { name: "Name?", city: "City?", postalCode: "ZIP?", "lines.0.quantity": "Few" };

it("an error goes when its field is corrected, becomes another, or stays", () => {
	expect(afterChange(errors, "name", () => ({}))).toEqual({
		city: "City?",
		postalCode: "ZIP?",
		"lines.0.quantity": "Few",
	});
	expect(afterChange(errors, "name", () => ({ name: "No web address" }))).toEqual({
		...errors,
		name: "No web address",
	});
	expect(afterChange(errors, "lines", () => ({}))).not.toHaveProperty(["lines.0.quantity"]);
});

it("errors stay while a field without one changes, which is not checked before its form is sent", () => {
	const wrong = () => expect.unreachable();
	expect(afterChange(errors, "phone", wrong)).toEqual(errors);
	expect(afterChange({}, "name", wrong)).toEqual({});
});

it("another country takes the errors of its own codes alone", () => {
	const both = { ...errors, "billing.postalCode": "ZIP?", country: "Country?" };
	expect(Object.keys(afterChange(both, "country", () => ({})))).toEqual([
		"name",
		"city",
		"lines.0.quantity",
		"billing.postalCode",
	]);
	expect(Object.keys(afterChange(both, "billing.country", () => ({})))).not.toContain(
		"billing.postalCode",
	);
	expect(afterChange(both, "country", () => ({ country: "Country?" }))).toHaveProperty("country");
});
