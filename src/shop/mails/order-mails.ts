/** The mails about orders. */
import { contact, locale, seller, currency as shopCurrency } from "../config/config.ts";
import { formatAmount } from "../currencies.ts";
import { formatCents } from "../money.ts";
import type { MailBlock, MailContent } from "./layout.ts";
import * as texts from "./texts.ts";

/** What was paid at once: one order, or several of one checkout. */
export interface Receipt {
	/** The order's number. */
	number: string;
	name: string;
	/** The lines of the delivery address. */
	address: readonly string[];
	lines: readonly ReceiptLine[];
	/** Left out if the prices include it. */
	shippingCents?: number;
	/** Tax on top of the prices. */
	taxCents?: number;
	/** Tax that the prices include. */
	includedTaxCents?: number;
	totalCents: number;
	/** ISO 4217. */
	currency: string;
	paidAt: Date;
	transactionId: string;
}

export interface ReceiptLine {
	name: string;
	quantity: number;
	totalCents: number;
}

/** The receipt of a payment. `ordersUrl` shows the customer's orders. */
export function receiptMail(receipt: Receipt, ordersUrl: string): MailContent {
	const { currency, shippingCents, taxCents, includedTaxCents } = receipt;
	const { shipping, tax, total } = texts.receiptTexts;
	const amountRow = (label: string, cents: number | undefined) =>
		cents ? [{ label, value: money(cents, currency) }] : [];
	return {
		subject: texts.receiptTexts.subject,
		blocks: [
			{ text: texts.greeting(receipt.name) },
			{ text: texts.receiptTexts.intro },
			{
				rows: [
					{ label: texts.receiptTexts.order, value: receipt.number },
					{ label: texts.receiptTexts.paidOn, value: formatDate(receipt.paidAt) },
					{ label: texts.receiptTexts.transaction, value: receipt.transactionId },
				],
			},
			{
				rows: [
					...receipt.lines.map((line) => lineRow(line, currency)),
					...amountRow(shipping, shippingCents),
					...amountRow(tax, taxCents),
					{ label: total, value: money(receipt.totalCents, currency), isTotal: true },
				],
			},
			...(includedTaxCents
				? [{ text: texts.receiptTexts.includedTax(money(includedTaxCents, currency)) }]
				: []),
			{ text: [texts.receiptTexts.deliveredTo, receipt.name, ...receipt.address] },
			...ordersLink(ordersUrl),
			{ text: sellerLines() },
		],
	};
}

function lineRow({ name, quantity, totalCents }: ReceiptLine, currency: string) {
	return { label: `${quantity} × ${name}`, value: money(totalCents, currency) };
}

function ordersLink(url: string): MailBlock[] {
	return [{ text: texts.allOrders }, { link: { label: texts.myOrders, url } }];
}

/** The seller's details, which a receipt must have. */
function sellerLines(): string[] {
	const { name, address, phone, registration, taxId } = seller;
	return [
		texts.receiptTexts.seller,
		name,
		...address,
		contact.email,
		...(phone ? [phone] : []),
		...(registration ? [texts.receiptTexts.registration(registration)] : []),
		...(taxId ? [texts.receiptTexts.taxId(taxId)] : []),
	];
}

/** Formats an amount. One in a former currency of the shop is "20.00 EUR". */
function money(cents: number, currency: string): string {
	return currency === shopCurrency ? formatCents(cents) : formatAmount(cents, currency);
}

/** The server does not know the customer's time zone. */
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });

function formatDate(date: Date): string {
	return dateFormat.format(date);
}
