/** Orders: what is bought and paid at once, and where it is delivered to. */
import * as v from "valibot";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import * as messages from "../../messages/messages.ts";
import {
	email,
	id,
	maxLengths,
	multilineText,
	pastedText,
	personName,
	text,
	timestamp,
} from "../../values/fields.ts";
import { price } from "../../values/money.ts";
import type { Address } from "../addresses/address-columns.ts";
import { addressTexts } from "../addresses/address-fields.ts";
import { bikeQuery } from "../fit/bike-query.ts";
import { typedCode } from "../offers/codes.ts";
import { lineSchema, orderedQuantity } from "./lines.ts";
import { extrasEntries } from "./order-extras.ts";

/** Maximum number of lines of an order. */
export const maxLines = 50;

/** Maximum length of the name of a service, in characters. */
export const maxServiceLength = 40;

/** A line of an order: a tool, how many pieces, and the price that the customer has seen. */
export const requestedLine = v.object({
	toolId: id,
	quantity: orderedQuantity,
	price: price(),
});
export type RequestedLine = v.InferOutput<typeof requestedLine>;

const hasDistinctTools = (lines: RequestedLine[]) =>
	new Set(lines.map(({ toolId }) => toolId)).size === lines.length;

export const requestedLines = v.pipe(
	v.array(requestedLine),
	v.minLength(1, messages.cartEmpty),
	v.maxLength(maxLines, messages.tooManyLines(maxLines)),
	v.check(hasDistinctTools, messages.toolTwice),
);

/** The address of a request, in one line or in fields. */
export const requestedAddress = {
	address: v.optional(text(maxLengths.address)),
	...addressTexts,
};

/**
 * What a customer sends to place an order. Fields that are empty come from the profile; a guest has none. The address is
 * either `address`, in one line, or the fields from `line1` to `country`, which the server checks by the
 * format of the country.
 */
export const orderRequest = v.object({
	lines: requestedLines,
	/** A guest's. For a signed-in customer it is the account's. */
	email: v.optional(email),
	name: v.optional(personName),
	phone: v.optional(pastedText(maxLengths.phone)),
	...requestedAddress,
	note: v.optional(multilineText(maxLengths.note)),
	...extrasEntries,
	/** The customer's bike, such as `cassette=xd&chain=11`: whether each tool fits it is kept with its order. */
	bike: v.optional(bikeQuery),
	/** How it should reach the customer: the name of a service, or `pickup`. By default the first to the address. */
	service: v.optional(text(maxServiceLength)),
	/** The code of an offer, of a gift card, which pays what it can, or of both. The rules of now apply without one. */
	code: v.optional(typedCode),
	/** Whether the account's store credit pays too. */
	useCredit: v.optional(v.boolean()),
	/** The total that the customer has seen, with shipping and tax. If sent, it must be the shop's. */
	totalPrice: v.optional(price()),
	partner: v.optional(v.pipe(v.string(), v.regex(partnerPattern, messages.partnerNameInvalid))),
});
export type OrderRequest = v.InferOutput<typeof orderRequest>;

/** Who an order is delivered to, and where. What is not known is empty. */
export interface Delivery extends Address {
	name: string;
	phone: string;
}

/** An order in the API; prices as decimal numbers, times in ISO 8601. */
export const orderSchema = v.object({
	_id: v.string(),
	/** What people call it: formatOrderNumber writes it. */
	number: v.number(),
	itemsPrice: v.number(),
	/** What offers take off the items, if anything. */
	discountsPrice: v.exactOptional(v.number()),
	shippingPrice: v.number(),
	taxPrice: v.number(),
	totalPrice: v.number(),
	/** What gift cards and store credit pay of it, if anything. */
	giftCardPrice: v.exactOptional(v.number()),
	paid: v.boolean(),
	/** Set while its payment is processed, which takes days with some payment methods. */
	processing: v.exactOptional(v.literal(true)),
	transactionId: v.exactOptional(v.string()),
	createdAt: timestamp,
	expiresAt: timestamp,
	/** Its lines that are neither deleted nor expired. */
	lines: v.array(lineSchema),
});
export type Order = v.InferOutput<typeof orderSchema>;
