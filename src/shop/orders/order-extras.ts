/** What some buyers add to an order: a company's facts, another billing address, and that it is a gift. */
import * as v from "valibot";
import * as messages from "../../messages/messages.ts";
import { maxLengths, multilineText, pastedText, personName, text } from "../../values/fields.ts";
import { addressLines } from "../addresses/address.ts";
import type { Address } from "../addresses/address-columns.ts";
import { addressTexts } from "../addresses/address-fields.ts";
import { giftFields } from "./gift.ts";

/** Maximum length of a tax number and of a reference, in characters. */
export const maxReferenceLength = 40;

/** Who an order is billed to, if that is not who gets it. */
export interface Billing extends Address {
	name: string;
}

/** The fields without the billing address, which a form checks by the format of its country. */
export const plainEntries = {
	company: v.optional(text(maxLengths.name)),
	/** The company's number for VAT or other taxes, as it stands on the receipt. Nobody checks it. */
	taxNumber: v.optional(pastedText(maxReferenceLength)),
	/** What the company calls the order. */
	reference: v.optional(pastedText(maxReferenceLength)),
	/** Printed on the packing slip. */
	giftNote: v.optional(multilineText(maxLengths.note)),
};

/** The fields of a request. The server checks the billing address by the format of its country. */
export const extrasEntries = {
	...plainEntries,
	/** Whether the parcel tells no prices, because it is a gift. */
	hidesPrices: v.optional(v.boolean(messages.invalidText)),
	billing: v.optional(v.object({ name: v.optional(personName), ...addressTexts })),
	/** Who gets the gift cards that are bought, by e-mail. */
	gift: v.optional(giftFields),
};

/** The extras of an order. What was left out is empty. */
export interface OrderExtras {
	company: string;
	taxNumber: string;
	reference: string;
	giftNote: string;
	hidesPrices: boolean;
	billing: Billing | null;
}

/** The lines of who an order is billed to; none if that is who gets it. */
export function billingLines({
	company,
	billing,
}: Pick<OrderExtras, "company" | "billing">): string[] {
	const address = billing ? addressLines(billing, billing.name) : [];
	return company === "" ? address : [company, ...address];
}
