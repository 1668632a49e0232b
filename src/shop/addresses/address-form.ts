/** The fields of an address in a form, by its country. Without their rules, so that a form is there before these. Runs in the Worker and the browser. */
import { type AddressFieldName, addressFieldNames } from "./address-columns.ts";
import { maxAddressLengths } from "./address-fields.ts";
import { addressFormat } from "./address-formats.ts";
import type { Regions } from "./regions.ts";

/** The autofill tokens (HTML Living Standard: Autofill), which follow "shipping" or "billing". */
const autocomplete: Record<AddressFieldName, string> = {
	line1: "address-line1",
	line2: "address-line2",
	city: "address-level2",
	region: "address-level1",
	postalCode: "postal-code",
};

/** A field of the address form. */
export interface AddressField {
	name: AddressFieldName;
	label: string;
	required: boolean;
	/** Whether the form shows a button that adds the field, as long as it is empty. */
	collapsed: boolean;
	autocomplete: string;
	maxLength: number;
	inputMode: "text" | "numeric";
	autoCapitalize: "words" | "characters";
	/** What to choose from. Undefined: a text. */
	options: readonly { value: string; label: string }[] | undefined;
}

/** Returns the fields of a country's addresses besides the country, in the order in which they are written there. */
export function addressFields(country: string): AddressField[] {
	const format = addressFormat(country);
	return fieldsIn(format.localLines ?? format.lines).map((name) => {
		const shapes = name === "postalCode" ? format.postalCodeShapes : undefined;
		return {
			name,
			label: format.labels[name],
			required: isRequired(country, name),
			collapsed: name === "line2" && !format.showsLine2,
			autocomplete: autocomplete[name],
			maxLength: maxAddressLengths[name],
			inputMode: shapes?.every((shape) => !/[AX]/.test(shape)) ? "numeric" : "text",
			autoCapitalize: name === "postalCode" ? "characters" : "words",
			options: name === "region" && format.regions ? toOptions(format.regions) : undefined,
		};
	});
}

function fieldsIn(lines: string): AddressFieldName[] {
	const position = (name: AddressFieldName) => lines.indexOf(`{${name}}`);
	return addressFieldNames
		.filter((name) => position(name) >= 0)
		.toSorted((a, b) => position(a) - position(b));
}

/** Whether a field of an address in this country must be filled in. */
export function isRequired(country: string, name: AddressFieldName): boolean {
	return name !== "line2" && !addressFormat(country).optional.includes(name);
}

function toOptions(regions: Regions): { value: string; label: string }[] {
	return Object.entries(regions).map(([value, label]) => ({ value, label }));
}
