/** The fields of an address, without the formats of the countries, which few pages have the bytes for. */
import * as v from "valibot";
import { text } from "../../values/fields.ts";

/** The fields of an address besides its country. */
export const addressFieldNames = ["line1", "line2", "city", "region", "postalCode"] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];

/** An address. What its country's addresses do not have is empty. */
export interface Address {
	line1: string;
	line2: string;
	city: string;
	/** A code if the country's regions are listed, otherwise as it was typed. */
	region: string;
	postalCode: string;
	/** ISO 3166-1 alpha-2. */
	country: string;
}

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
	postalCode: v.optional(text(maxAddressLengths.postalCode)),
	country: v.optional(text(2)),
};
