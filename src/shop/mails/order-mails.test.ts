import { expect, it } from "vitest";
import { renderMail } from "./layout.ts";
import {
	cancelledMail,
	payMail,
	type Receipt,
	receiptMail,
	refundedMail,
	shippedMail,
} from "./order-mails.ts";

const receipt: Receipt = {
	number: "o1",
	name: "Ada <Rider>",
	address: ["Ada <Rider>", "5 Spoke Street", "Portland"],
	lines: [{ toolName: "Torque wrench", quantity: 2, totalCents: 6900 }],
	totalCents: 6900,
	currency: "USD",
	orderUrl: "https://shop.test/orders/o1",
	paidAt: new Date("2026-11-22T23:30:00Z"),
	transactionId: "pi_1",
};

const textOf = (changes: Partial<Receipt> = {}) =>
	renderMail(receiptMail({ ...receipt, ...changes })).text;

it("the receipt of a company has its reference, its tax number and who is billed", () => {
	const text = textOf({
		reference: "PO-7",
		taxNumber: "DE123456789",
		billedTo: ["Wheels Ltd", "9 Workshop Lane", "Leipzig"],
	});
	expect(text).toContain("Order: o1\nYour reference: PO-7\nYour tax number: DE123456789\n");
	expect(text).toContain("Billed to:\nWheels Ltd\n9 Workshop Lane\nLeipzig\n");
});

it("the receipt has number, date, transaction, lines, total, address and seller", () => {
	expect(textOf()).toMatchInlineSnapshot(`
		"Hello Ada <Rider>,

		Thank you for your order. We have received your payment.

		Order: o1
		Paid on: Nov 22, 2026
		Transaction: pi_1

		2 × Torque wrench: $69.00
		Total: $69.00

		We deliver to:
		Ada <Rider>
		5 Spoke Street
		Portland

		See the order and its history:

		https://shop.test/orders/o1

		Sold by:
		Cogsmith workshop
		9 Workshop Lane
		Portland, OR 97201
		United States
		hello@cogsmith.test
		+1 503 555 0142
		Registration: Oregon Business Registry 0000000-00 (example)
		Tax ID: 00-0000000 (example)

		Cogsmith
		"
	`);
});

it("the tools of a kit stand in one row with what it costs", () => {
	const kit = { bundleName: "Drivetrain kit" };
	const lines = [
		{ ...kit, toolName: "Chain tool", quantity: 1, discountCents: 100, totalCents: 900 },
		{ toolName: "Chain tool", quantity: 1, totalCents: 1000 },
		{ ...kit, toolName: "Chain", quantity: 2, discountCents: 66, totalCents: 600 },
	];
	expect(textOf({ lines })).toContain(
		"Kit “Drivetrain kit”: 1 × Chain tool, 2 × Chain (less $1.66): $15.00\n1 × Chain tool: $10.00\n",
	);
});

it("the receipt lists shipping and tax if there are any", () => {
	const text = textOf({ shippingCents: 500, taxCents: 74, totalCents: 7474 });
	expect(text).toContain("Shipping: $5.00\nTax: $0.74\nTotal: $74.74");
	expect(textOf({ includedTaxCents: 1100 })).toContain("Includes $11.00 tax");
	expect(textOf({ shippingCents: 0 })).not.toMatch(/Shipping|Tax:/);
});

it("the receipt is in the currency of the order", () => {
	expect(textOf({ currency: "EUR" })).toContain("Total: 69.00 EUR");
});

it("the reminder has a deadline and a link to pay, and no name", () => {
	const expiresAt = new Date("2026-11-23T09:05:00Z");
	const { text, html } = renderMail(
		payMail("order.expiring", receipt, expiresAt, "https://shop.test/payment/o1"),
	);
	expect(text).toMatchInlineSnapshot(`
		"We hold the items below for you until Nov 23, 2026, 9:05 AM UTC. Then the order is closed, and they are for sale again. To keep them, pay here:

		https://shop.test/payment/o1

		Order: o1

		2 × Torque wrench: $69.00
		Total: $69.00

		See the order and its history:

		https://shop.test/orders/o1

		If you no longer want them, there is nothing to do.

		Cogsmith
		"
	`);
	expect(html).toContain(">Pay now</a>");
});

it("a shipped order has the parcel's tracking, if there is one", () => {
	const tracking = { carrier: "Post", number: "RB1", url: "https://post.test/RB1" };
	const { text, html } = renderMail(shippedMail(receipt, tracking));
	expect(text).toMatchInlineSnapshot(`
		"Hello Ada <Rider>,

		We have shipped your order.

		Carrier: Post
		Tracking number: RB1

		Follow the parcel:

		https://post.test/RB1

		Order: o1

		2 × Torque wrench: $69.00
		Total: $69.00

		See the order and its history:

		https://shop.test/orders/o1

		Cogsmith
		"
	`);
	expect(html).toContain(">Track the parcel</a>");
	const withoutUrl = { carrier: "Courier", number: "7" };
	expect(renderMail(shippedMail(receipt, withoutUrl)).text).toContain(
		"Carrier: Courier\nTracking number: 7\n\nOrder: o1",
	);
	expect(renderMail(shippedMail(receipt)).text).not.toContain("Carrier");
});

it("a refund has its amount", () => {
	const refund = { cents: 100, currency: "USD" };
	expect(renderMail(refundedMail(receipt, refund)).text).toContain("Refund: $1.00");
	const { text } = renderMail(cancelledMail(receipt, refund));
	expect(text).toContain("Refund: $1.00");
	expect(renderMail(cancelledMail(receipt)).text).not.toContain("Refund");
});

it("no mail makes a link of what a customer has typed", () => {
	const typed = "Pay at evil.test/x or http://192.0.2.1 now";
	const typedReceipt = { ...receipt, name: typed };
	const address = [typed, "5 Spoke St. 7.5", "St. John"];
	const refund = { cents: 100, currency: "USD" };
	for (const { text, html } of [
		renderMail(receiptMail({ ...typedReceipt, address })),
		renderMail(shippedMail(typedReceipt)),
		renderMail(refundedMail(typedReceipt, refund)),
		renderMail(cancelledMail(typedReceipt, refund)),
	]) {
		expect(text + html).not.toMatch(/evil\.test|:\/\/192|192\.0/);
		expect(text.replaceAll("\u2060", "")).toContain(typed);
	}
	expect(textOf({ address })).toContain("St. John");
});
