/** The headings of the CSV files, and the words in them. */
import { currency } from "../config/config.ts";

export const yes = "yes";
export const no = "no";
export const guest = "guest";

export const orderHeadings = [
	...["Order", "Order ID", "Line", "Placed", "Paid", "Shipped", "Status", "Customer", "E-mail"],
	...[
		"Phone",
		"Address",
		"Tool",
		"Tool ID",
		"SKU",
		"Options",
		"Quantity",
		"Unit price",
		"Discount",
		"Items",
		"Shipping",
		"Tax",
	],
	...["Refunded", "Currency", "Transaction", "Partner"],
];
/**
 * A row for each order that has something to ship. Filled in, the first three columns are the file of tracking numbers
 * that Packing reads.
 */
export const shippingHeadings = [
	...["Order", "Carrier", "Tracking number", "Service", "Parcels", "Weight in kg", "Name"],
	...["Company", "Address 1", "Address 2", "City", "Region", "Postal code", "Country", "Phone"],
	...["E-mail", "Quantity", "Items", "Note"],
];
/** A row for each line; a withdrawal that names none has one without a line. */
export const returnHeadings = [
	...["Return", "Kind", "Requested", "Order", "Order ID", "E-mail", "Status", "Outcome", "Reason"],
	...[
		"Note",
		"Line",
		"Tool",
		"Tool ID",
		"SKU",
		"Options",
		"Quantity",
		"Arrived",
		"Condition",
		"Restocked",
	],
	...["Decided", "Received", "Closed", "Refund"],
];
export const customerHeadings = [
	...["Customer", "Name", "E-mail", "Verified", "Phone", "Address", "Role", "Since"],
	...["Orders", "Last seen"],
];
export const reviewHeadings = [
	...["Review", "Written", "Author", "Stars", "Text", "Tool", "Tool ID", "Verified"],
	...["Hidden for", "Answer"],
];
export const questionHeadings = [
	...["Question", "Asked", "Author", "Text", "Tool", "Tool ID", "Status", "Answer", "Answered"],
];
/** By UNTDID 5305, as in e-invoices: S, Z, E, K, G or O. */
const taxCategory = "Tax category";
export const accountingHeadings = [
	...["Date", "Type", "Order", "Order ID", "Country", "Currency"],
	...["Gross", "Net", "Tax", "Rate", taxCategory, "Shipping", "Gift cards"],
	...["Refund", "Dispute", "Transaction"],
	...["Fee", "Net after fee", "Balance currency", "Payout", "Paid out"],
];
export const taxHeadings = [
	...["Month", "Country", "Rate", taxCategory, "Currency", "Payments", "Refunds"],
	...["Gross", "Net", "Tax", "Shipping"],
];
export const giftCardHeadings = [
	...["Date", "Entry", "Kind", "Card", "Order", "Order ID", "Note", "Currency", "Amount"],
];
export const invoiceHeadings = [
	...["Date", "Type", "Number", "Order", "Order ID"],
	...["Billed to", "Tax number", "Country", "Delivered to", "Reverse charge"],
	...["Currency", "Rate", taxCategory, "Net", "Tax", "Gross"],
];
export const partnerHeadings = ["Partner", "Orders", "Paid orders", `Revenue (${currency})`];
