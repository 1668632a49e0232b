/** The e-mails about orders. */
import { contact, seller } from "../../config/config.ts";
import { formatDate, formatTimestamp } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import { sellerAddressLines } from "../addresses/seller-address.ts";
import type { OrderService } from "../costs/order-service.ts";
import type { GiftCardKind } from "../gift-cards/gift-card-kinds.ts";
import { byBundle } from "../offers/bundle-lines.ts";
import { amountRows, type OrderSums, taxNameOf } from "../orders/order-amounts.ts";
import { withdrawalDays } from "../returns/returns.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import type { SoldOption } from "../tools/stored-options.ts";
import type { MailBlock, MailContent } from "./layout.ts";
import * as texts from "./texts.ts";

/** What all e-mails about an order tell, of all its lines or of some. */
export interface OrderFacts {
	/** The order's number, as people read it. */
	number: string;
	/** The recipient's. */
	name: string;
	lines: readonly LineFacts[];
	/** What all of it costs, as its page says it. */
	sums: OrderSums;
	/** The order's page. */
	orderUrl: string;
	/** What a company calls the order. */
	reference?: string;
	/** How it reaches its customer, if that is known. */
	service?: Pick<OrderService, "name" | "pickup"> | null;
}

interface LineFacts {
	id: string;
	toolName: string;
	options?: readonly SoldOption[] | null;
	sku?: string | null;
	/** The bundle that it was sold in. */
	bundleName?: string | null;
	quantity: number;
	/** What offers take off, which the total is without. */
	discountCents?: number;
	totalCents: number;
	/** Set for gift cards, whose e-mails are their delivery. */
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
	paidAt: Date;
	/** What comes of gift cards for somebody. */
	gift?: string | undefined;
	/** Undefined if they have paid all of it. */
	transactionId: string | undefined;
	/** Where consumers withdraw from the contract, and the terms if they are published. Only of a shop that sells to the European Union. */
	withdrawal?: { url: string; termsUrl?: string } | undefined;
}

/** The receipt of a payment. */
export function receiptMail(receipt: Receipt): MailContent {
	const { transactionId } = receipt;
	const { subject, intro, deliveredTo } = texts.receiptTexts;
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
			amountsBlock(receipt),
			...(receipt.gift ? [{ text: receipt.gift }] : []),
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
	const blocks = [{ text: intro, isOpening: true as const }, { text: delivery }];
	return orderMail(order, subject, blocks, [amountsBlock(order)]);
}

/** To the former address of an order, which gets no other e-mail about it. */
export function formerEmailMail(number: string): MailContent {
	const { subject, intro } = texts.formerEmailTexts;
	return { subject: subject(number), blocks: [{ text: intro(contact.email) }] };
}

/** The e-mails that ask to pay, until `expiresAt`. They have no name: the recipient may be someone else. */
const payTexts = {
	/** Staff have entered the order at the telephone, or send its link again. */
	"order.placed": texts.placedTexts,
	/** The reservation ends. */
	"order.expiring": texts.expiringTexts,
	/** A payment that was processed for days has failed. */
	"order.payment_failed": texts.paymentFailedTexts,
};
export type PayMail = keyof typeof payTexts;

/** An e-mail that asks to pay. */
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
	return orderMail(order, subject, blocks, [amountsBlock(order)], [{ text: closing }]);
}

/** How to follow a parcel. */
export interface Tracking {
	carrier: string;
	number: string;
	/** Known carriers have one. */
	url?: string;
	/** Whether an earlier e-mail had another number. */
	isCorrection?: boolean;
}

/** The order is on its way. */
export function shippedMail(order: OrderFacts, tracking?: Tracking): MailContent {
	if (order.service?.pickup && !tracking) return readyMail(order, order.service.pickup);
	const { subject, correctedSubject, intro, corrected, track, trackLink } = texts.shippedTexts;
	const isCorrection = tracking?.isCorrection ?? false;
	const blocks: MailBlock[] = [
		{ text: texts.greeting(order.name) },
		{ text: isCorrection ? corrected : intro, isOpening: true },
		...(tracking ? [trackingRows(tracking)] : []),
		...(tracking?.url ? [{ text: track }, { link: { label: trackLink, url: tracking.url } }] : []),
	];
	return orderMail(order, isCorrection ? correctedSubject : subject, blocks, linesBlocks(order));
}

/** The order can be fetched. */
function readyMail(order: OrderFacts, { address, text }: NonNullable<OrderService["pickup"]>) {
	const { subject, intro } = texts.readyTexts;
	const blocks = [
		{ text: texts.greeting(order.name) },
		{ text: [intro, ...address.map(texts.withoutLinks)] },
		...(text ? [{ text: texts.withoutLinks(text) }] : []),
	];
	return orderMail(order, subject, blocks, linesBlocks(order));
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
	/** What of it each line, shipping and the tax on top get back. None of a payment that no order awaited. */
	parts: readonly RefundedPart[];
}

interface RefundedPart {
	lineId: string;
	/** What the line has paid, with its share of shipping and tax. */
	amountCents: number;
	shippingCents: number;
	taxCents: number;
}

/** The card that a refund went onto: the credit of an account has no code, that of a guest tells it. */
export interface CreditedCard {
	kind: GiftCardKind;
	codeEnd: string;
	/** The code of a guest's credit. */
	code?: string | undefined;
	/** Why it is not the card that was paid with. */
	message?: string;
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
	const blocks: MailBlock[] = [
		{ text: texts.greeting(order.name) },
		{ text: intro, isOpening: true },
		...(card?.code && card.message ? [{ text: card.message }] : []),
		...(card?.code ? [{ rows: [{ label: texts.labels.giftCode, value: card.code }] }] : []),
	];
	return orderMail(order, subject, blocks, refundBlocks(order, refund));
}

function creditedIntro({ kind, codeEnd, code }: CreditedCard): string {
	const { ontoCard, ontoAccount, ontoCode } = texts.creditedTexts;
	if (code) return ontoCode;
	return kind === "store_credit" && codeEnd === "" ? ontoAccount : ontoCard(codeEnd);
}

interface Cancelled {
	/** Left out if nothing is refunded. */
	refund?: RefundedAmount;
	/** How much of that goes back onto gift cards. */
	cardCents?: number;
	/** The lines and pieces, as the order's page names them; none if it is all of the order. */
	part?: readonly string[];
}

/** A paid order was cancelled, or a part of it. */
export function cancelledMail(
	order: OrderFacts,
	{ refund, cardCents = 0, part = [] }: Cancelled = {},
): MailContent {
	const { refunded, ontoCards, ofPart } = texts.cancelledTexts;
	const isPart = part.length > 0;
	const { subject, intro } = isPart ? ofPart : texts.cancelledTexts;
	const toBank = refund !== undefined && refund.cents > cardCents;
	const blocks: MailBlock[] = [
		{ text: texts.greeting(order.name) },
		{ text: intro, isOpening: true },
		...(isPart ? [{ text: part }] : []),
		...(toBank ? [{ text: refunded }] : []),
		...(cardCents > 0 ? [{ text: ontoCards }] : []),
	];
	const amounts = refund ? refundBlocks(order, refund, cardCents) : [];
	return orderMail(order, subject, blocks, [...(isPart ? [] : linesBlocks(order)), ...amounts]);
}

/**
 * What was refunded, part by part, which add up to the refund, and to where if that is two ways; then what the order cost
 * and what is left of it, as its page says it.
 */
function refundBlocks(order: OrderFacts, refund: RefundedAmount, cardCents = 0): MailBlock[] {
	const { labels } = texts;
	const row = (label: string, cents: number) => ({
		label,
		value: formatCentsIn(cents, refund.currency),
	});
	const sum = (centsOf: (part: RefundedPart) => number) =>
		refund.parts.reduce((cents, part) => cents + centsOf(part), 0);
	const names = new Map(order.lines.map((line) => [line.id, nameOfRow(line)]));
	const parts = [
		...refund.parts.map(
			({ lineId, amountCents, shippingCents, taxCents }) =>
				[names.get(lineId) ?? labels.items, amountCents - shippingCents - taxCents] as const,
		),
		[labels.shipping, sum(({ shippingCents }) => shippingCents)] as const,
		[taxNameOf(order.sums), sum(({ taxCents }) => taxCents)] as const,
	].filter(([, cents]) => cents > 0);
	const ways = [
		[labels.toBank, refund.cents - cardCents] as const,
		[labels.ontoCards, cardCents] as const,
	].filter(([, cents]) => cardCents > 0 && cents > 0);
	const rest = amountRows(order.sums).filter(({ kind }) =>
		["total", "refunded", "rest"].includes(kind),
	);
	return [
		{
			rows: [
				...parts.map(([label, cents]) => row(label, cents)),
				{ ...row(labels.refund, refund.cents), isTotal: true },
				...ways.map(([label, cents]) => row(label, cents)),
			],
		},
		...(parts.length > 0
			? [{ rows: rest.map(({ name, value }) => ({ label: name, value })) }]
			: []),
	];
}

/** An e-mail with what it tells of the order's lines and amounts, and a link to it. */
function orderMail(
	order: OrderFacts,
	subject: (number: string) => string,
	blocks: MailBlock[],
	contents: MailBlock[],
	closing: MailBlock[] = [],
): MailContent {
	return {
		subject: subject(order.number),
		blocks: [...blocks, { rows: orderRows(order) }, ...contents, ...orderLink(order), ...closing],
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

/** The lines, those of a kit as one: its name with its tools, and what they cost together. */
const unitsOf = ({ lines, sums: { currency } }: OrderFacts) =>
	byBundle(lines, ({ bundleName }) => bundleName).map((own) => {
		const [kit] = own.map(({ bundleName }) => bundleName);
		const pieces = own.map((line) => `${line.quantity} × ${nameOfRow(line)}`).join(", ");
		const name = kit ? texts.kitOf(kit, pieces) : pieces;
		const lessCents = own.reduce((sum, { discountCents = 0 }) => sum + discountCents, 0);
		const less = lessCents > 0 ? ` ${texts.lessDiscount(formatCentsIn(lessCents, currency))}` : "";
		const cents = own.reduce((sum, { totalCents }) => sum + totalCents, 0);
		return { name, row: { label: name + less, value: formatCentsIn(cents, currency) } };
	});

/** What some lines are, where their amounts would not be those of the order. */
const linesBlocks = (order: OrderFacts): MailBlock[] =>
	order.lines.length > 0 ? [{ text: unitsOf(order).map(({ name }) => name) }] : [];

/** What the whole order costs: its lines after discounts, and below them the rows of its page. */
const amountsBlock = (order: OrderFacts): MailBlock => ({
	rows: [
		...unitsOf(order).map(({ row }) => row),
		...amountRows(order.sums)
			.filter(({ kind }) => kind !== "items" && kind !== "discount")
			.map(({ kind, name, value }) => ({
				label: name,
				value,
				...(kind === "total" && { isTotal: true }),
			})),
	],
});

function orderLink({ orderUrl: url }: OrderFacts): MailBlock[] {
	return [{ text: texts.seeOrder }, { link: { label: texts.openOrder, url } }];
}

/** The seller's details, which a receipt must have. */
export function sellerLines(): string[] {
	const { name, phone, registration, taxId } = seller;
	return [
		name,
		...sellerAddressLines(seller),
		contact.email,
		...(phone ? [phone] : []),
		...(registration ? [texts.receiptTexts.registration(registration)] : []),
		...(taxId ? [texts.receiptTexts.taxId(taxId)] : []),
	];
}
