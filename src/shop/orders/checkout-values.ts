/** The values of the checkout form by the names of its fields, those of a billing address with a prefix. */
import type { Address, AddressFieldName } from "../addresses/address-columns.ts";
import type { Delivery } from "./orders.ts";

/** What the fields are filled with, by name: what is known, or what was typed. */
export type FilledIn = Delivery & { [name: string]: string | undefined };

/** The name of the field of a form, and of the parameter of its page, that asks for no address: e-mails bring the order. */
export const byMailName = "byMail";

const billingPrefix = "billing.";

/** The values of a form with those of the billing address as one, if it has them. */
export function withBilling(values: Record<string, unknown>) {
	const entries = Object.entries(values).filter(([name]) => name.startsWith(billingPrefix));
	if (entries.length === 0) return values;
	const billing = entries.map(([name, value]) => [name.slice(billingPrefix.length), value]);
	return { ...values, billing: Object.fromEntries(billing) };
}

/** The billing address that the fields are filled with. */
export function billingOf(values: FilledIn, country = ""): Address {
	const value = (name: AddressFieldName) => values[billingPrefix + name] ?? "";
	const [line1, line2, city] = [value("line1"), value("line2"), value("city")];
	return { line1, line2, city, region: value("region"), postalCode: value("postalCode"), country };
}

/** The values without a billing address whose fields were all left empty: without JavaScript the form has them always. */
export function withoutEmptyBilling(values: Record<string, string>): Record<string, string> {
	const billing = Object.entries(values).filter(([name]) => name.startsWith(billingPrefix));
	if (billing.some(([, value]) => value.trim() !== "")) return values;
	return Object.fromEntries(
		Object.entries(values).filter(([name]) => !name.startsWith(billingPrefix)),
	);
}
