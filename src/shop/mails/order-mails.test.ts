import { expect, it } from "vitest";
import { sharesOfLines } from "../costs/totals.ts";
import { amountRows, type OrderSums } from "../orders/order-amounts.ts";
import { type MailContent, renderMail } from "./layout.ts";
import {
	cancelledMail,
	changedMail,
	payMail,
	type Receipt,
	receiptMail,
	refundedMail,
	shippedMail,
} from "./order-mails.ts";

const sums: OrderSums = {
	currency: "USD",
	itemsCents: 6900,
	discounts: [],
	shippingCents: 0,
	taxCents: 0,
	includedTaxCents: 0,
	totalCents: 6900,
	giftCardCents: 0,
	refundedCents: 0,
	taxName: "VAT 20%",
	isByMail: false,
};

const receipt: Receipt = {
	number: "o1",
	name: "Ada <Rider>",
	address: ["Ada <Rider>", "5 Spoke Street", "Portland"],
	lines: [{ id: "l1", toolName: "Torque wrench", quantity: 2, totalCents: 6900 }],
	sums,
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

		Thank you for your order. We've received your payment.

		Order: o1
		Paid on: Nov 22, 2026
		Transaction: pi_1

		2 × Torque wrench: $69.00
		Shipping: Free
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
		{ id: "1", ...kit, toolName: "Chain tool", quantity: 1, discountCents: 100, totalCents: 900 },
		{ id: "2", toolName: "Chain tool", quantity: 1, totalCents: 1000 },
		{ id: "3", ...kit, toolName: "Chain", quantity: 2, discountCents: 66, totalCents: 600 },
	];
	expect(textOf({ lines })).toContain(
		"Kit “Drivetrain kit”: 1 × Chain tool, 2 × Chain (less $1.66): $15.00\n1 × Chain tool: $10.00\n",
	);
});

it("the receipt is in the currency of the order", () => {
	expect(textOf({ sums: { ...sums, currency: "EUR" } })).toContain("Total: 69.00 EUR");
});

/** What an e-mail says of amounts: each block of rows, by label, in cents. */
const amountsIn = ({ blocks }: MailContent) =>
	blocks.flatMap((block) => {
		if (!("rows" in block)) return [];
		const rows = block.rows.flatMap(({ label, value, isTotal }) => {
			const [, amount] = /^\$([\d,]+\.\d\d)$/.exec(value) ?? [];
			const cents = amount ? Math.round(Number(amount.replaceAll(",", "")) * 100) : undefined;
			return cents === undefined ? [] : [{ label, cents, isTotal: isTotal === true }];
		});
		return rows.length > 0 ? [rows] : [];
	});
const sumOf = (rows: readonly { cents: number }[]) =>
	rows.reduce((sum, { cents }) => sum + cents, 0);

/** Orders with 1 to 3 lines, with discounts or not, each kind of tax, shipping and a card that pays some of it. */
const orders = Array.from({ length: 96 }, (_, seed) => {
	const lines = Array.from({ length: 1 + (seed % 3) }, (__, place) => {
		const priceCents = (1 + place + (seed % 5)) * 1999;
		const discountCents = seed % 4 === 1 ? 301 + place : 0;
		const totalCents = priceCents - discountCents;
		return {
			id: `l${place}`,
			toolName: `Tool ${place}`,
			quantity: 1 + place,
			discountCents,
			totalCents,
		};
	});
	const itemsCents = sumOf(
		lines.map(({ totalCents, discountCents }) => ({ cents: totalCents + discountCents })),
	);
	const discountsCents = sumOf(lines.map(({ discountCents }) => ({ cents: discountCents })));
	const shippingCents = [0, 495, 1290][seed % 3] ?? 0;
	const taxable = itemsCents - discountsCents + shippingCents;
	const [taxCents, includedTaxCents] = [
		[0, 0],
		[Math.round(taxable / 5), 0],
		[0, Math.round(taxable / 6)],
	][(seed % 7) % 3] as [number, number];
	const totalCents = taxable + taxCents;
	const shares = sharesOfLines(
		{ shippingCents, taxCents, includedTaxCents },
		lines.map((line) => line.totalCents),
		1,
	);
	const label = { label: "Spring", code: "SPRING", isShipping: false };
	const of: OrderSums = {
		currency: "USD",
		itemsCents,
		shippingCents,
		taxCents,
		includedTaxCents,
		totalCents,
		discounts: discountsCents > 0 ? [{ ...label, cents: discountsCents }] : [],
		giftCardCents: seed % 5 === 0 ? 1000 : 0,
		refundedCents: 0,
		taxName: seed % 2 ? "VAT 20%" : "",
		isByMail: false,
	};
	return { lines, of, shares };
});

it("rows of e-mails about a whole order add up to its total, and are those of its page", () => {
	for (const { lines, of } of orders) {
		const order = { ...receipt, lines, sums: of };
		const page = amountRows(of);
		for (const mail of [
			receiptMail(order),
			changedMail(order, []),
			payMail("order.placed", order, new Date(), "https://shop.test/pay"),
		]) {
			const [rows = [], ...others] = amountsIn(mail);
			expect(others).toEqual([]);
			const total = rows.findIndex(({ isTotal }) => isTotal);
			expect(sumOf(rows.slice(0, total))).toBe(of.totalCents);
			expect(rows[total]?.cents).toBe(of.totalCents);
			const { text } = renderMail(mail);
			for (const { kind, name, value } of page)
				if (kind !== "items" && kind !== "discount") expect(text).toContain(`${name}: ${value}\n`);
		}
	}
});

it("rows of e-mails about a refund add up to it, and say what is left of the order", () => {
	for (const [seed, { lines, of, shares }] of orders.entries()) {
		// The first line, or its shipping and tax alone, or all lines.
		const parts = shares.slice(0, seed % 2 ? 1 : 3).map((share, place) => ({
			lineId: `l${place}`,
			shippingCents: share.shippingCents,
			taxCents: share.taxCents,
			amountCents: share.shippingCents + share.taxCents + (seed % 5 === 3 ? 0 : share.itemsCents),
		}));
		const cents = sumOf(parts.map(({ amountCents }) => ({ cents: amountCents })));
		if (cents === 0) continue;
		const order = { ...receipt, lines, sums: { ...of, refundedCents: cents } };
		const refund = { cents, currency: "USD", parts };
		for (const mail of [
			refundedMail(order, refund),
			cancelledMail(order, { refund, cardCents: cents - 1 }),
		]) {
			const [rows = [], left = [], ...others] = amountsIn(mail);
			expect(others).toEqual([]);
			const total = rows.findIndex(({ isTotal }) => isTotal);
			expect(sumOf(rows.slice(0, total))).toBe(cents);
			expect(rows[total]?.cents).toBe(cents);
			// To the bank, and onto cards.
			expect([0, cents]).toContain(sumOf(rows.slice(total + 1)));
			expect(left).toMatchObject([
				{ label: "Total", cents: of.totalCents },
				{ label: "Refunded", cents },
				{ label: "Total after refunds", cents: of.totalCents - cents },
			]);
		}
	}
});

it("an e-mail about some lines has no total that is none", () => {
	for (const mail of [shippedMail(receipt), cancelledMail(receipt)])
		expect(amountsIn(mail)).toEqual([]);
});

it("the reminder has a deadline and a link to pay, and no name", () => {
	const expiresAt = new Date("2026-11-23T09:05:00Z");
	const { text, html } = renderMail(
		payMail("order.expiring", receipt, expiresAt, "https://shop.test/payment/o1"),
	);
	expect(text).toMatchInlineSnapshot(`
		"We're holding the items below for you until Nov 23, 2026, 9:05 AM UTC. Then the order closes and they're for sale again. To keep them, pay here:

		https://shop.test/payment/o1

		Order: o1

		2 × Torque wrench: $69.00
		Shipping: Free
		Total: $69.00

		See the order and its history:

		https://shop.test/orders/o1

		If you no longer want them, there's nothing to do.

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

		Your order has shipped.

		Carrier: Post
		Tracking number: RB1

		Track your parcel:

		https://post.test/RB1

		Order: o1

		2 × Torque wrench

		See the order and its history:

		https://shop.test/orders/o1

		Cogsmith
		"
	`);
	expect(html).toContain(">Track your parcel</a>");
	const withoutUrl = { carrier: "Courier", number: "7" };
	expect(renderMail(shippedMail(receipt, withoutUrl)).text).toContain(
		"Carrier: Courier\nTracking number: 7\n\nOrder: o1",
	);
	expect(renderMail(shippedMail(receipt)).text).not.toContain("Carrier");
});

it("a refund of a payment that no order awaited says nothing of what is left", () => {
	const refund = { cents: 100, currency: "USD", parts: [] };
	const { text } = renderMail(refundedMail(receipt, refund));
	expect(text).toContain("Refund: $1.00");
	expect(text).not.toContain("Total");
	expect(renderMail(cancelledMail(receipt)).text).not.toContain("Refund");
});

it("no e-mail makes a link of what a customer has typed", () => {
	const typed = "Pay at evil.test/x or http://192.0.2.1 now";
	const typedReceipt = { ...receipt, name: typed };
	const address = [typed, "5 Spoke St. 7.5", "St. John"];
	const refund = { cents: 100, currency: "USD", parts: [] };
	for (const { text, html } of [
		renderMail(receiptMail({ ...typedReceipt, address })),
		renderMail(shippedMail(typedReceipt)),
		renderMail(refundedMail(typedReceipt, refund)),
		renderMail(cancelledMail(typedReceipt, { refund })),
	]) {
		expect(text + html).not.toMatch(/evil\.test|:\/\/192|192\.0/);
		expect(text.replaceAll("\u2060", "")).toContain(typed);
	}
	expect(textOf({ address })).toContain("St. John");
});
