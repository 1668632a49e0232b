import { expect, it } from "vitest";
import { renderMail } from "./layout.ts";
import { type Receipt, receiptMail } from "./order-mails.ts";

const receipt: Receipt = {
	number: "o1",
	name: "Ada <Rider>",
	address: ["5 Spoke Street", "Portland"],
	lines: [{ name: "Torque wrench", quantity: 2, totalCents: 6900 }],
	totalCents: 6900,
	currency: "USD",
	paidAt: new Date("2026-11-22T23:30:00Z"),
	transactionId: "pi_1",
};

const textOf = (changes: Partial<Receipt> = {}) =>
	renderMail(receiptMail({ ...receipt, ...changes }, "https://shop.test/orders")).text;

it("the receipt has number, date, transaction, lines, total, address and seller", () => {
	expect(textOf()).toMatchInlineSnapshot(`
		"Hello Ada <Rider>,

		Thank you for your order. We have received your payment.

		Order: o1
		Paid on: November 22, 2026
		Transaction: pi_1

		2 × Torque wrench: $69.00
		Total: $69.00

		We deliver to:
		Ada <Rider>
		5 Spoke Street
		Portland

		All your orders:

		https://shop.test/orders

		Sold by:
		Cogsmith workshop
		9 Workshop Lane
		Portland, OR 97201
		United States
		hello@cogsmith.test

		Cogsmith
		"
	`);
});

it("the receipt lists shipping and tax if there are any", () => {
	const text = textOf({ shippingCents: 500, taxCents: 74, totalCents: 7474 });
	expect(text).toContain("Shipping: $5.00\nTax: $0.74\nTotal: $74.74");
	expect(textOf({ includedTaxCents: 1100 })).toContain("Includes $11.00 tax");
	expect(textOf({ shippingCents: 0 })).not.toMatch(/Shipping|Tax/);
});

it("the receipt is in the currency of the order", () => {
	expect(textOf({ currency: "EUR" })).toContain("Total: 69.00 EUR");
});
