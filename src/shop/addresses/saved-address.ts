/** Divides the one line of a profile's address into the fields of the checkout form. */
import * as v from "valibot";
import { countries } from "../../config/countries.ts";
import { countryName } from "../../config/country-names.ts";
import { addressInOneLine, addressSchema } from "./address.ts";
import { type Address, type AddressFieldName, addressFieldNames } from "./address-columns.ts";
import { maxAddressLengths } from "./address-fields.ts";
import { addressFormat, formattedCountries } from "./address-formats.ts";

/** One character of the private use area stands for each field while a pattern is made. */
const marks: Readonly<Record<AddressFieldName, string>> = {
	line1: "\uE000",
	line2: "\uE001",
	city: "\uE002",
	region: "\uE003",
	postalCode: "\uE004",
};

/** Which fields an address may have, the most first. */
const fieldSets: readonly (readonly AddressFieldName[])[] = [
	["line1", "line2", "city", "region", "postalCode"],
	["line1", "city", "region", "postalCode"],
	["line1", "line2", "city", "postalCode"],
	["line1", "city", "postalCode"],
	["line1", "line2", "city", "region"],
	["line1", "city", "region"],
	["line1", "city"],
];

const fullFieldSets = fieldSets.filter(
	(names) => names.includes("region") && names.includes("postalCode"),
);

/** Countries whose addresses tell where they are: a listed region and a postal code of its shape are of no other. */
const tellingCountries = formattedCountries.filter((code) => {
	const { regions, postalCodeShapes } = addressFormat(code);
	return regions && postalCodeShapes;
});

const noFields = { line1: "", line2: "", city: "", region: "", postalCode: "" };

/** What says which flat or house it is, so that the street follows. */
const beforeStreet = /^(c\/o|flat|apartment|apt|unit|suite|room|floor)\b|^\P{N}+$/iu;

/**
 * Returns the fields of an address in one line. If it is written as its country writes addresses, all of them. Else only the
 * street, and the customer enters the rest: the whole line as the street would be printed beside the city again.
 * `likelyCountry` is the country of an address that names none, unless its region and postal code tell; it may be empty.
 */
export function splitSavedAddress(
	saved: string,
	likelyCountry: string,
	available: readonly string[] = countries,
): Address {
	const parts = saved
		.split(/[\n,]/)
		.map((part) => part.trim())
		.filter((part) => part !== "");
	const last = parts.at(-1)?.toLowerCase();
	const named = countries.find((code) => countryName(code).toLowerCase() === last);
	const country = named ?? likelyCountry;
	const line = (named ? parts.slice(0, -1) : parts).join(", ");
	for (const names of country ? fieldSets : []) {
		const fields = readFields(line, country, names);
		if (fields && available.includes(country)) return fields;
	}
	for (const telling of named ? [] : tellingCountries) {
		if (!available.includes(telling)) continue;
		for (const names of fullFieldSets) {
			const fields = readFields(line, telling, names);
			if (fields) return fields;
		}
	}
	const [first = "", second = ""] = parts;
	const street = beforeStreet.test(first) && parts.length > 2 ? `${first}, ${second}` : first;
	return {
		...noFields,
		line1: street.length <= maxAddressLengths.line1 ? street : "",
		country: available.includes(country) ? country : "",
	};
}

/** Returns these fields of a line without its country, if the address that they make is written as the line is. */
function readFields(
	line: string,
	country: string,
	names: readonly AddressFieldName[],
): Address | undefined {
	const marked = Object.fromEntries(names.map((name) => [name, marks[name]]));
	const written = addressInOneLine({ ...noFields, ...marked, country });
	const end = `, ${countryName(country)}`;
	if (!written.endsWith(end)) return undefined;
	let pattern = RegExp.escape(written.slice(0, -end.length));
	for (const name of addressFieldNames)
		pattern = pattern.replace(marks[name], `(?<${name}>${name === "line1" ? ".+?" : "[^,]+?"})`);
	const groups = new RegExp(`^${pattern}$`, "iu").exec(line)?.groups;
	const parsed = groups && v.safeParse(addressSchema([country]), { ...groups, country });
	if (!parsed?.success) return undefined;
	const isSame = addressInOneLine(parsed.output).toLowerCase() === `${line}${end}`.toLowerCase();
	return isSame ? parsed.output : undefined;
}
