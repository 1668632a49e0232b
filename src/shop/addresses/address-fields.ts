/** The fields of an address, without the formats of the countries, which few pages have the bytes for. */
import * as v from "valibot";
import { pastedText, text } from "../../values/fields.ts";
import type { AddressFieldName } from "./address-columns.ts";

/** Maximum lengths in characters. With any country's name, the address of an order has at most 300. */
export const maxAddressLengths: Readonly<Record<AddressFieldName, number>> = {
	line1: 80,
	line2: 60,
	city: 60,
	region: 32,
	postalCode: 12,
};

/** The fields of an address in a request. `parseAddress` checks them by the format of the country. */
export const addressTexts = {
	line1: v.optional(text(maxAddressLengths.line1)),
	line2: v.optional(text(maxAddressLengths.line2)),
	city: v.optional(text(maxAddressLengths.city)),
	region: v.optional(text(maxAddressLengths.region)),
	postalCode: v.optional(pastedText(maxAddressLengths.postalCode)),
	country: v.optional(text(2)),
};
