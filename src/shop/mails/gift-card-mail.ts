/** The mail with the code of a gift card, to who gets it. */
import { formatDate } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import type { MailContent } from "./layout.ts";
import { giftCardTexts, labels } from "./texts.ts";

export interface MailedCard {
	code: string;
	/** What staff have written to who gets it. */
	message: string;
	balanceCents: number;
	currency: string;
	expiresAt: Date | null;
}

/** `shopUrl` is where it can be used. */
export function giftCardMail(
	{ code, message, balanceCents, currency, expiresAt }: MailedCard,
	shopUrl: string,
): MailContent {
	const { subject, intro, keep, visit, open } = giftCardTexts;
	return {
		subject,
		blocks: [
			...(message ? [{ text: message.split("\n") }] : []),
			{ text: intro },
			{
				rows: [
					{ label: labels.giftCode, value: code },
					...(expiresAt ? [{ label: labels.validUntil, value: formatDate(expiresAt) }] : []),
					{ label: labels.worth, value: formatCentsIn(balanceCents, currency), isTotal: true },
				],
			},
			{ text: keep },
			{ text: visit },
			{ link: { label: open, url: shopUrl, isText: true } },
		],
	};
}
