/** The texts of orders that are functions. */

/** `total` is "69$" where the currency is the specification's. */
export const pleasePay = (total: string) => `Please pay ${total} to confirm your order`;
export const deleteQuestion = "Delete this order?";
export const deleteOrder = "Delete order";
export const unpaidOrder = (number: string, total: string) =>
	`Order ${number}, total ${total}, unpaid.`;
/** The states of an order, as staff reads them, */
export const stateNames = {
	unpaid: "Unpaid",
	processing: "Payment processing",
	expired: "Expired",
	paid: "To pack",
	withdrawn: "Withdrawn",
	refunding: "Refund due",
	partlyShipped: "Partly shipped",
	shipped: "Shipped",
	cancelled: "Canceled",
	refunded: "Refunded",
	disputed: "Disputed",
} as const;
/** and as customers do. */
export const customerStateNames = { ...stateNames, paid: "Being packed" } as const;
/** What stands beside the state. */
export const badges = {
	packed: "Packed",
	refunded: stateNames.refunded,
	partlyRefunded: (price: string) => `Partly refunded, ${price}`,
	refundDue: "Refund due",
	refundFailed: "Refund failed",
} as const;

/** The purchase form. */
export const ordering = "Ordering…";
export const orderedUntil = (
	{ quantity, name }: { quantity: number; name: string },
	total: string,
	until: string,
) => `${quantity} × ${name}, ${total} in total. Reserved for you until ${until}.`;
export const payNow = "Pay now";
export const orderMore = "Order more";
/** Where the total depends on the address. */
export const goToCheckout = "Go to checkout";
export const totalAtCheckout = "Shipping and tax are added at checkout, for your address.";
