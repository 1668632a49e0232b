/** The texts of an order's page that administrators see. */

export const noteRequired = "Note is Required";
export const noteAdded = "The note is added.";
export const formerAdministrator = "a former administrator";
export const noMails = "No e-mail yet.";
/** By the kind of the outbox row. */
export const mailNames: Readonly<Record<string, string>> = {
	"order.placed": "Link to pay",
	"order.changed": "Delivery changed",
	"order.paid": "Paid, with the receipt",
	"order.expiring": "Reminder to pay",
	"order.payment_failed": "Payment failed",
	"order.shipped": "Shipped",
	"order.refunded": "Refunded",
	"order.cancelled": "Cancelled",
	"stock.low": "Stock is low, to the merchant",
};
export const mailSentLately = "This mail was sent within the last five minutes.";
export const mailOutcomes = {
	sent: "sent",
	dropped: "not sent: it no longer applied",
	failed: "not delivered",
	waiting: "waiting until",
} as const;
