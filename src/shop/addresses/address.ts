/** The address that an order is delivered to: its schema and how it is written. Runs in the Worker and the browser. */
import * as v from "valibot";
import { countries, isCountry } from "../../config/countries.ts";
import { countryName } from "../../config/country-names.ts";
import * as errors from "../../messages/address-errors.ts";
import { noShippingTo } from "../../messages/checkout.ts";
import * as messages from "../../messages/messages.ts";
import { type FieldErrors, fieldErrors } from "../../values/field-errors.ts";
import { pastedText, text } from "../../values/fields.ts";
import { type Address, type AddressFieldName, addressFieldNames } from "./address-columns.ts";
import { maxAddressLengths } from "./address-fields.ts";
import { isRequired } from "./address-form.ts";
import { addressFormat } from "./address-formats.ts";

/** The code of one of the available countries. */
function countryField(available: readonly string[]) {
	return v.pipe(
		v.optional(v.string(messages.countryRequired), ""),
		v.trim(),
		v.transform((code) => code.toUpperCase()),
		v.minLength(1, messages.countryRequired),
		v.check((code) => isCountry(code), messages.countryUnknown),
		v.check(
			(code) => !isCountry(code) || available.includes(code),
			({ input }) => noShippingTo(countryName(input)),
		),
	);
}

/** The entries of a form that asks for an address in one country. */
export function addressEntries(country: string, available: readonly string[] = countries) {
	return {
		line1: fieldSchema(country, "line1"),
		line2: fieldSchema(country, "line2"),
		city: fieldSchema(country, "city"),
		region: fieldSchema(country, "region"),
		postalCode: fieldSchema(country, "postalCode"),
		country: countryField(available),
	};
}

/** A field in its normal form: trimmed, a listed region as its code, a postal code in its shape. */
function fieldSchema(country: string, name: AddressFieldName) {
	const { lines, labels, postalCodeShapes: shapes, regions } = addressFormat(country);
	const isAsked = lines.includes(`{${name}}`);
	const isListed = (value: string) =>
		name !== "region" || !regions || Object.hasOwn(regions, value);
	const hasShape = (value: string) =>
		name !== "postalCode" || !shapes || toShape(value, shapes) !== undefined;
	return v.pipe(
		v.optional((name === "postalCode" ? pastedText : text)(maxAddressLengths[name]), ""),
		v.transform((value) => (isAsked ? oneLine(value) : "")),
		v.transform((value) => {
			if (name === "region") return regionCode(country, value);
			if (name !== "postalCode") return value;
			return toShape(value, shapes ?? []) ?? value.toUpperCase();
		}),
		v.check(
			(value) => value !== "" || !isAsked || !isRequired(country, name),
			errors.isRequired(labels[name]),
		),
		v.check(
			(value) => value === "" || isListed(value),
			errors.chooseFromList(inSentence(labels[name])),
		),
		v.check(
			(value) => value === "" || hasShape(value),
			errors.mustLookLike(inSentence(labels[name]), exampleOf(shapes?.[0] ?? "")),
		),
	);
}

function oneLine(value: string): string {
	return value.replace(/\s+/g, " ");
}

/** "State" is "state", but "ZIP code" stays. */
function inSentence(label: string): string {
	return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** The letters of a region: "Québec" is "QUEBEC", and "N.S.W." is "NSW". */
const plainRegion = (text: string): string =>
	text
		.normalize("NFKD")
		.toUpperCase()
		.replace(/[^A-Z]/g, "");

/**
 * Returns the code of a country's region that is written as its code or its name, with or without accents and dots: QC of
 * "Québec". Where a country has no list, or none such is in it, the text.
 */
export function regionCode(country: string, value: string): string {
	const { regions = {} } = addressFormat(country);
	const typed = plainRegion(value);
	const region = Object.entries(regions).find(
		([code, name]) => code === typed || plainRegion(name) === typed,
	);
	return region ? region[0] : value;
}

/**
 * Writes a postal code in the first of the shapes that it has, whatever stands between its characters:
 * "sw1a1aa" is "SW1A 1AA". Letters of the country before the number are left out: "D-04109".
 */
function toShape(value: string, shapes: readonly string[]): string | undefined {
	const characters = value
		.normalize("NFKC")
		.toUpperCase()
		.replace(/[\p{P}\p{S}\p{Z}ー]/gu, "");
	for (const candidate of [characters, characters.replace(/^[A-Z]{1,2}(?=\d)/, "")]) {
		for (const shape of shapes) {
			const written = fillShape(shape, candidate);
			if (written !== undefined) return written;
		}
	}
	return undefined;
}

/** What a mark in a shape stands for, one character. */
const classes: Record<string, RegExp> = { "9": /[0-9]/, A: /[A-Z]/, X: /[0-9A-Z]/ };

function fillShape(shape: string, characters: string): string | undefined {
	const rest = [...characters];
	let written = "";
	for (const mark of shape) {
		const pattern = classes[mark];
		const character = pattern ? rest.shift() : mark;
		if (character === undefined || (pattern && !pattern.test(character))) return undefined;
		written += character;
	}
	return rest.length === 0 ? written : undefined;
}

/** Returns an example of a shape: "12345" for "99999". */
function exampleOf(shape: string): string {
	let digits = 0;
	let letters = 0;
	return [...shape]
		.map((mark) => {
			if (mark === "9") return String((digits++ % 9) + 1);
			return classes[mark] ? String.fromCharCode(65 + letters++) : mark;
		})
		.join("");
}

/**
 * The address of a request, in any of the available countries. Returns it in its normal form. A form has
 * `addressEntries` beside its other fields instead, so that the errors of all come at once.
 */
export function addressSchema(available: readonly string[] = countries) {
	const entries = v.entriesFromList(
		[...addressFieldNames, "country"] as const,
		v.optional(v.string(messages.invalidText), ""),
	);
	return v.pipe(
		v.object(entries),
		v.rawTransform(({ dataset, addIssue, NEVER }): Address => {
			const input = dataset.value;
			const country = input.country.trim().toUpperCase();
			const schema = v.object(addressEntries(country, available));
			const parsed = v.safeParse(schema, input);
			if (parsed.success) return withoutPlace(parsed.output);
			const errors = v.flatten<typeof schema>(parsed.issues).nested ?? {};
			for (const key of Object.keys(entries) as (keyof typeof entries)[]) {
				for (const message of errors[key] ?? []) {
					const item = { type: "object", origin: "value", input, key, value: input[key] } as const;
					addIssue({ message, path: [item] });
				}
			}
			return NEVER;
		}),
	);
}

/** Parses the fields of a request: returns the address, or what is wrong with its fields. */
export function parseAddress(
	input: object,
	available: readonly string[] = countries,
): { address: Address } | { errors: FieldErrors } {
	const parsed = v.safeParse(addressSchema(available), input);
	return parsed.success ? { address: parsed.output } : { errors: fieldErrors(parsed.issues) };
}

/**
 * Returns an address whose first line does not repeat what the others say, as it does if a browser or a customer has
 * entered all of it there: it would be printed twice.
 */
function withoutPlace(address: Address): Address {
	const cityLines = addressLines({ ...address, line1: "", line2: "" });
	for (const repeated of [cityLines, cityLines.slice(0, -1)]) {
		const end = `, ${repeated.join(", ")}`.toLowerCase();
		if (repeated.length > 0 && address.line1.toLowerCase().endsWith(end))
			return { ...address, line1: address.line1.slice(0, -end.length) };
	}
	return address;
}

const localScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns the lines of an address for a label or a receipt: the recipient, the lines in the order of its
 * country, and the country.
 */
export function addressLines(address: Address, recipient = ""): string[] {
	const format = addressFormat(address.country);
	const isLocal = format.localLines && localScript.test(address.line1 + address.city);
	const lines = (isLocal ? format.localLines : format.lines) ?? format.lines;
	const written = lines.split("\n").map((line) => fillLine(line, address));
	// In these scripts the order is from the largest to the smallest part.
	const all = isLocal ? [...written, recipient] : [recipient, ...written];
	return [...all, countryName(address.country)].filter((line) => line !== "");
}

/** The lines of an order's delivery address. That of a line that was bought alone is one line, without a country. */
export function deliveryLines(delivery: Address & { name: string }): string[] {
	const { name, line1, country } = delivery;
	return country ? addressLines(delivery, name) : [name, line1];
}

/** Returns an address in one line, such as the `address` of an order in the API. */
export function addressInOneLine(address: Address): string {
	return addressLines(address).join(", ");
}

/** Replaces the fields of a line. What stands between two fields is written if both are there. */
function fillLine(line: string, address: Address): string {
	let written = "";
	for (const [, before = "", name = ""] of line.matchAll(/([^{}]*)\{(\w+)\}/g)) {
		const value = address[name as AddressFieldName];
		if (value === "") continue;
		written += (written === "" ? before.replace(/^[^\p{L}〒]+/u, "") : before) + value;
	}
	return written;
}
