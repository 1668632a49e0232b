import { describe, expect, it } from "vitest";
import { digestMail } from "./digest-mail.ts";
import { type MailContent, renderMail } from "./layout.ts";
import * as orderMails from "./order-mails.ts";
import { reviewHiddenMail } from "./review-hidden-mail.ts";
import { stockAlertMail } from "./stock-alert-mail.ts";
import { linkMailTexts } from "./texts.ts";

const line = {
	number: "o1",
	lines: [
		{ name: "Torque wrench", quantity: 2, totalCents: 6900 },
		{ name: "A chain whip with a very long name", quantity: 1, totalCents: 1200 },
	],
	totalCents: 8674,
	currency: "USD",
};
const receipt = {
	...line,
	...{ name: "Ada", address: ["Ada", "5 Spoke Street"], transactionId: "pi_1" },
	...{ shippingCents: 500, taxCents: 74, includedTaxCents: 1100 },
	paidAt: new Date("2026-11-22T23:30:00Z"),
};
const ends = new Date("2026-11-23T09:05:00Z");
const [orderUrl, payUrl] = ["https://shop.test/orders/o1", "https://shop.test/payment/o1"];
const tracking = { carrier: "Post", number: "RB1", url: "https://post.test/RB1" };
const refund = { cents: 100, currency: "USD" };
const urls = {
	manageOrders: "https://shop.test/manage-orders",
	manageProducts: "https://shop.test/manage-products",
	stop: "https://shop.test/stop",
};
const paid = { number: 1001, lines: line.lines, totalCents: line.totalCents, currency: "USD" };
const low = [{ name: "Cone spanner", quantity: 1 }];
const hidden = { tool: "Pump", reason: "spam", description: "Buy here." } as const;

const mails: Record<string, MailContent> = {
	receipt: orderMails.receiptMail(receipt, orderUrl),
	expiring: orderMails.expiringMail(line, ends, payUrl, orderUrl),
	"payment failed": orderMails.paymentFailedMail(line, ends, payUrl, orderUrl),
	shipped: orderMails.shippedMail(line, "Ada", orderUrl, tracking),
	"another tracking number": orderMails.shippedMail(line, "Ada", orderUrl, {
		...tracking,
		isCorrection: true,
	}),
	"shipped with a number alone": orderMails.shippedMail(line, "Ada", orderUrl, {
		carrier: "",
		number: "7",
	}),
	refunded: orderMails.refundedMail(line, "Ada", refund, orderUrl),
	cancelled: orderMails.cancelledMail(line, "Ada", orderUrl, refund),
	"cancelled unpaid": orderMails.cancelledMail(line, "Ada", orderUrl),
	"stock alert": stockAlertMail("Pump", "https://shop.test/tools/pump", urls.stop),
	"review hidden": reviewHiddenMail(hidden, "https://shop.test/reviews"),
	"review of no tool hidden": reviewHiddenMail({ ...hidden, tool: null }, "https://shop.test/r"),
	"digest of one order": digestMail({ orders: [paid], orderCount: 1, lowTools: [] }, urls),
	"digest of low stock": digestMail({ orders: [], orderCount: 0, lowTools: low }, urls),
};

describe("mails read as reviewed", () => {
	it("with their subject, in text", async () => {
		const texts = Object.entries(mails).map(([name, mail]) => {
			const { subject, text } = renderMail(mail);
			const labels = mail.blocks.flatMap((part) => ("link" in part ? part.link.label : []));
			return `=== ${name}\n--- ${subject}\n--- links: ${labels.join(", ")}\n\n${text}`;
		});
		const links = JSON.stringify(linkMailTexts, undefined, "\t");
		await expect(`${texts.join("\n")}\n=== with one link\n${links}\n`).toMatchFileSnapshot(
			"mails.snap.txt",
		);
	});

	it("in HTML, with every kind of part", async () => {
		const { blocks: parts } = orderMails.receiptMail(receipt, orderUrl);
		const stop = { label: "Stop", url: urls.stop, isText: true };
		const { html } = renderMail({ subject: "Receipt", blocks: [...parts, { link: stop }] });
		await expect(html).toMatchFileSnapshot("layout.snap.txt");
	});
});
