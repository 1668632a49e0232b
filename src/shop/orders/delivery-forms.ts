/** The rules of the forms that ask for a delivery: the checkout's, and that of an order that is changed. Loaded when they are filled in. */
import * as v from "valibot";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { fieldErrors } from "../../values/field-errors.ts";
import {
	email,
	maxLengths,
	multilineText,
	requiredPastedText,
	requiredPersonName,
	text,
} from "../../values/fields.ts";
import { addressEntries } from "../addresses/address.ts";
import { giftFields } from "./gift.ts";
import { plainEntries } from "./order-extras.ts";
import { maxServiceLength } from "./orders.ts";

/** The fewest digits of a number that can be called (ITU-T E.164 has no minimum: those of Saint Helena have five). */
const minPhoneDigits = 5;

/**
 * A phone that somebody can call: a carrier asks for it. Calls take what the specification's take, since a profile or a
 * program may have another.
 */
const calledPhone = v.pipe(
	requiredPastedText(maxLengths.phone, messages.phoneRequired),
	v.check(
		(phone) => (phone.match(/\p{Nd}/gu) ?? []).length >= minPhoneDigits,
		messages.phoneTooShort,
	),
);

/** A field that the form does not show. */
const empty = v.pipe(
	v.optional(v.string(), ""),
	v.transform(() => ""),
);

/** What an order that e-mails bring does not need. */
const notAsked = {
	line1: empty,
	line2: empty,
	city: empty,
	region: empty,
	postalCode: empty,
	country: empty,
	phone: empty,
};

/**
 * The checkout form's schema for an address in one country, with the rules that the server applies too.
 * Guests also type their e-mail. An order that e-mails bring (`isByMail`) is asked for no address and no phone. With a `billingCountry` there is another billing address, in that country.
 */
export function checkoutForm(
	country: string,
	available: readonly string[],
	isGuest: boolean,
	billingCountry?: string,
	isByMail = false,
) {
	return v.object({
		email: isGuest ? email : v.optional(email),
		name: requiredPersonName,
		...(isByMail ? notAsked : { ...addressEntries(country, available), phone: calledPhone }),
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
		gift: v.optional(giftFields),
	};
}

/** The form of a delivery, with the rules that the server applies too. */
export function deliveryForm(country: string, available: readonly string[]) {
	return v.object({
		name: requiredPersonName,
		email: v.optional(email),
		...addressEntries(country, available),
		phone: calledPhone,
	});
}

/** The fields that are changed together: half an address of one tab and half of another is none. */
const changedTogether = [
	["name"],
	["email"],
	["phone"],
	["country", "line1", "line2", "city", "region", "postalCode"],
];

/** The field with what the others were filled with when the form was shown. */
export const shownName = "shown";

/**
 * Returns what a form that was sent asks for: what differs from how it was shown, and for the rest what is `stored` now,
 * since another tab may have changed that meanwhile.
 */
export function withStored(
	sent: URLSearchParams,
	stored: Readonly<Record<string, string>>,
): URLSearchParams {
	const shown = new URLSearchParams(sent.get(shownName) ?? "");
	const asked = new URLSearchParams([...sent]);
	asked.delete(shownName);
	if (!sent.has(shownName)) return asked;
	for (const names of changedTogether) {
		const known = names.filter((name) => sent.has(name));
		if (known.some((name) => sent.get(name) !== (shown.get(name) ?? ""))) continue;
		for (const name of known) asked.set(name, stored[name] ?? "");
	}
	return asked;
}

/**
 * Reads the form that a customer has sent to change an unpaid order, with what it is to cost if that was accepted. Only a
 * guest has another e-mail, and an order that comes by e-mail has no address. Throws ShopError `invalid` with the fields.
 */
export function readDeliveryForm(
	sent: URLSearchParams,
	available: readonly string[],
	{ isGuest, isByMail }: { isGuest: boolean; isByMail: boolean },
) {
	const { totalPrice, email: typed, ...values } = Object.fromEntries(sent);
	const form = deliveryForm(values.country ?? "", available);
	const asked = { ...values, ...(isGuest && typed !== undefined && { email: typed }) };
	const parsed = v.safeParse(isByMail ? v.pick(form, ["name", "email"]) : form, asked);
	if (!parsed.success) throw new ShopError("invalid", { fields: fieldErrors(parsed.issues) });
	const accepted = Number(totalPrice);
	return { ...parsed.output, totalPrice: accepted > 0 ? accepted : undefined };
}
