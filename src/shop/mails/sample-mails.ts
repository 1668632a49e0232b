/** An e-mail of each kind that the owner can write, about an order that we made up: for previews and tests. */
import { currency } from "../../config/config.ts";
import { sampleMail as texts } from "../../messages/settings.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import type { OrderSums } from "../orders/order-amounts.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import type { EditableMail, OwnMailText } from "../settings/mail-texts.ts";
import type { MailContent } from "./layout.ts";
import * as orderMails from "./order-mails.ts";
import { withOwnTexts } from "./own-texts.ts";
import { questionAnsweredMail } from "./question-answered-mail.ts";
import { type MailedReturn, returnMail } from "./return-mails.ts";
import { reviewHiddenMail } from "./review-hidden-mail.ts";
import { stockAlertMail } from "./stock-alert-mail.ts";

const number = 1001;
const dayMs = 86_400_000;

const sumsOfSample = (refundedCents: number): OrderSums => ({
	currency,
	itemsCents: 15_800,
	totalCents: 15_800,
	refundedCents,
	discounts: [],
	shippingCents: 0,
	taxCents: 0,
	includedTaxCents: 0,
	giftCardCents: 0,
	taxName: "",
	isByMail: false,
});

/** Returns the e-mail without the owner's texts. `urlOf` makes addresses of paths. */
function usualMail(kind: EditableMail, urlOf: (path: string) => string, now: number): MailContent {
	const [tool = "", other = ""] = texts.tools;
	const lines = [
		{ id: "1", toolName: tool, quantity: 1, totalCents: 8900 },
		{ id: "2", toolName: other, quantity: 2, totalCents: 6900 },
	];
	const order: orderMails.OrderFacts = {
		number: formatOrderNumber(number),
		name: texts.name,
		lines,
		sums: sumsOfSample(kind === "order.refunded" || kind === "order.cancelled" ? 6900 : 0),
		orderUrl: urlOf(sitePaths.order("sample")),
	};
	const part = { lineId: "2", amountCents: 6900, shippingCents: 0, taxCents: 0 };
	const refund = { cents: 6900, currency, parts: [part] };
	switch (kind) {
		case "order.paid":
			return orderMails.receiptMail({
				...order,
				address: texts.address,
				paidAt: new Date(now),
				transactionId: "pi_sample",
			});
		case "order.placed":
		case "order.expiring":
		case "order.payment_failed": {
			const payUrl = urlOf(sitePaths.payment("sample"));
			return orderMails.payMail(kind, order, new Date(now + dayMs), payUrl);
		}
		case "order.changed":
			return orderMails.changedMail(order, texts.address);
		case "order.shipped":
			return orderMails.shippedMail(order, {
				carrier: texts.carrier,
				number: texts.trackingNumber,
			});
		case "order.refunded":
			return orderMails.refundedMail(order, refund);
		case "order.cancelled":
			return orderMails.cancelledMail(order, { refund });
		case "question.answered":
			return questionAnsweredMail(
				tool,
				{ text: texts.question, answer: texts.reply },
				urlOf(sitePaths.tools),
			);
		case "review.hidden":
			return reviewHiddenMail(
				{ tool, reason: "spam", description: texts.review },
				urlOf(sitePaths.addReview),
			);
		case "stock.alert":
			return stockAlertMail(tool, urlOf(sitePaths.tools), urlOf(publicPaths.stopAlerts("sample")));
		default: {
			const returned: MailedReturn = {
				number: 1,
				kind: "return",
				state: "asked",
				reason: "not_needed",
				name: "",
				labelUrl: "",
				undoneUntil: null,
				note: "",
				createdAt: new Date(now),
				answer: texts.answer,
				order: { number },
				lines: [
					{ toolName: tool, quantity: 1, received: kind === "order.return_received" ? 1 : null },
				],
			};
			return returnMail(kind, returned, order.orderUrl);
		}
	}
}

/** Returns an e-mail with these texts of the owner. */
export function sampleMail(
	kind: EditableMail,
	own: OwnMailText | undefined,
	urlOf: (path: string) => string = () => "#",
	now = Date.now(),
): MailContent {
	return withOwnTexts(usualMail(kind, urlOf, now), own, {
		order: formatOrderNumber(number),
		name: texts.name,
		tool: texts.tools[0] ?? "",
	});
}
