import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { countries, countryOptions, isCountry } from "../../config/countries.ts";
import { countryName } from "../../config/country-names.ts";
import { maxLengths } from "../../values/fields.ts";
import {
	addressEntries,
	addressInOneLine,
	addressLines,
	addressSchema,
	regionCode,
} from "./address.ts";
import type { Address, AddressFieldName } from "./address-columns.ts";
import { maxAddressLengths } from "./address-fields.ts";
import { addressFields } from "./address-form.ts";
import { addressFormat, formattedCountries } from "./address-formats.ts";

const empty: Address = { line1: "", line2: "", city: "", region: "", postalCode: "", country: "" };

/** The address of a request, or its errors by field. */
function parse(input: Record<string, unknown>, available?: readonly string[]) {
	const result = v.safeParse(addressSchema(available), input);
	if (result.success) return result.output;
	return Object.fromEntries(
		result.issues.map((issue) => [v.getDotPath(issue), issue.message]).toReversed(),
	);
}

/** Real addresses as a customer may type them, and how they are written. */
const written: [name: string, typed: Partial<Address>, lines: string[]][] = [
	[
		"the United States",
		{
			line1: " 9 Workshop  Lane ",
			line2: "Unit 4",
			city: "Portland",
			region: "oregon",
			postalCode: "972011234",
			country: "us",
		},
		["9 Workshop Lane", "Unit 4", "Portland, OR 97201-1234", "United States"],
	],
	[
		"Canada",
		{
			line1: "80 Wellington St",
			city: "Ottawa",
			region: "ON",
			postalCode: "k1a0a2",
			country: "CA",
		},
		["80 Wellington St", "Ottawa ON K1A 0A2", "Canada"],
	],
	[
		"Australia",
		{ line1: "1 George St", city: "Sydney", region: "nsw", postalCode: "2000", country: "AU" },
		["1 George St", "Sydney NSW 2000", "Australia"],
	],
	[
		"the United Kingdom",
		{ line1: "10 Downing Street", city: "London", postalCode: "sw1a2aa", country: "GB" },
		["10 Downing Street", "London", "SW1A 2AA", "United Kingdom"],
	],
	[
		"Ireland, with its optional fields",
		{
			line1: "Main Street",
			city: "Kinsale",
			region: "Co. Cork",
			postalCode: "d6wxy00",
			country: "IE",
		},
		["Main Street", "Kinsale", "Co. Cork", "D6W XY00", "Ireland"],
	],
	[
		"Ireland, without them",
		{ line1: "Main Street", city: "Kinsale", country: "IE" },
		["Main Street", "Kinsale", "Ireland"],
	],
	[
		"Germany",
		{ line1: "Mühlgasse 3", city: "Leipzig", postalCode: "D-04109", country: "DE" },
		["Mühlgasse 3", "04109 Leipzig", "Germany"],
	],
	[
		"Italy",
		{ line1: "Via Roma 1", city: "Torino", region: "TO", postalCode: "10123", country: "IT" },
		["Via Roma 1", "10123 Torino TO", "Italy"],
	],
	[
		"the Netherlands",
		{ line1: "Damrak 1", city: "Amsterdam", postalCode: "1012lg", country: "NL" },
		["Damrak 1", "1012 LG Amsterdam", "Netherlands"],
	],
	[
		"Portugal",
		{ line1: "Rua Augusta 2", city: "Lisboa", postalCode: "1100 048", country: "PT" },
		["Rua Augusta 2", "1100-048 Lisboa", "Portugal"],
	],
	[
		"Latvia",
		{ line1: "Brīvības iela 3", city: "Rīga", postalCode: "LV-1010", country: "LV" },
		["Brīvības iela 3", "Rīga, LV-1010", "Latvia"],
	],
	[
		"Brazil",
		{
			line1: "Rua Oscar Freire, 379",
			line2: "Jardins",
			city: "São Paulo",
			region: "SP",
			postalCode: "01426001",
			country: "BR",
		},
		["Rua Oscar Freire, 379", "Jardins", "São Paulo - SP", "01426-001", "Brazil"],
	],
	[
		"Japan, in Latin script",
		{
			line1: "1-5-2 Higashi-Shimbashi",
			city: "Minato-ku",
			region: "Tokyo",
			postalCode: "1057123",
			country: "JP",
		},
		["1-5-2 Higashi-Shimbashi", "Minato-ku, Tokyo", "105-7123", "Japan"],
	],
	[
		"Japan, in its own",
		{
			line1: "東新橋1-5-2",
			city: "港区",
			region: "東京都",
			postalCode: "〒１０５ー７１２３",
			country: "JP",
		},
		["〒105-7123", "東京都港区", "東新橋1-5-2", "Japan"],
	],
	[
		"Hong Kong, which has no postal codes",
		{ line1: "8 Finance St", city: "Central", region: "Hong Kong Island", country: "HK" },
		["8 Finance St", "Central", "Hong Kong Island", "Hong Kong SAR China"],
	],
	[
		"Singapore, which is one city",
		{ line1: "1 Raffles Place", postalCode: "048616", country: "SG" },
		["1 Raffles Place", "Singapore 048616", "Singapore"],
	],
	[
		"a country without a format, with all fields",
		{
			line1: "12 Kenyatta Ave",
			city: "Nairobi",
			region: "Nairobi County",
			postalCode: "00100",
			country: "KE",
		},
		["12 Kenyatta Ave", "Nairobi 00100", "Nairobi County", "Kenya"],
	],
];

describe("an address in", () => {
	it.each(written)("%s is written in that order", (_, typed, lines) => {
		const address = parse(typed) as Address;
		expect(addressLines(address)).toEqual(lines);
		expect(addressInOneLine(address)).toBe(lines.join(", "));
		// Its normal form does not change again.
		expect(parse({ ...address })).toEqual(address);
	});

	it("Latin script begins with the recipient; in Japanese the recipient follows", () => {
		const address = { ...empty, line1: "1 Rue", postalCode: "75001", city: "Paris", country: "FR" };
		expect(addressLines(address, "Ada")).toEqual(["Ada", "1 Rue", "75001 Paris", "France"]);
		const local = { ...empty, line1: "東新橋1", region: "東京都", city: "港区", country: "JP" };
		expect(addressLines(local, "中村")).toEqual(["東京都港区", "東新橋1", "中村", "Japan"]);
	});

	it("any country leaves out what is missing, with its punctuation", () => {
		const address = { ...empty, line1: "9 Lane", country: "US" };
		expect(addressInOneLine({ ...address, postalCode: "97201" })).toBe(
			"9 Lane, 97201, United States",
		);
		expect(addressInOneLine({ ...address, city: "Portland" })).toBe(
			"9 Lane, Portland, United States",
		);
		expect(addressInOneLine({ ...empty, line1: "9 Workshop Lane" })).toBe("9 Workshop Lane");
		const inBrazil = { ...empty, line1: "Rua 1", region: "SP", country: "BR" };
		expect(addressInOneLine(inBrazil)).toBe("Rua 1, SP, Brazil");
	});
});

describe("a region", () => {
	/** How people write a code or a name: in any case, with dots, with accents, and with other blanks. */
	const written = (text: string) => [
		text,
		text.toLowerCase(),
		text.toUpperCase(),
		` ${text}. `,
		text.length > 3 ? text.replaceAll(" ", " \u00a0") : [...text].map((one) => `${one}.`).join(""),
		text.replace(/[eao]/, (vowel) => `${vowel}\u0301`),
	];

	it.each(["US", "CA", "AU"])("of %s is its code, however it is written", (country) => {
		const { regions = {} } = addressFormat(country);
		expect(Object.keys(regions).length).toBeGreaterThan(5);
		for (const [code, name] of Object.entries(regions))
			for (const text of [code, name].flatMap(written))
				expect([text, regionCode(country, text)]).toEqual([text, code]);
	});

	it.each([
		["CA", "Québec", "QC"],
		["CA", "Île-du-Prince-Édouard", "Île-du-Prince-Édouard"],
		["AU", "N.S.W.", "NSW"],
		["AU", "Old South Wales", "Old South Wales"],
		["US", "D. C.", "DC"],
		["US", "東京", "東京"],
		["IE", "Co. Cork", "Co. Cork"],
	])("in %s, %s is %s", (country, text, code) => {
		expect(regionCode(country, text)).toBe(code);
	});
});

describe("an address is rejected", () => {
	const us = {
		line1: "9 Lane",
		city: "Portland",
		region: "OR",
		postalCode: "97201",
		country: "US",
	};
	it.each<[string, Record<string, unknown>, Record<string, string>]>([
		["without a country", { line1: "9 Lane", city: "X" }, { country: "Country is Required" }],
		["in an unknown country", { ...us, country: "ZZ" }, { country: "Please choose a country." }],
		[
			"without what its country needs, all errors at once",
			{ country: "US" },
			{
				line1: "Address is Required",
				city: "City is Required",
				region: "State is Required",
				postalCode: "ZIP code is Required",
			},
		],
		["with invisible text alone", { ...us, city: "\u200b" }, { city: "City is Required" }],
		[
			"in a state that is none",
			{ ...us, region: "Bavaria" },
			{ region: "Please choose the state from the list." },
		],
		[
			"with a postal code of another shape",
			{ ...us, postalCode: "SW1A 2AA" },
			{ postalCode: "The ZIP code should look like 12345." },
		],
		[
			"with letters inside of a postal code",
			{ ...us, postalCode: "972OR01" },
			{ postalCode: "The ZIP code should look like 12345." },
		],
		[
			"with a postcode of another shape in Britain",
			{ line1: "1 Road", city: "York", postalCode: "97201", country: "GB" },
			{ postalCode: "The postcode should look like A1 2BC." },
		],
		[
			"with a line that is too long",
			{ ...us, line1: "x".repeat(81) },
			{ line1: "Please use at most 80 characters." },
		],
		[
			"with marks that change the direction of text",
			{ ...us, line1: "9 \u202eLane" },
			{ line1: "Please remove invisible control characters." },
		],
		["that is not text", { ...us, city: 12 }, { city: "This must be text." }],
	])("%s", (_, input, errors) => {
		expect(parse(input)).toEqual(errors);
	});

	it("where the shop does not ship to", () => {
		expect(parse(us, ["DE", "AT"])).toEqual({
			country: "We don't ship to this country: United States.",
		});
		expect(parse({ ...us, country: "XX" }, ["DE"])).toEqual({
			country: "Please choose a country.",
		});
	});

	it("by a form with the same errors as by a request", () => {
		const form = v.safeParse(v.object(addressEntries("US")), { country: "US", postalCode: "x" });
		const errors = form.issues?.map((issue) => [v.getDotPath(issue), issue.message]);
		expect(Object.fromEntries(errors ?? [])).toEqual(parse({ country: "US", postalCode: "x" }));
	});
});

it("a field that a country does not have is emptied", () => {
	const typed = {
		line1: "1 Raffles Place",
		city: "Singapore",
		region: "East",
		postalCode: "048616",
	};
	expect(parse({ ...typed, country: "SG" })).toMatchObject({ city: "", region: "" });
});

describe("the fields of the form", () => {
	/** The fields that the form shows at first, with their labels. */
	const shown = (country: string) =>
		addressFields(country)
			.filter(({ collapsed }) => !collapsed)
			.map(({ label, required }) => label + (required ? "" : "?"));

	it.each([
		["US", "Address, City, State, ZIP code"],
		["CA", "Address, City, Province, Postal code"],
		["AU", "Address, Suburb, State, Postcode"],
		["GB", "Address, Town or city, Postcode"],
		["IE", "Address, Town or city, County?, Eircode?"],
		["DE", "Address, Postal code, City"],
		["IN", "Address, City, PIN code, State"],
		["BR", "Address, Neighborhood or apartment?, City, State, Postal code"],
		["JP", "Postal code, Prefecture, City or ward, Address"],
		["AE", "Address, Emirate"],
		["SG", "Address, Postal code"],
		["HK", "Area, District?, Address"],
		["KE", "Address, City, Postal code?, State, province or region?"],
	])("in %s: %s", (country, labels) => {
		expect(shown(country).join(", ")).toBe(labels);
	});

	it("are few in every country, complete and filled in by browsers", () => {
		for (const country of countries) {
			const fields = addressFields(country);
			// With name, phone, and e-mail or note, these are eight.
			expect(shown(country).length, country).toBeLessThanOrEqual(5);
			expect(fields, country).toContainEqual(
				expect.objectContaining({ name: "line1", required: true }),
			);
			expect(fields, country).toContainEqual(
				expect.objectContaining({ name: "line2", required: false }),
			);
			for (const { autocomplete, label, maxLength, name, collapsed } of fields) {
				expect(autocomplete).toMatch(/^(address-(line|level)[12]|postal-code)$/);
				expect(label).toMatch(/^[A-Z]/);
				expect(maxLength).toBe(maxAddressLengths[name]);
				expect(collapsed && name !== "line2").toBe(false);
			}
			const tokens = fields.map(({ autocomplete }) => autocomplete);
			expect(new Set(tokens).size).toBe(fields.length);
		}
	});

	it("offer the regions where tax depends on them", () => {
		const options = (country: string) =>
			addressFields(country).find(({ name }) => name === "region")?.options;
		expect(options("US")).toHaveLength(59);
		expect(options("US")).toContainEqual({ value: "DC", label: "District of Columbia" });
		expect(options("CA")).toHaveLength(13);
		expect(options("AU")).toHaveLength(8);
		expect(options("IN")).toBeUndefined();
	});

	it("have the digits' keyboard where a postal code has digits only", () => {
		const postalCode = (country: string) =>
			addressFields(country).find(({ name }) => name === "postalCode");
		const modes = ["US", "JP", "GB", "KE"].map((country) => postalCode(country)?.inputMode);
		expect(modes).toEqual(["numeric", "numeric", "text", "text"]);
		expect(postalCode("GB")?.autoCapitalize).toBe("characters");
		expect(addressFields("US")[0]).toMatchObject({ inputMode: "text", autoCapitalize: "words" });
	});
});

describe("the formats", () => {
	it("are of countries that exist, about as many as there are carriers' main destinations", () => {
		expect(formattedCountries.filter((code) => !countries.includes(code))).toEqual([]);
		expect(formattedCountries.length).toBeGreaterThan(70);
	});

	it("have every field in both orders, and require no other", () => {
		const names = (lines: string) =>
			[...lines.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
		for (const country of formattedCountries) {
			const { lines, localLines, optional } = addressFormat(country);
			expect(names(localLines ?? lines), country).toEqual(names(lines));
			expect(
				optional.filter((name) => !lines.includes(`{${name}}`)),
				country,
			).toEqual([]);
		}
	});
});

it("the fields of every country and how they are written are as reviewed", async () => {
	const sample = { ...empty, line1: "Line 1", line2: "Line 2", city: "City", region: "Region" };
	const summary = (country: string) => {
		const { postalCodeShapes = [], localLines } = addressFormat(country);
		const fields = addressFields(country).map(
			({ label, required, collapsed }) => `${collapsed ? "+" : ""}${label}${required ? "" : "?"}`,
		);
		const address = { ...sample, postalCode: postalCodeShapes[0] ?? "Code", country };
		return [
			`${country} ${countryName(country)}: ${fields.join(", ")}`,
			addressInOneLine(address),
			localLines && addressInOneLine({ ...address, line1: "東 1" }),
			postalCodeShapes.join(" or "),
			addressFields(country)
				.flatMap(({ options = [] }) => options)
				.map(({ value, label }) => `${value} ${label}`)
				.join(", "),
		]
			.filter(Boolean)
			.join("\n  ");
	};
	// Kenya has the default.
	const text = [...formattedCountries, "KE"].toSorted().map(summary).join("\n");
	await expect(`${text}\n`).toMatchFileSnapshot("address-formats.snap.txt");
});

it("any address has at most the length of an order's address, and no empty line", () => {
	const characters = fc.constantFrom("a", "é", "東", "-", "9", " ");
	const text = (name: AddressFieldName) =>
		fc.string({ unit: characters, maxLength: maxAddressLengths[name] });
	const addresses = fc.record({
		line1: text("line1"),
		line2: text("line2"),
		city: text("city"),
		region: text("region"),
		postalCode: text("postalCode"),
		country: fc.constantFrom(...countries),
	});
	fc.assert(
		fc.property(addresses, (address) => {
			expect(addressInOneLine(address).length).toBeLessThanOrEqual(maxLengths.address);
			expect(addressLines(address)).not.toContain("");
		}),
	);
	for (const country of countries) {
		const longest = Object.entries(maxAddressLengths).map(([name, max]) => [name, "x".repeat(max)]);
		const address = { ...Object.fromEntries(longest), country } as Address;
		expect(addressInOneLine(address).length).toBeLessThanOrEqual(maxLengths.address);
	}
});

it("what the schema accepts, it accepts again unchanged, and nothing throws", () => {
	const text = fc.oneof(fc.string(), fc.constantFrom("", "OR", "12345", "SW1A 2AA", "1012 LG"));
	const typed = fc.record({
		line1: text,
		line2: text,
		city: text,
		region: text,
		postalCode: text,
		country: fc.oneof(fc.constantFrom(...countries), text),
	});
	fc.assert(
		fc.property(typed, (input) => {
			const first = v.safeParse(addressSchema(), input);
			if (first.success) expect(parse({ ...first.output })).toEqual(first.output);
		}),
		{ numRuns: 300 },
	);
});

it("takes the country and a postal code without a known shape in any case, with spaces", () => {
	const typed = { line1: "1 Road", city: "Town", country: " gb ", postalCode: "sw1a 2aa" };
	expect(parse(typed)).toMatchObject({ country: "GB", postalCode: "SW1A 2AA" });
	const inOregon = { line1: "1 Road", city: "Salem", region: "oregon", postalCode: "97301" };
	expect(parse({ ...inOregon, country: " us " })).toMatchObject({ country: "US", region: "OR" });
	const noShape = { line1: "1 Road", city: "Stanley", country: "fk", postalCode: "ab1" };
	expect(parse(noShape)).toMatchObject({ country: "FK", postalCode: "AB1" });
});

describe("countries", () => {
	it("are the 249 of ISO 3166-1 but four without post, and Kosovo, each with a name", () => {
		expect(countries).toHaveLength(246);
		expect(new Set(countries).size).toBe(246);
		for (const code of ["AQ", "BV", "HM", "UM"]) expect(isCountry(code), code).toBe(false);
		for (const code of countries) expect(countryName(code)).not.toBe(code);
		expect(countryName("DE")).toBe("Germany");
		expect(countryName("")).toBe("");
		expect(countryName("nowhere")).toBe("nowhere");
	});

	it("are offered by name", () => {
		expect(countryOptions(["DE", "AX", "AT"])).toEqual([
			{ value: "AX", label: "Åland Islands" },
			{ value: "AT", label: "Austria" },
			{ value: "DE", label: "Germany" },
		]);
	});
});
