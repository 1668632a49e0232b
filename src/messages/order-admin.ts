/** The texts of Manage Orders, and of an order's page for staff. */
import { plural } from "./numbers.ts";

export const mails = "E-mails";
export const noMails = "No e-mail yet.";
/** The names of e-mails by the kind of the outbox row. */
export const mailNames: Readonly<Record<string, string>> = {
	"order.placed": "Payment link",
	"order.changed": "Delivery changed",
	"order.paid": "Payment receipt",
	"order.expiring": "Reminder to pay",
	"order.payment_failed": "Payment failed",
	"order.shipped": "Shipped",
	"order.refunded": "Refunded",
	"order.cancelled": "Canceled",
	"order.gift": "Gift, to its recipient",
	"order.return_asked": "Return or withdrawal received",
	"order.return_approved": "Return approved",
	"order.return_rejected": "Return rejected",
	"order.return_received": "Return has arrived",
	"stock.low": "Low stock, to the shop",
};
export const mailSentLately = "This e-mail was sent within the last five minutes.";
export const mailOutcomes = {
	sent: "sent",
	dropped: "not sent: no longer relevant",
	failed: "not delivered",
	waiting: "waiting until",
} as const;

export const status = "Status";
export const manage = "Manage";
export const customerPage = "Customer";
export const ordersOfCustomer = "Orders by this customer";
export const historyOf = (name: string) => `History of ${name}`;

/** What an order or a refund waits for. Times are written out, and so are prices. */
interface WaitFacts {
	at: string;
	next: string;
	price: string;
	days: number;
	count: number;
}
const since = (days: number) =>
	days === 0 ? "since today" : plural(days, { one: "for # day", other: "for # days" });
export const waitTexts = {
	unpaid: ({ at, next }: WaitFacts) => `Placed on ${at}. Reserved for payment until ${next}.`,
	processing: ({ at }: WaitFacts) => `Stripe has been processing the payment since ${at}.`,
	expired: ({ next }: WaitFacts) => `Not paid by ${next}. The items are for sale again.`,
	paid: ({ at, days }: WaitFacts) => `Paid on ${at}. Ready to pack ${since(days)}.`,
	packed: ({ at, days }: WaitFacts) => `Packed on ${at}. Ready to ship ${since(days)}.`,
	withdrawn: ({ at, next }: WaitFacts) =>
		`Withdrawn on ${at}, on hold until ${next}. Then the shop cancels and refunds it, unless the customer undoes the withdrawal.`,
	refunding: ({ at }: WaitFacts) => `Paid on ${at}. Nothing left to ship.`,
	partlyShipped: ({ at, count }: WaitFacts) =>
		`Part of it shipped on ${at}. ${plural(count, { one: "# tool is", other: "# tools are" })} left to ship.`,
	shipped: ({ at }: WaitFacts) => `Shipped on ${at}. Nothing left to do.`,
	cancelled: ({ at }: WaitFacts) => `Canceled on ${at}. Nothing left to do.`,
	refunded: ({ at }: WaitFacts) => `Refunded on ${at}. Nothing left to do.`,
	disputed: ({ at }: WaitFacts) =>
		`The bank has disputed the payment since ${at}. Answer in Stripe's Dashboard.`,
	refundDue: ({ price, next }: WaitFacts) =>
		`Stripe hasn't made a refund of ${price} yet. The next try is on ${next}.`,
	refundFailed: ({ price }: WaitFacts) =>
		`A refund of ${price} failed. Try it again, or refund the customer in another way.`,
} as const;
export type WaitKind = keyof typeof waitTexts;

export const customer = "Customer";
export const orderNamed = (number: string) => `Order ${number}`;
export const contactAndReceipt = "Contact and receipt";
export const shipped = "Shipped";
export const quantityTimes = (quantity: number, price: string) => `${quantity} × ${price}`;
export const lineBy = (name: string, customerName: string) => `${name} by ${customerName}`;
export const orderOf = (subject: string) => `Order of ${subject}`;
export const shippedOf = (subject: string) => `Shipped: order of ${subject}`;
export const deleteOf = (subject: string) => `Delete order of ${subject}`;
export const detailsOf = (subject: string) => `Details of the order of ${subject}`;
export const willBeDeleted = (line: {
	UserName: string;
	email: string;
	quantity: number;
	name: string;
}) =>
	`The order of ${line.UserName} (${line.email}) for ${line.quantity} × ${line.name} will be deleted and its items returned to stock.`;

/** What VIES, the service of the European Commission, has said of the buyer's number. */
export const vatCheckTexts: Record<
	"valid" | "invalid" | "unavailable",
	(number: string) => string
> = {
	valid: (number) => `VIES knows the VAT number ${number}: the buyer owes the tax.`,
	invalid: (number) => `VIES doesn't know the VAT number ${number}: the order includes tax.`,
	unavailable: (number) =>
		`VIES couldn't check the VAT number ${number} when the order was placed, so the order includes tax. If the number is right, refund the tax.`,
};
