import { expect, it } from "vitest";
import { parseForm } from "../../values/parse-form.ts";
import { identificationOf, makerForm, toMaker } from "./makers.ts";

const sent = {
	name: "Oilers",
	address: "1 Wells Road",
	contact: "hello@oilers.test",
	country: "NL",
	responsibleName: "",
	responsibleAddress: "",
	responsibleContact: "",
};

const parse = (changes: Partial<typeof sent> = {}) =>
	parseForm(makerForm, new URLSearchParams({ ...sent, ...changes }));

it("a maker in the European Union needs nobody who is responsible", () => {
	expect(parse()).toEqual({ output: sent });
	expect(toMaker(sent)).not.toHaveProperty("responsible");
});

it("one outside does, with both addresses", () => {
	const responsible = {
		responsibleName: "Oilers Europe",
		responsibleAddress: "2 Quay",
		responsibleContact: "https://oilers.test/eu",
	};
	expect(parse({ country: "US" })).toHaveProperty("fields.responsibleName");
	expect(parse({ country: "US", ...responsible, responsibleAddress: "" })).toHaveProperty(
		"fields.responsibleName",
	);
	expect(parse({ country: "US", ...responsible })).toEqual({
		output: { ...sent, country: "US", ...responsible },
	});
	expect(toMaker({ ...sent, ...responsible }).responsible).toEqual({
		name: "Oilers Europe",
		address: "2 Quay",
		contact: "https://oilers.test/eu",
	});
});

it.each(["", "oilers", "http://oilers.test", "a@b", "javascript:alert(1)"])(
	"%j is no electronic address",
	(contact) => {
		expect(parse({ contact })).toHaveProperty("fields.contact");
	},
);

it("a tool is identified by its codes, or by its address without any", () => {
	const tool = { _id: "1", address: "oil", name: "Oil" };
	expect(identificationOf(tool, { sku: "O-1", gtin: "4006381333931", mpn: "77" })).toBe(
		"Oil, 77, O-1, GTIN 4006381333931",
	);
	expect(identificationOf(tool, {})).toBe("Oil, oil");
});
