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
	/** The order line that bought it; null for one that staff have issued. */
	lineId: string | null;
}

/** `shopUrl` is where it can be used. */
export function giftCardMail(
	{ code, message, balanceCents, currency, expiresAt, lineId }: MailedCard,
	shopUrl: string,
): MailContent {
	const { subject, intro, bought, keep, visit, open } = giftCardTexts;
	return {
		subject,
		blocks: [
			...(message ? [{ text: message.split("\n") }] : []),
			{ text: lineId === null ? intro : bought },
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
