import { describe, expect, it } from "vitest";
import { optionsNeedFamily } from "../../messages/imports.ts";
import {
	type ColumnTarget,
	chosenColumns,
	guessColumns,
	headerKey,
	readHeadings,
	targetLabel,
	wrongChoice,
} from "./columns.ts";
import { type FileColumns, toolHeadings } from "./tool-columns.ts";

function columnsOf(headings: string[]): FileColumns {
	const found = readHeadings(headings);
	if (typeof found === "string") throw new Error(found);
	return found;
}

it("a supplier's file has other names for columns, and some that are not read", () => {
	const headings = ["Item number", "EAN", "Brand", "Colour", "Price", "Qty", "Part number"];
	expect(columnsOf(headings)).toMatchObject({
		fields: [
			["maker", 2],
			["sku", 0],
			["gtin", 1],
			["quantity", 5],
			["price", 4],
		],
		ignored: ["Colour", "Part number"],
	});
});

describe("the first line of a file", () => {
	it.each([
		[["ID"], /must name the columns: ID, Name/],
		[[], /must name the columns/],
		[["", " "], /must name the columns/],
		[["Price", " PRICE "], /“ PRICE ” twice/],
		[["ID", "Colour"], /first line must name/],
	])("%j is wrong", (headings, message) => {
		expect(readHeadings(headings)).toMatch(message);
	});

	it("may have other words for a column, in any case, and columns without a heading", () => {
		expect(columnsOf(["minOrderQuantity", "quantity", "IMAGE", "", " ", "Low-stock"])).toEqual({
			id: -1,
			fields: [
				["minOrderQuantity", 0],
				["quantity", 1],
				["lowStock", 5],
				["images", 2],
			],
			specifications: [],
			weightUnit: "g",
			supplier: null,
			ignored: [],
			count: 6,
		});
	});
});

describe("the columns of families", () => {
	it("are those of an export, and those of other shops' files", () => {
		const place = 0;
		expect(columnsOf(["Handle", "Option1 Name", "Option1 Value", "Option2 Value"]).family).toEqual({
			place,
			options: [
				{ name: { place: 1 }, place: 2 },
				{ name: { place: -1 }, place: 3 },
			],
		});
		expect(columnsOf(toolHeadings)).toMatchObject({
			ignored: [],
			family: { options: [expect.anything(), expect.anything(), expect.anything()] },
		});
	});

	it("are not read without the family itself", () => {
		expect(columnsOf(["Name", "Option 1 value"])).toMatchObject({ ignored: ["Option 1 value"] });
		expect(wrongChoice(["name", "option"])).toBe(optionsNeedFamily);
		expect(wrongChoice(["family", "option", "option"])).toBeUndefined();
	});

	it("of a supplier are options by their headings", () => {
		const headings = ["Parent SKU", "Size"];
		expect(guessColumns(headings)).toEqual(["family", "option"]);
		expect(chosenColumns(headings, ["family", "option"], null).family).toEqual({
			place: 0,
			options: [{ name: { heading: "Size" }, place: 1 }],
		});
	});
});

describe("the columns of a supplier", () => {
	const headings = ["Art.-Nr.", "Bezeichnung", "UVP", "Colour", "Gewicht (kg)", "Notes", "EAN"];

	it("are guessed by their headings, for somebody to look at", () => {
		expect(guessColumns(headings)).toEqual([
			"sku",
			"name",
			"price",
			"specification",
			"weightKg",
			"ignore",
			"gtin",
		]);
		expect(guessColumns(["Weight", "Weight (kg)", "Weight in kg"])).toEqual([
			"weight",
			"ignore",
			"ignore",
		]);
	});

	it("are read as they are chosen, with the supplier of new tools", () => {
		const chosen: ColumnTarget[] = ["sku", "name", "price", "specification", "weightKg"];
		expect(chosenColumns(headings, chosen, "Northern")).toEqual({
			id: -1,
			count: 7,
			ignored: [],
			supplier: "Northern",
			weightUnit: "kg",
			fields: [
				["sku", 0],
				["name", 1],
				["price", 2],
				["weight", 4],
			],
			specifications: [["Colour", 3]],
		});
	});

	it.each<[chosen: ColumnTarget[], wrong: RegExp | undefined]>([
		[["sku", "sku"], /^Two columns are set to SKU/],
		[["weight", "weightKg"], /^Two columns are set to Weight/],
		[["id", "ignore"], /at least one/],
		[["price", "ignore", "ignore", "specification", "specification"], undefined],
	])("can't be %j", (chosen, wrong) => {
		const found = wrongChoice(chosen);
		if (wrong) expect(found).toMatch(wrong);
		else expect(found).toBeUndefined();
	});

	it("are the same whatever the case and the signs of the headings", () => {
		expect(headerKey(["Art.-Nr.", "PRIX ", ""])).toBe(headerKey(["art nr", "Prix", " "]));
		expect(headerKey(["a b"])).not.toBe(headerKey(["a", "b"]));
	});

	it("have names", () => {
		expect([targetLabel("ignore"), targetLabel("sku")]).toEqual(["Don't import", "SKU"]);
	});
});
