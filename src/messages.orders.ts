/** The texts of orders that are functions. Separate from messages.ts, so that only pages with orders load them. */
import { plural } from "./messages.numbers.ts";

/** `total` is "69$" where the currency is the specification's. */
export const pleasePay = (total: string) => `Please pay ${total} to confirm your order`;
export const refundReasonLabels = {
	requested_by_customer: "Requested by the customer",
	damaged: "Damaged",
	out_of_stock: "Out of stock",
	other: "Other",
} as const;
export const refundLeft = (price: string) => `${price} can be refunded.`;
/** The parts that are not known are left out. All are prices. */
export const refundParts = (parts: {
	items: string;
	shipping: string | undefined;
	tax: string | undefined;
	includedTax: string | undefined;
}) =>
	[
		`items ${parts.items}`,
		parts.shipping && `shipping ${parts.shipping}`,
		parts.tax && `tax ${parts.tax}`,
		parts.includedTax && `including tax ${parts.includedTax}`,
	]
		.filter(Boolean)
		.join(", ");
export const refundOf = (price: string, parts: string) => `Refund ${price}: ${parts}`;
export const restockPieces = (pieces: number) =>
	plural(pieces, {
		one: "Return the piece to the stock",
		other: "Return the # pieces to the stock",
	});
export const refundDone = (price: string) => `${price} is refunded.`;
export const refundIsDue = (price: string) =>
	`${price} will be refunded as soon as the payment provider can be reached.`;
export const refundFailed = (price: string) =>
	`The payment provider rejected the refund of ${price}.`;
/** Where the total depends on the address. */
export const goToCheckout = "Go to checkout";
export const totalAtCheckout = "Shipping and tax are added at checkout, for your address.";
