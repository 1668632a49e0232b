/** The texts of refunding and cancelling orders. */
import { plural } from "./numbers.ts";

export const title = "Refund this order?";
export const orderOf = (number: string, customer: string) => `Order ${number} of ${customer}`;
export const paid = "Paid";
export const refundedBefore = "Refunded before";
export const due = "On its way";
export const left = "Left";
export const whatToRefund = "What to refund";
/** What a refund is of. */
export const refundOf = {
	all: "Everything that's left",
	lines: "Some tools",
	pieces: "Some items, back to stock",
	shipping: "The shipping",
	amount: "An amount",
} as const;
export const lineLeft = (quantity: number, name: string, price: string) =>
	`${quantity} × ${name}, ${price} left`;
export const ofPieces = (left: number, name: string) => `Quantity of ${name}, at most ${left}`;
export const piecesHint = "Items that haven't shipped. Shipping isn't refunded with them.";
export const amount = "Amount";
export const amountInvalid = "Enter an amount up to what's left.";
export const canBeRefunded = (price: string) => `${price} can be refunded.`;
export const includedTax = "Includes tax";
export const refundReasonLabels = {
	requested_by_customer: "Requested by the customer",
	damaged: "Damaged",
	out_of_stock: "Out of stock",
	other: "Other",
} as const;
export const restockPieces = (pieces: number) =>
	plural(pieces, {
		one: "Return the item to stock",
		other: "Return the # items to stock",
	});
export const asCredit = "As store credit, instead of the original payment method";
/** Where the money goes. */
export const wayBack = {
	stripe: () => "Back to the card that paid",
	gift_card: (end: string) => `To the gift card ending in ${end}`,
	store_credit: (end: string) => (end ? `To the store credit ending in ${end}` : "To store credit"),
} as const;
/** Why it goes there: by one way, by several, or as credit. */
export const whyBack = {
	one: "Money goes back the way it came.",
	several:
		"Money goes back the way it came: first to the card, then to gift cards, the last used first.",
	credit: "You chose store credit. A guest gets its code by e-mail.",
} as const;
/** With the sum, once it is known. */
export const refund = (price: string) => `Refund ${price}`.trim();
export const refundAction = "Refund";
export const retryRefund = "Try the refund again";
export const refundDone = (price: string) => `${price} refunded.`;
export const refundIsDue = (price: string) =>
	`${price} will be refunded as soon as the payment provider can be reached.`;
export const refundRejected = (price: string) =>
	`The payment provider rejected the refund of ${price}.`;

export const cancelOrder = "Cancel order";
export const cancelLine = (name: string) => `Cancel ${name}`;
export const keepOrder = "Keep order";
export const cancelQuestion = "Cancel this order?";
/** What it does to a line with this name, or to all that was not shipped. */
export const whatCancelDoes = (name: string | undefined, price: string) =>
	`${name ?? "Everything that hasn't shipped"} won't be shipped, and ${price} will be refunded.`;
