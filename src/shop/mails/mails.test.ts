import { describe, expect, it } from "vitest";
import { orderPageTexts as orderTexts } from "../../messages/my-orders.ts";
import type { OrderSums } from "../orders/order-amounts.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import { digestMail } from "./digest-mail.ts";
import { giftCardMail, giftMail } from "./gift-card-mail.ts";
import { type MailContent, renderMail } from "./layout.ts";
import * as orderMails from "./order-mails.ts";
import { questionAnsweredMail } from "./question-answered-mail.ts";
import { type MailedReturn, returnMail } from "./return-mails.ts";
import { reviewHiddenMail } from "./review-hidden-mail.ts";
import { stockAlertMail } from "./stock-alert-mail.ts";
import { linkMailTexts } from "./texts.ts";

const sums: OrderSums = {
	currency: "USD",
	itemsCents: 8100,
	discounts: [],
	shippingCents: 500,
	taxCents: 74,
	includedTaxCents: 1100,
	totalCents: 8674,
	giftCardCents: 0,
	refundedCents: 0,
	taxName: "VAT 20%",
	isByMail: false,
};
const line = {
	number: "o1",
	lines: [
		{ id: "l1", toolName: "Torque wrench", quantity: 2, totalCents: 6900 },
		{ id: "l2", toolName: "A chain whip with a very long name", quantity: 1, totalCents: 1200 },
	],
	sums,
	name: "Ada",
	orderUrl: "https://shop.test/orders/o1",
};
const receipt = {
	...line,
	address: ["Ada", "5 Spoke Street"],
	transactionId: "pi_1",
	paidAt: new Date("2026-11-22T23:30:00Z"),
};
const ends = new Date("2026-11-23T09:05:00Z");
const payUrl = "https://shop.test/payment/o1";
const tracking = { carrier: "Post", number: "RB1", url: "https://post.test/RB1" };
const part = { lineId: "l1", amountCents: 100, shippingCents: 7, taxCents: 3 };
const refund = { cents: 100, currency: "USD", parts: [part] };
const refundedLine = { ...line, sums: { ...sums, refundedCents: 100 } };
const urls = {
	manageOrders: "https://shop.test/manage-orders",
	manageProducts: "https://shop.test/manage-products",
	stop: "https://shop.test/stop",
};
const digestLines = line.lines.map(({ toolName: name, quantity }) => ({ name, quantity }));
const paid = { number: 1001, lines: digestLines, totalCents: sums.totalCents, currency: "USD" };
const low = [{ name: "Cone spanner", quantity: 1 }];
const hidden = { tool: "Pump", reason: "spam", description: "Buy here." } as const;
const answered = { text: "Does it take Presta?", answer: "Yes." };

const card = {
	code: "7QXT-R4MH-KACD-EFGH-JKLM",
	balanceCents: 5000,
	currency: "USD",
	expiresAt: null,
};

const returned: MailedReturn = {
	number: 7,
	kind: "return",
	state: "asked",
	reason: "damaged",
	name: "",
	answer: "",
	note: "See www.example.test",
	createdAt: receipt.paidAt,
	labelUrl: "",
	undoneUntil: null,
	order: { number: 1001 },
	lines: [{ toolName: "Torque wrench", quantity: 2, received: null }],
};
const withdrawn: MailedReturn = {
	...returned,
	kind: "withdrawal",
	state: "approved",
	reason: null,
	note: "",
	name: "Ada",
	answer: "Cogsmith\n9 Workshop Lane",
	labelUrl: "https://post.test/label",
};
const returnMailOf = (kind: OutboxKind, one: MailedReturn) => returnMail(kind, one, line.orderUrl);

const mails: Record<string, MailContent> = {
	receipt: orderMails.receiptMail(receipt),
	"receipt for a consumer in the EU": orderMails.receiptMail({
		...receipt,
		withdrawal: { url: "https://shop.test/withdraw", termsUrl: "https://shop.test/legal/terms" },
	}),
	"return asked for": returnMailOf("order.return_asked", returned),
	"return approved": returnMailOf("order.return_approved", { ...withdrawn, kind: "return" }),
	"return rejected": returnMailOf("order.return_rejected", { ...returned, answer: "It was used." }),
	"return arrived": returnMailOf("order.return_received", {
		...returned,
		lines: [{ toolName: "Torque wrench", quantity: 2, received: 1 }],
	}),
	"withdrawal in time": returnMailOf("order.return_asked", withdrawn),
	"withdrawal from a whole order": returnMailOf("order.return_asked", {
		...withdrawn,
		state: "asked",
		lines: [],
	}),
	"withdrawal that waits": returnMailOf("order.return_asked", {
		...withdrawn,
		state: "waiting",
		undoneUntil: ends,
	}),
	expiring: orderMails.payMail("order.expiring", line, ends, payUrl),
	"payment failed": orderMails.payMail("order.payment_failed", line, ends, payUrl),
	shipped: orderMails.shippedMail(line, tracking),
	"another tracking number": orderMails.shippedMail(line, {
		...tracking,
		isCorrection: true,
	}),
	"shipped with a number alone": orderMails.shippedMail(line, {
		carrier: "",
		number: "7",
	}),
	refunded: orderMails.refundedMail(refundedLine, refund),
	cancelled: orderMails.cancelledMail(refundedLine, { refund }),
	"cancelled in part": orderMails.cancelledMail(refundedLine, {
		refund,
		part: [orderTexts.somePieces("Pump", 1, 3)],
	}),
	"cancelled unpaid": orderMails.cancelledMail(line),
	"cancelled, paid by a gift card too": orderMails.cancelledMail(refundedLine, {
		refund,
		cardCents: 40,
	}),
	"stock alert": stockAlertMail("Pump", "https://shop.test/tools/pump", urls.stop),
	"question answered": questionAnsweredMail("Pump", answered, "https://shop.test/tools/pump"),
	"review hidden": reviewHiddenMail(hidden, "https://shop.test/reviews"),
	"review of no tool hidden": reviewHiddenMail({ ...hidden, tool: null }, "https://shop.test/r"),
	"gift card that was bought": giftCardMail(
		{ ...card, message: "", lineId: "l1" },
		"https://shop.test",
	),
	"gift from somebody": giftMail({ from: "Ada", message: "", cards: [card] }, "https://shop.test"),
	"gifts with a message": giftMail(
		{ from: "ada.test", message: "Ride well!\nSee ada.test", cards: [card, card] },
		"https://shop.test",
	),
	"digest of one order": digestMail({ orders: [paid], orderCount: 1, lowTools: [] }, urls),
	"digest of low stock": digestMail({ orders: [], orderCount: 0, lowTools: low }, urls),
};

describe("e-mails read as reviewed", () => {
	it("with their subject, in text", async () => {
		const texts = Object.entries(mails).map(([name, mail]) => {
			const { subject, text } = renderMail(mail);
			const labels = mail.blocks.flatMap((part) => ("link" in part ? part.link.label : []));
			return `=== ${name}\n--- ${subject}\n--- links: ${labels.join(", ")}\n\n${text}`;
		});
		const withOneLink = { ...linkMailTexts, alert: linkMailTexts.alert("Torque wrench") };
		const links = JSON.stringify(withOneLink, undefined, "\t");
		await expect(`${texts.join("\n")}\n=== with one link\n${links}\n`).toMatchFileSnapshot(
			"mails.snap.txt",
		);
	});

	it("in HTML, with every kind of part", async () => {
		const { blocks: parts } = orderMails.receiptMail(receipt);
		const stop = { label: "Stop", url: urls.stop, isText: true };
		const { html } = renderMail({ subject: "Receipt", blocks: [...parts, { link: stop }] });
		await expect(html).toMatchFileSnapshot("layout.snap.txt");
	});
});
