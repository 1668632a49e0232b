/** The rules of the forms that ask for a delivery: the checkout's, and that of an order that is changed. Loaded when they are filled in. */
import * as v from "valibot";
import * as messages from "../../messages.ts";
import {
	email,
	maxLengths,
	multilineText,
	requiredPastedText,
	requiredPersonName,
	text,
} from "../../values/fields.ts";
import { addressEntries } from "../addresses/address.ts";
import { plainEntries } from "./order-extras.ts";
import { maxServiceLength } from "./orders.ts";

/**
 * The checkout form's schema for an address in one country, with the rules that the server applies too.
 * Guests also type their e-mail. With a `billingCountry` there is another billing address, in that country.
 */
export function checkoutForm(
	country: string,
	available: readonly string[],
	isGuest: boolean,
	billingCountry?: string,
) {
	return v.object({
		email: isGuest ? email : v.optional(email),
		name: requiredPersonName,
		...addressEntries(country, available),
		phone: requiredPastedText(maxLengths.phone, messages.phoneRequired),
		service: v.optional(text(maxServiceLength)),
		note: v.optional(multilineText(maxLengths.note)),
		...extrasForm(billingCountry),
	});
}

/** The fields of a form; a billing address, if it has one, is in this country. */
function extrasForm(billingCountry = "") {
	return {
		...plainEntries,
		/** A checkbox. */
		hidesPrices: v.optional(
			v.pipe(
				v.string(),
				v.transform(() => true),
			),
		),
		billing: v.optional(v.object({ name: requiredPersonName, ...addressEntries(billingCountry) })),
	};
}

/** The form of a delivery, with the rules that the server applies too. */
export function deliveryForm(country: string, available: readonly string[]) {
	return v.object({
		name: requiredPersonName,
		email: v.optional(email),
		...addressEntries(country, available),
		phone: requiredPastedText(maxLengths.phone, messages.phoneRequired),
	});
}
