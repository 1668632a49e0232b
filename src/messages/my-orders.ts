/** The texts of My Orders and of an order's page. */
import { plural } from "./numbers.ts";

export const orderAgain = "Order again";
export const addedAgain = (added: number, ordered: number) => {
	if (added === 0) return "Nothing was added to the cart.";
	return added < ordered
		? `Added ${added} of ${ordered} tools to the cart.`
		: plural(added, { one: "# tool added to the cart.", other: "# tools added to the cart." });
};
export const orderNamed = (number: string) => `Order ${number}`;
/** Names an order of one tool, or of several. */
export const orderOf = (tools: readonly string[], number: string) =>
	`Order of ${tools.length === 1 ? tools[0] : `${tools.length} tools`}, ${number}`;
export const reservedFor = (time: string) => `Reserved for you for ${time}`;
/** What happens next with an order that can't be paid now. */
export const nextSteps = {
	unpaid: "",
	processing: "",
	expired: "It wasn't paid in time, so its items are for sale again.",
	paid: "We're packing it. We'll e-mail you when it ships.",
	withdrawn: "It's on hold for a withdrawal, which you can undo on the order's page.",
	refunding: "Your refund is on its way.",
	partlyShipped: "Part of it is on its way. We'll e-mail you when the rest ships.",
	shipped: "It has shipped.",
	cancelled: "It was canceled.",
	refunded: "It was refunded.",
	disputed: "Your bank is looking into the payment.",
} as const;
export const reviewOf = (name: string) => `Review ${name}`;
export const payAction = "Pay";
export const payFor = (number: string) => `Pay for order ${number}`;
export const detailsOf = (number: string) => `Details of order ${number}`;
export const quantityTimes = (quantity: number, price: string) => `${quantity} × ${price}`;
export const referredBy = (partner: string) => `Referred by ${partner}`;
export const deleteOrderOf = (name: string) => `Delete order of ${name}`;
export const willBeDeleted = ({ quantity, name }: { quantity: number; name: string }) =>
	`Your order of ${quantity} × ${name} will be deleted and its items returned to stock.`;
export const trackParcel = (carrier: string, number: string) => `Track ${carrier} ${number}`;

/** The texts of an order's page, which the server renders. */
export const orderPageTexts = {
	title: orderNamed,
	description: (shop: string) => `Your order at ${shop}.`,
	receiptTitle: "Receipt",
	placed: "Placed",
	receiptDetails: "Receipt details",
	fetchedBy: "Picked up by",
	paidWith: "Transaction",

	/** What state the order is in, and what follows. */
	stateTexts: {
		unpaid: "This order isn't paid yet.",
		processing: "Your payment is being processed. We'll e-mail you when this order is paid.",
		expired: "This order wasn't paid in time, so its items are for sale again.",
		paid: "Paid. We'll e-mail you when it ships.",
		withdrawn: "This order is on hold: we've received a withdrawal from it.",
		refunding: "The refund for this order is on its way.",
		partlyShipped: "Part of this order is on its way. We'll e-mail you when the rest ships.",
		shipped: "This order has shipped.",
		cancelled: "This order was canceled.",
		refunded: "This order was refunded.",
		disputed: "The payment for this order is disputed.",
	},
	/** Gift cards alone, which nobody packs. */
	paidByMail: "Paid. Gift cards arrive by e-mail.",
	/** Before a time. */
	reservedUntil: "Reserved for you until",

	timeline: "History",
	/** A tool of which something has happened to some pieces alone. */
	somePieces: (tool: string, count: number, all: number) => `${tool} (${count} of ${all})`,
	timelineTexts: {
		placed: "Placed",
		processing: "Payment started",
		paid: "Paid",
		packed: "Packed",
		shipped: "Shipped",
		cancelled: "Canceled",
		refundDue: "Refund on its way",
		refunded: "Refunded",
		refundFailed: "Refund failed",
		withdrawn: "Withdrawal received",
		disputed: "Payment disputed",
		expired: "Not paid in time",
		closed: "Closed",
	},

	items: "Items",
	shipping: "Shipping",
	freeShipping: "Free",
	tax: "Tax",
	total: "Total",
	includes: (tax: string) => `Includes ${tax}`,
	refunded: "Refunded",
	afterRefunds: "Total after refunds",

	deliveredTo: "Delivery",
	giftNote: "Gift message:",
	hidesPrices: "No prices in the parcel.",
	billedTo: "Billed to",
	taxNumber: "Tax number:",
	reference: "Your reference:",
	soldBy: "Sold by",

	pay: (total: string) => `Pay ${total}`,
	track: "Track your parcel",
	writeReview: "Write a review",
	printReceipt: "Print receipt",
	printOrder: "Print",
	printWithoutPrices: "Print without prices",
	/** After how many. */
	timesPrice: (price: string) => `× ${price}`,
} as const;
