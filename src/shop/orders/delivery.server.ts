/** Where an order is delivered to: the address of the request or the profile's, and what the form is filled with. */

import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { Caller, Customer } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { users } from "../../db/auth-tables.ts";
import { isShownOrder, orders } from "../../db/order-tables.ts";
import { type FieldErrors, ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { batch, database } from "../../platform/database/database.ts";
import { addressInOneLine, parseAddress } from "../addresses/address.ts";
import type { Address } from "../addresses/address-columns.ts";
import { addressFieldNames } from "../addresses/address-columns.ts";
import { splitSavedAddress } from "../addresses/saved-address.ts";
import { shippedCountries } from "../costs/shipped-countries.ts";
import { isTaxByCountry } from "../costs/tax.ts";
import type { PricingConfig } from "../costs/totals.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { contactErrors } from "./contact.ts";
import type { OrderRow } from "./lines.server.ts";
import type { Billing } from "./order-extras.ts";
import type { Delivery, OrderRequest } from "./orders.ts";

export interface ResolvedDelivery {
	phone: string;
	/** Who is billed, if not the recipient. */
	billing: Billing | null;
	/** An address of one line is its `line1`, and then all other fields are empty. */
	address: Address;
	/** The `address` of the orders. */
	addressInOneLine: string;
}

const noAddress: Address = {
	line1: "",
	line2: "",
	city: "",
	region: "",
	postalCode: "",
	country: "",
};

/** The columns of an order's address. */
const addressColumns = [...addressFieldNames, "country"] as const;

/** Returns the address of an order. */
export function addressOf(row: Pick<OrderRow, keyof Address>): Address {
	const { line1, line2, city, region, postalCode, country } = row;
	return { line1, line2, city, region, postalCode, country };
}

/** What of a request tells where an order is delivered to. */
type AddressRequest = Pick<OrderRequest, keyof Address | "address">;

/** Whether a request has the fields of an address, not one line. */
function hasAddressFields(request: AddressRequest): boolean {
	return addressColumns.some((name) => request[name]);
}

/** Whether a request has an address. */
export function sendsAddress(request: AddressRequest): boolean {
	return Boolean(request.address) || hasAddressFields(request);
}

/**
 * Returns the phone and the address of a request, or else of the profile; of an order that e-mails bring
 * (`isByMail`) those that were sent, which may be none. Throws ShopError `invalid` if
 * one is missing, of a guest the e-mail or the name, the address is not one of its country, or the shop
 * does not ship there.
 */
export function resolveDelivery(
	customer: Customer,
	request: OrderRequest,
	pricing: PricingConfig,
	isByMail: boolean,
): ResolvedDelivery {
	const phone = request.phone || (isByMail ? "" : customer.phone);
	const address =
		isByMail && !sendsAddress(request)
			? { address: noAddress, addressInOneLine: "" }
			: resolveAddress(customer, request, pricing);
	const billing = resolveBilling(request);
	const isGuest = customer.id === guestUserId;
	const fields = {
		...(isGuest && !request.email && { email: messages.emailRequired }),
		...(isGuest && !request.name && { name: messages.nameRequired }),
		...(!isByMail && contactErrors({ phone })),
		...("errors" in address && address.errors),
		...("errors" in billing && billing.errors),
	};
	if ("errors" in address || "errors" in billing || Object.keys(fields).length > 0)
		throw new ShopError("invalid", { fields });
	return { phone, ...address, ...billing };
}

/** The billing address of a request, in any country. The errors name its fields, such as `billing.city`. */
function resolveBilling({
	billing,
}: OrderRequest): Pick<ResolvedDelivery, "billing"> | { errors: FieldErrors } {
	if (!billing) return { billing: null };
	const { name = "", ...fields } = billing;
	const parsed = parseAddress(fields);
	if ("address" in parsed && name !== "") return { billing: { name, ...parsed.address } };
	const wrong = Object.entries("errors" in parsed ? parsed.errors : {});
	const errors = Object.fromEntries(wrong.map(([field, error]) => [`billing.${field}`, error]));
	return { errors: { ...(name === "" && { "billing.name": messages.nameRequired }), ...errors } };
}

function resolveAddress(
	customer: Customer,
	request: OrderRequest,
	{ shipping, tax }: PricingConfig,
): Omit<ResolvedDelivery, "phone" | "billing"> | { errors: FieldErrors } {
	if (!hasAddressFields(request)) {
		const line1 = request.address || customer.address;
		if (!line1) return { errors: contactErrors({ address: line1 }) };
		if (isTaxByCountry(tax)) return { errors: { country: messages.countryRequired } };
		return { address: { ...noAddress, line1 }, addressInOneLine: line1 };
	}
	if (request.address) return { errors: { address: messages.addressTwice } };
	const parsed = parseAddress(request, shippedCountries(shipping));
	return "errors" in parsed
		? parsed
		: { ...parsed, addressInOneLine: addressInOneLine(parsed.address) };
}

/**
 * Returns what the limit per address compares: street and place, without spaces, case, accents,
 * punctuation and invisible letters. Not the second line: with it, each flat would have limits of its own.
 */
export function toAddressKey({ line1, city, postalCode, country }: Address): string {
	return `${country} ${postalCode || city} ${line1}`
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, "");
}

/**
 * Returns what the checkout form is filled with: the profile, if its address was entered in fields, else the last checkout
 * with such an address that the account has placed, else the profile's one line. Of a guest only the country may be known: `likelyCountry`, if the shop ships there.
 */
export async function knownDelivery(
	caller: Caller | undefined,
	likelyCountry: string,
): Promise<Delivery> {
	const available = shippedCountries((await shopSettings()).shipping);
	const { parts, last } = caller ? await knownAddresses(caller) : {};
	if (caller && parts && available.includes(parts.country))
		return { ...parts, name: caller.name, phone: caller.phone };
	if (last && available.includes(last.country))
		return { ...addressOf(last), name: last.name, phone: last.phone };
	const { name, phone, address } = caller ?? { name: "", phone: "", address: "" };
	const [only = "", ...others] = available;
	const country = others.length === 0 ? only : likelyCountry;
	return { name, phone, ...splitSavedAddress(address, country, available) };
}

/**
 * Returns the address of the account's profile in fields, and its last order with such an address that is neither deleted
 * nor expired. One round trip.
 */
async function knownAddresses({ id }: Caller) {
	const db = database();
	const { users: profiles, orders: placed } = await batch({
		users: db.select({ parts: users.addressParts }).from(users).where(eq(users.id, id)),
		orders: db
			.select()
			.from(orders)
			.where(
				and(
					eq(orders.userId, id),
					isShownOrder,
					ne(orders.country, ""),
					// What has joined the account may have been ordered by anyone with its e-mail.
					isNull(orders.accessTokenHash),
				),
			)
			.orderBy(desc(orders.createdAt), desc(orders.id))
			.limit(1),
	});
	return { parts: profiles[0]?.parts ?? undefined, last: placed[0] };
}
