/** The values of the checkout form by the names of its fields, those of a billing address with a prefix. */
import type { Address, AddressFieldName } from "../addresses/address-columns.ts";
import type { Delivery } from "./orders.ts";

/** What the fields are filled with, by name: what is known, or what was typed. */
export type FilledIn = Delivery & { [name: string]: string | undefined };

/** The name of the field of a form, and of the parameter of its page, that asks for no address: e-mails bring the order. */
export const byMailName = "byMail";

const billingPrefix = "billing.";

/** The parts of a form that few orders need. The names of their fields have these before a dot. */
const parts = ["billing", "gift"];

const fieldsOf = <Value>(values: Record<string, Value>, part: string) =>
	Object.entries(values).filter(([name]) => name.startsWith(`${part}.`));

/** The values of a form with those of each of its parts as one, if it has them. */
export function withParts(values: Record<string, unknown>) {
	const found = parts.flatMap((part) => {
		const fields = fieldsOf(values, part);
		const own = fields.map(([name, value]) => [name.slice(part.length + 1), value]);
		return fields.length > 0 ? [[part, Object.fromEntries(own)]] : [];
	});
	return { ...values, ...Object.fromEntries(found) };
}

/** The billing address that the fields are filled with. */
export function billingOf(values: FilledIn, country = ""): Address {
	const value = (name: AddressFieldName) => values[billingPrefix + name] ?? "";
	const [line1, line2, city] = [value("line1"), value("line2"), value("city")];
	return { line1, line2, city, region: value("region"), postalCode: value("postalCode"), country };
}

/** The values without parts whose fields were all left empty: without JavaScript the form has them always. */
export function withoutEmptyParts(values: Record<string, string>): Record<string, string> {
	const empty = parts.flatMap((part) => {
		const fields = fieldsOf(values, part);
		return fields.every(([, value]) => value.trim() === "") ? fields.map(([name]) => name) : [];
	});
	return Object.fromEntries(Object.entries(values).filter(([name]) => !empty.includes(name)));
}
