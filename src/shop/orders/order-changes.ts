/** What staff change on an order, and how they enter one at the telephone. */
import * as v from "valibot";
import * as messages from "../../messages/messages.ts";
import {
	email,
	maxLengths,
	multilineText,
	requiredPastedText,
	requiredPersonName,
} from "../../values/fields.ts";
import { price } from "../../values/money.ts";
import { typedCode } from "../offers/codes.ts";
import { extrasEntries } from "./order-extras.ts";
import type { OrderPage } from "./order-page.ts";
import { requestedAddress, requestedLine, requestedLines } from "./orders.ts";

/** What is left out stays. The address is of one line, or the fields from `line1` to `country`. */
export const deliveryChange = v.object({
	name: v.optional(requiredPersonName),
	phone: v.optional(requiredPastedText(maxLengths.phone, messages.phoneRequired)),
	/** The e-mail, for a guest's order alone. */
	email: v.optional(email),
	...requestedAddress,
	/** What the order costs at that address, if that differs and is accepted. */
	totalPrice: v.optional(price()),
});
export type DeliveryChange = v.InferOutput<typeof deliveryChange>;

/** What an order costs at the address that was sent; with a `modifiedCount` of 0 it was not stored. */
export const deliveryChanged = v.object({
	modifiedCount: v.number(),
	shippingPrice: v.number(),
	taxPrice: v.number(),
	includedTaxPrice: v.number(),
	totalPrice: v.number(),
});
export type DeliveryChanged = v.InferOutput<typeof deliveryChanged>;

/** A line that is added, or gets another quantity: a tool, of which the order has one line. */
export const newLine = v.pick(requestedLine, ["toolId", "quantity"]);
export type NewLine = v.InferOutput<typeof newLine>;

/** An order by telephone: what a customer sends, entered by staff, who may send the link to pay at once. */
export const phoneOrderRequest = v.object({
	lines: requestedLines,
	note: v.optional(multilineText(maxLengths.note)),
	/** The code of an offer. The rules of now apply without one. */
	code: v.optional(typedCode),
	totalPrice: v.optional(price()),
	...requestedAddress,
	...extrasEntries,
	email,
	name: requiredPersonName,
	phone: requiredPastedText(maxLengths.phone, messages.phoneRequired),
	sendsLink: v.optional(v.boolean(), false),
});
export type PhoneOrderRequest = v.InferOutput<typeof phoneOrderRequest>;

/** The e-mails of an order that staff can send again. */
export const resentMails = [
	"order.placed",
	"order.paid",
	"order.shipped",
	"order.refunded",
] as const;
export type ResentMail = (typeof resentMails)[number];

/** The e-mails that staff can send again of an order in this state. */
export function mailsToSend({
	state,
	transactionId,
	refundedCents,
	lines: shown,
}: Pick<OrderPage, "state" | "transactionId" | "refundedCents" | "lines">): ResentMail[] {
	const can: Record<ResentMail, boolean> = {
		"order.placed": state === "unpaid",
		"order.paid": transactionId !== undefined,
		"order.shipped": shown.some(({ line }) => line.status === "Shipped"),
		"order.refunded": refundedCents > 0,
	};
	return resentMails.filter((mail) => can[mail]);
}
