/** The mails about orders. */
import { contact, seller } from "../../config/config.ts";
import { formatDate, formatTimestamp } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import type { MailBlock, MailContent } from "./layout.ts";
import * as texts from "./texts.ts";

/** What all mails about a line tell: one line, or several of one order. */
export interface LineFacts {
	/** The order's number, as people read it. */
	number: string;
	lines: readonly PackedLine[];
	totalCents: number;
	/** ISO 4217. */
	currency: string;
}

interface PackedLine {
	name: string;
	quantity: number;
	totalCents: number;
}

/** What was paid at once. */
export interface Receipt extends LineFacts {
	name: string;
	/** The lines of the delivery address, with the recipient. */
	address: readonly string[];
	/** Left out if the prices include it. */
	shippingCents?: number;
	/** Tax on top of the prices. */
	taxCents?: number;
	/** Tax that the prices include. */
	includedTaxCents?: number;
	paidAt: Date;
	transactionId: string;
}

/** The receipt of a payment. `orderUrl` is the order's page. */
export function receiptMail(receipt: Receipt, orderUrl: string): MailContent {
	const { currency, shippingCents, taxCents, includedTaxCents } = receipt;
	const { subject, intro, deliveredTo, includedTax } = texts.receiptTexts;
	const amountRow = (label: string, cents: number | undefined) =>
		cents ? [{ label, value: formatCentsIn(cents, currency) }] : [];
	return {
		subject: subject(receipt.number),
		blocks: [
			{ text: texts.greeting(receipt.name) },
			{ text: intro },
			{
				rows: [
					numberRow(receipt),
					{ label: texts.labels.paidOn, value: formatDate(receipt.paidAt) },
					{ label: texts.labels.transaction, value: receipt.transactionId },
				],
			},
			{
				rows: [
					...receipt.lines.map((line) => lineRow(line, currency)),
					...amountRow(texts.labels.shipping, shippingCents),
					...amountRow(texts.labels.tax, taxCents),
					totalRow(receipt),
				],
			},
			...(includedTaxCents
				? [{ text: includedTax(formatCentsIn(includedTaxCents, currency)) }]
				: []),
			{ text: [deliveredTo, ...receipt.address.map(texts.withoutLinks)] },
			...orderLink(orderUrl),
			{ text: [texts.receiptTexts.seller, ...sellerLines()] },
		],
	};
}

/** Staff have entered the order at the telephone, or send its link again. Has no name: the e-mail may be mistyped. */
export function placedMail(
	line: LineFacts,
	expiresAt: Date,
	payUrl: string,
	orderUrl: string,
): MailContent {
	return payMail(texts.placedTexts, line, expiresAt, payUrl, orderUrl);
}

/** Staff have changed the delivery, and with it perhaps the total. */
export function changedMail(
	line: LineFacts,
	address: readonly string[],
	orderUrl: string,
): MailContent {
	const { subject, intro } = texts.changedTexts;
	return {
		subject: subject(line.number),
		blocks: [
			{ text: intro },
			{ text: [texts.receiptTexts.deliveredTo, ...address.map(texts.withoutLinks)] },
			...lineRows(line),
			...orderLink(orderUrl),
		],
	};
}

/** To the former e-mail of an order, which gets no other mail about it. */
export function formerEmailMail(number: string): MailContent {
	const { subject, intro } = texts.formerEmailTexts;
	return { subject: subject(number), blocks: [{ text: intro(contact.email) }] };
}

/** A payment that was processed for days has failed; the reservation ends at `expiresAt`. Has no name either. */
export function paymentFailedMail(
	line: LineFacts,
	expiresAt: Date,
	payUrl: string,
	orderUrl: string,
): MailContent {
	return payMail(texts.paymentFailedTexts, line, expiresAt, payUrl, orderUrl);
}

/** The reservation of an unpaid order ends at `expiresAt`. Has no name: the recipient may be someone else. */
export function expiringMail(
	line: LineFacts,
	expiresAt: Date,
	payUrl: string,
	orderUrl: string,
): MailContent {
	return payMail(texts.expiringTexts, line, expiresAt, payUrl, orderUrl);
}

function payMail(
	{ subject, intro }: Pick<typeof texts.expiringTexts, "subject" | "intro">,
	line: LineFacts,
	expiresAt: Date,
	payUrl: string,
	orderUrl: string,
): MailContent {
	const { pay, closing } = texts.expiringTexts;
	return {
		subject: subject(line.number),
		blocks: [
			{ text: intro(formatTimestamp(expiresAt)) },
			{ link: { label: pay, url: payUrl } },
			...lineRows(line),
			...orderLink(orderUrl),
			{ text: closing },
		],
	};
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
export function shippedMail(
	line: LineFacts,
	name: string,
	orderUrl: string,
	tracking?: Tracking,
): MailContent {
	const { subject, correctedSubject, intro, corrected, track, trackLink } = texts.shippedTexts;
	const isCorrection = tracking?.isCorrection ?? false;
	return {
		subject: (isCorrection ? correctedSubject : subject)(line.number),
		blocks: [
			{ text: texts.greeting(name) },
			{ text: isCorrection ? corrected : intro },
			...(tracking ? [trackingRows(tracking)] : []),
			...(tracking?.url
				? [{ text: track }, { link: { label: trackLink, url: tracking.url } }]
				: []),
			...lineRows(line),
			...orderLink(orderUrl),
		],
	};
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

/** A payment was refunded, in full or in part. */
export function refundedMail(
	line: LineFacts,
	name: string,
	refund: RefundedAmount,
	orderUrl: string,
): MailContent {
	const { subject, intro } = texts.refundedTexts;
	return {
		subject: subject(line.number),
		blocks: [
			{ text: texts.greeting(name) },
			{ text: intro },
			{ rows: [refundRow(refund)] },
			...lineRows(line),
			...orderLink(orderUrl),
		],
	};
}

/** A paid order was cancelled. `refund` is left out if nothing is refunded. */
export function cancelledMail(
	line: LineFacts,
	name: string,
	orderUrl: string,
	refund?: RefundedAmount,
): MailContent {
	const { subject, intro, refunded } = texts.cancelledTexts;
	return {
		subject: subject(line.number),
		blocks: [
			{ text: texts.greeting(name) },
			{ text: intro },
			...(refund ? [{ text: refunded }, { rows: [refundRow(refund)] }] : []),
			...lineRows(line),
			...orderLink(orderUrl),
		],
	};
}

function refundRow({ cents, currency }: RefundedAmount) {
	return { label: texts.labels.refund, value: formatCentsIn(cents, currency), isTotal: true };
}

function lineRows(order: LineFacts): MailBlock[] {
	const lines = order.lines.map((line) => lineRow(line, order.currency));
	return [{ rows: [numberRow(order)] }, { rows: [...lines, totalRow(order)] }];
}

function numberRow({ number }: LineFacts) {
	return { label: texts.labels.order, value: number };
}

/** Returns the row of a line in a mail: its pieces and what they cost together. */
function lineRow({ name, quantity, totalCents }: PackedLine, currency: string) {
	return { label: `${quantity} × ${name}`, value: formatCentsIn(totalCents, currency) };
}

function totalRow({ totalCents, currency }: LineFacts) {
	return { label: texts.labels.total, value: formatCentsIn(totalCents, currency), isTotal: true };
}

function orderLink(url: string): MailBlock[] {
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
