/** The mails about orders. */
import { contact, seller } from "../../config/config.ts";
import { formatDate, formatTimestamp } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import type { GiftCardKind } from "../gift-cards/gift-card-kinds.ts";
import { byBundle } from "../offers/bundle-lines.ts";
import type { OrderService } from "../orders/order-service.ts";
import { withdrawalDays } from "../returns/returns.ts";
import type { MailBlock, MailContent } from "./layout.ts";
import * as texts from "./texts.ts";

/** What all mails about an order tell, of all its lines or of some. */
export interface OrderFacts {
	/** The order's number, as people read it. */
	number: string;
	/** The recipient's. */
	name: string;
	lines: readonly LineFacts[];
	totalCents: number;
	/** What gift cards and store credit pay of all of it. */
	giftCardCents?: number;
	/** ISO 4217. */
	currency: string;
	/** The order's page. */
	orderUrl: string;
	/** What a company calls the order. */
	reference?: string;
	/** How it reaches its customer, if that is known. */
	service?: Pick<OrderService, "name" | "pickup"> | null;
}

interface LineFacts {
	toolName: string;
	/** The bundle that it was sold in. */
	bundleName?: string | null;
	quantity: number;
	/** What offers take off, which the total is without. */
	discountCents?: number;
	totalCents: number;
	/** Set for gift cards, whose mails are their delivery. */
	giftCodes?: readonly unknown[] | null;
}

/** What was paid at once. */
export interface Receipt extends OrderFacts {
	/** The lines of the delivery address, with the recipient. */
	address: readonly string[];
	/** Who is billed, if not the recipient. */
	billedTo?: readonly string[];
	/** A company's. */
	taxNumber?: string;
	/** Left out if the prices include it. */
	shippingCents?: number;
	/** Tax on top of the prices. */
	taxCents?: number;
	/** Tax that the prices include. */
	includedTaxCents?: number;
	paidAt: Date;
	/** Undefined if they have paid all of it. */
	transactionId: string | undefined;
	/** Where consumers withdraw from the contract, and the terms if they are published. Only of a shop that sells to the European Union. */
	withdrawal?: { url: string; termsUrl?: string } | undefined;
}

/** The receipt of a payment. */
export function receiptMail(receipt: Receipt): MailContent {
	const { currency, shippingCents, taxCents, includedTaxCents, transactionId } = receipt;
	const { subject, intro, deliveredTo, includedTax } = texts.receiptTexts;
	const amountRow = (label: string, cents: number | undefined) =>
		cents ? [{ label, value: formatCentsIn(cents, currency) }] : [];
	return {
		subject: subject(receipt.number),
		blocks: [
			{ text: texts.greeting(receipt.name) },
			{ text: intro, isOpening: true },
			{
				rows: [
					...orderRows(receipt),
					...(receipt.taxNumber
						? [{ label: texts.labels.taxNumber, value: texts.withoutLinks(receipt.taxNumber) }]
						: []),
					{ label: texts.labels.paidOn, value: formatDate(receipt.paidAt) },
					...(transactionId ? [{ label: texts.labels.transaction, value: transactionId }] : []),
				],
			},
			{
				rows: [
					...lineRows(receipt),
					...amountRow(texts.labels.shipping, shippingCents),
					...amountRow(texts.labels.tax, taxCents),
					totalRow(receipt),
					...cardRows(receipt),
				],
			},
			...(includedTaxCents
				? [{ text: includedTax(formatCentsIn(includedTaxCents, currency)) }]
				: []),
			...(receipt.billedTo?.length
				? [{ text: [texts.receiptTexts.billedTo, ...receipt.billedTo.map(texts.withoutLinks)] }]
				: []),
			...pickupBlocks(receipt),
			{
				text: [
					receipt.service?.pickup || receipt.lines.every(({ giftCodes }) => giftCodes)
						? texts.receiptTexts.buyer
						: deliveredTo,
					...receipt.address.map(texts.withoutLinks),
				],
			},
			...orderLink(receipt),
			{ text: [texts.receiptTexts.seller, ...sellerLines()] },
			...withdrawalBlocks(receipt),
		],
	};
}

/** Where it is fetched. */
function pickupBlocks({ service }: Receipt): MailBlock[] {
	if (!service?.pickup) return [];
	const { address, text } = service.pickup;
	return [
		{
			text: [
				texts.receiptTexts.pickup,
				...[...address, text].filter(Boolean).map(texts.withoutLinks),
			],
		},
	];
}

/**
 * The right of withdrawal with its form, and the terms: what a consumer has to get on a durable medium (Directive
 * 2011/83/EU, Articles 6(1)(h) and 8(7)).
 */
function withdrawalBlocks({ withdrawal }: Receipt): MailBlock[] {
	if (!withdrawal) return [];
	const { terms, openTerms, right, withdraw, form } = texts.withdrawalTexts;
	const { url, termsUrl } = withdrawal;
	return [
		{ text: right(withdrawalDays) },
		{ link: { label: withdraw, url, isText: true } },
		{ text: form(contact.email) },
		...(termsUrl
			? [{ text: terms }, { link: { label: openTerms, url: termsUrl, isText: true } }]
			: []),
	];
}

/** Staff have changed the delivery, and with it perhaps the total. */
export function changedMail(order: OrderFacts, address: readonly string[]): MailContent {
	const { subject, intro } = texts.changedTexts;
	const delivery = [texts.receiptTexts.deliveredTo, ...address.map(texts.withoutLinks)];
	return orderMail(order, subject, [{ text: intro, isOpening: true }, { text: delivery }]);
}

/** To the former e-mail of an order, which gets no other mail about it. */
export function formerEmailMail(number: string): MailContent {
	const { subject, intro } = texts.formerEmailTexts;
	return { subject: subject(number), blocks: [{ text: intro(contact.email) }] };
}

/** The mails that ask to pay, until `expiresAt`. They have no name: the recipient may be someone else. */
const payTexts = {
	/** Staff have entered the order at the telephone, or send its link again. */
	"order.placed": texts.placedTexts,
	/** The reservation ends. */
	"order.expiring": texts.expiringTexts,
	/** A payment that was processed for days has failed. */
	"order.payment_failed": texts.paymentFailedTexts,
};
export type PayMail = keyof typeof payTexts;

/** A mail that asks to pay. */
export function payMail(
	kind: PayMail,
	order: OrderFacts,
	expiresAt: Date,
	payUrl: string,
): MailContent {
	const { subject, intro } = payTexts[kind];
	const { pay, closing } = texts.expiringTexts;
	const blocks = [
		{ text: intro(formatTimestamp(expiresAt)) },
		{ link: { label: pay, url: payUrl } },
	];
	return orderMail(order, subject, blocks, [{ text: closing }]);
}

/** How to follow a parcel. */
export interface Tracking {
	carrier: string;
	number: string;
	/** Known carriers have one. */
	url?: string;
	/** Whether an earlier mail had another number. */
	isCorrection?: boolean;
}

/** The order is on its way. */
export function shippedMail(order: OrderFacts, tracking?: Tracking): MailContent {
	if (order.service?.pickup && !tracking) return readyMail(order, order.service.pickup);
	const { subject, correctedSubject, intro, corrected, track, trackLink } = texts.shippedTexts;
	const isCorrection = tracking?.isCorrection ?? false;
	return orderMail(order, isCorrection ? correctedSubject : subject, [
		{ text: texts.greeting(order.name) },
		{ text: isCorrection ? corrected : intro, isOpening: true },
		...(tracking ? [trackingRows(tracking)] : []),
		...(tracking?.url ? [{ text: track }, { link: { label: trackLink, url: tracking.url } }] : []),
	]);
}

/** The order can be fetched. */
function readyMail(order: OrderFacts, { address, text }: NonNullable<OrderService["pickup"]>) {
	const { subject, intro } = texts.readyTexts;
	return orderMail(order, subject, [
		{ text: texts.greeting(order.name) },
		{ text: [intro, ...address.map(texts.withoutLinks)] },
		...(text ? [{ text: texts.withoutLinks(text) }] : []),
	]);
}

function trackingRows({ carrier, number }: Tracking): MailBlock {
	const rows = [
		{ label: texts.labels.carrier, value: carrier },
		{ label: texts.labels.trackingNumber, value: number },
	];
	return { rows: rows.filter(({ value }) => value !== "") };
}

/** What was refunded, in minor units of `currency`. */
export interface RefundedAmount {
	cents: number;
	currency: string;
}

/** The card that a refund went onto: the credit of an account has no code, that of a guest tells it. */
export interface CreditedCard {
	kind: GiftCardKind;
	codeEnd: string;
	/** Of a guest's credit. */
	code?: string | undefined;
}

/** A payment was refunded, in full or in part; onto a card, if there is one. */
export function refundedMail(
	order: OrderFacts,
	refund: RefundedAmount,
	card?: CreditedCard,
): MailContent {
	const { subject, intro } = card
		? { subject: texts.creditedTexts.subject, intro: creditedIntro(card) }
		: texts.refundedTexts;
	return orderMail(order, subject, [
		{ text: texts.greeting(order.name) },
		{ text: intro, isOpening: true },
		...(card?.code ? [{ rows: [{ label: texts.labels.giftCode, value: card.code }] }] : []),
		refundRow(refund),
	]);
}

function creditedIntro({ kind, codeEnd, code }: CreditedCard): string {
	const { ontoCard, ontoAccount, ontoCode } = texts.creditedTexts;
	if (code) return ontoCode;
	return kind === "store_credit" && codeEnd === "" ? ontoAccount : ontoCard(codeEnd);
}

/** A paid order was cancelled. `refund` is left out if nothing is refunded; `cardCents` of it go back onto gift cards. */
export function cancelledMail(
	order: OrderFacts,
	refund?: RefundedAmount,
	cardCents = 0,
): MailContent {
	const { subject, intro } = texts.cancelledTexts;
	return orderMail(order, subject, [
		{ text: texts.greeting(order.name) },
		{ text: intro, isOpening: true },
		...(refund ? refundBlocks(refund, cardCents) : []),
	]);
}

/** What goes back to the bank, and what onto gift cards. */
function refundBlocks(refund: RefundedAmount, cardCents: number): MailBlock[] {
	const { refunded, ontoCards } = texts.cancelledTexts;
	const toBank = { text: refunded };
	if (cardCents === 0) return [toBank, refundRow(refund)];
	const bankCents = refund.cents - cardCents;
	const rows = [
		[texts.labels.toBank, bankCents] as const,
		[texts.labels.ontoCards, cardCents] as const,
	].filter(([, cents]) => cents > 0);
	return [
		...(bankCents > 0 ? [toBank] : []),
		{ text: ontoCards },
		{
			rows: rows.map(([label, cents]) => ({ label, value: formatCentsIn(cents, refund.currency) })),
		},
	];
}

function refundRow({ cents, currency }: RefundedAmount): MailBlock {
	const value = formatCentsIn(cents, currency);
	return { rows: [{ label: texts.labels.refund, value, isTotal: true }] };
}

/** A mail with the order's lines and a link to it. */
function orderMail(
	order: OrderFacts,
	subject: (number: string) => string,
	blocks: MailBlock[],
	closing: MailBlock[] = [],
): MailContent {
	return {
		subject: subject(order.number),
		blocks: [
			...blocks,
			{ rows: orderRows(order) },
			{ rows: [...lineRows(order), totalRow(order), ...cardRows(order)] },
			...orderLink(order),
			...closing,
		],
	};
}

function orderRows({ number, reference, service }: OrderFacts) {
	const { labels, withoutLinks } = texts;
	return [
		{ label: labels.order, value: number },
		...(reference ? [{ label: labels.reference, value: withoutLinks(reference) }] : []),
		...(service ? [{ label: labels.delivery, value: service.name }] : []),
	];
}

/** Returns the rows of lines in a mail, those of a kit in one: the pieces, and what they cost together. */
const lineRows = ({ lines, currency }: OrderFacts) =>
	byBundle(lines, ({ bundleName }) => bundleName).map((own) => {
		const [kit] = own.map(({ bundleName }) => bundleName);
		const pieces = own.map(({ quantity, toolName }) => `${quantity} × ${toolName}`).join(", ");
		const name = kit ? texts.kitOf(kit, pieces) : pieces;
		const lessCents = own.reduce((sum, { discountCents = 0 }) => sum + discountCents, 0);
		const less = lessCents > 0 ? ` ${texts.lessDiscount(formatCentsIn(lessCents, currency))}` : "";
		const cents = own.reduce((sum, { totalCents }) => sum + totalCents, 0);
		return { label: name + less, value: formatCentsIn(cents, currency) };
	});

function totalRow({ totalCents, currency }: OrderFacts) {
	return { label: texts.labels.total, value: formatCentsIn(totalCents, currency), isTotal: true };
}

function cardRows({ giftCardCents = 0, currency }: OrderFacts) {
	const { byCard: label } = texts.labels;
	return giftCardCents > 0 ? [{ label, value: formatCentsIn(giftCardCents, currency) }] : [];
}

function orderLink({ orderUrl: url }: OrderFacts): MailBlock[] {
	return [{ text: texts.seeOrder }, { link: { label: texts.openOrder, url } }];
}

/** The seller's details, which a receipt must have. */
export function sellerLines(): string[] {
	const { name, address, phone, registration, taxId } = seller;
	return [
		name,
		...address,
		contact.email,
		...(phone ? [phone] : []),
		...(registration ? [texts.receiptTexts.registration(registration)] : []),
		...(taxId ? [texts.receiptTexts.taxId(taxId)] : []),
	];
}
