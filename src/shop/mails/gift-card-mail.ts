/** The e-mails with codes of gift cards: to who has bought one or gets it from staff, and to who gets some from somebody. */
import { formatDate } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import type { MailBlock, MailContent } from "./layout.ts";
import { giftCardTexts, giftTexts, labels, withoutLinks } from "./texts.ts";

interface CardFacts {
	code: string;
	balanceCents: number;
	currency: string;
	expiresAt: Date | null;
}

export interface MailedCard extends CardFacts {
	/** What staff have written to who gets it. */
	message: string;
	/** The order line that bought it; null for one that staff have issued. */
	lineId: string | null;
}

/** `shopUrl` is where it can be used. */
export function giftCardMail(card: MailedCard, shopUrl: string): MailContent {
	const { subject, intro, bought, keep } = giftCardTexts;
	return {
		subject,
		blocks: [
			...(card.message ? [{ text: card.message.split("\n") }] : []),
			{ text: card.lineId === null ? intro : bought },
			codeRows(card),
			{ text: keep },
			...visitShop(shopUrl),
		],
	};
}

export interface MailedGift {
	/** Who has bought it. */
	from: string;
	message: string;
	cards: readonly CardFacts[];
}

/** What its buyer has typed makes no links: anybody can pay to write to a stranger. */
export function giftMail({ from, message, cards }: MailedGift, shopUrl: string): MailContent {
	const giver = withoutLinks(from);
	return {
		subject: giftTexts.subject(giver, cards.length),
		blocks: [
			{ text: giftTexts.intro(giver, cards.length) },
			...(message
				? [{ text: [giftTexts.wrote(giver), ...withoutLinks(message).split("\n")] }]
				: []),
			...cards.map(codeRows),
			{ text: giftTexts.use(cards.length) },
			...visitShop(shopUrl),
			{ text: giftTexts.why(giver) },
		],
	};
}

function codeRows({ code, balanceCents, currency, expiresAt }: CardFacts): MailBlock {
	return {
		rows: [
			{ label: labels.giftCode, value: code },
			...(expiresAt ? [{ label: labels.validUntil, value: formatDate(expiresAt) }] : []),
			{ label: labels.worth, value: formatCentsIn(balanceCents, currency), isTotal: true },
		],
	};
}

const visitShop = (url: string): MailBlock[] => [
	{ text: giftCardTexts.visit },
	{ link: { label: giftCardTexts.open, url, isText: true } },
];
