/** What an invoice or a credit note says, and what follows from its lines. */
import { contact, seller } from "../../config/config.ts";
import { dayOf, dayText, parseDay, startOfDay } from "../../config/days.ts";
import { kitFor } from "../../messages/bundles.ts";
import { withSku } from "../../messages/common.ts";
import {
	credited,
	dueTexts,
	formatTaxRate,
	paidByCard,
	reverseCharge,
	sheet,
	takenBack,
	voucherReason,
} from "../../messages/invoices.ts";
import { noSuchDay } from "../../values/days.ts";
import { formatDate } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import { type Cursor, decodeCursor } from "../../values/paging.ts";
import { pasted } from "../../values/pasted.ts";
import { addressLines } from "../addresses/address.ts";
import { sellerAddressLines } from "../addresses/seller-address.ts";
import { byBundle } from "../offers/bundle-lines.ts";
import { nameOfSold } from "../tools/sold-names.ts";
import { toSoldTool } from "../tools/sold-tool.ts";
import {
	type InvoiceBuyer,
	type InvoiceKind,
	type InvoiceLine,
	type InvoiceSeller,
	invoiceKinds,
} from "./invoice-kinds.ts";
import { totalsByCategory } from "./tax-category.ts";

/** A document as it was issued. */
export interface Invoice {
	id: string;
	kind: InvoiceKind;
	/** What people call it, such as `INV-2026-0001`. */
	code: string;
	orderId: string;
	orderNumber: number;
	refundId: string | null;
	issuedAt: Date;
	seller: InvoiceSeller;
	buyer: InvoiceBuyer;
	lines: InvoiceLine[];
	netCents: number;
	taxCents: number;
	totalCents: number;
	/** What of it gift cards and store credit have paid, or got back. */
	giftCardCents: number;
	currency: string;
	reverseCharge: boolean;
	settledAt: Date;
	/** The document that it corrects: of a credit note the invoice, of an invoice for a failed refund the credit note. */
	corrects: { code: string; issuedAt: Date } | null;
}

/** A rate of tax with its net sum and its tax, as a document's totals say them; none of gift cards, whose lines say why. */
export const taxRows = (invoice: Invoice) =>
	totalsByCategory({
		...invoice,
		lines: invoice.lines.filter(({ kind }) => kind !== "gift-card"),
	}).map(({ taxRate, netCents, taxCents }) => ({
		name: sheet.taxAt(formatTaxRate(taxRate), formatCentsIn(netCents, invoice.currency)),
		taxCents,
	}));

/** The rate of a line as its cell says it. */
export const rateOf = ({ kind, taxRate }: Pick<InvoiceLine, "kind" | "taxRate">): string =>
	kind === "gift-card" ? sheet.noTax : formatTaxRate(taxRate);

/** The seller as shop.config.ts has it now. */
export const sellerNow: InvoiceSeller = { ...seller, email: contact.email };

/** The lines of the seller's name, address and numbers. */
export function sellerLinesOf(seller: InvoiceSeller): string[] {
	const { name, email, phone, registration, taxId, vatNumber } = seller;
	return [
		name,
		...sellerAddressLines(seller),
		email,
		...(phone ? [phone] : []),
		...(registration ? [sheet.registration(registration)] : []),
		...(taxId ? [sheet.taxId(taxId)] : []),
		...(vatNumber ? [sheet.vatNumber(vatNumber)] : []),
	];
}

/** The lines of who is billed: a company before the person. */
export function buyerLinesOf(buyer: InvoiceBuyer): string[] {
	return [
		...(buyer.company ? [buyer.company] : []),
		...addressLines(buyer, buyer.name),
		...(buyer.taxNumber ? [sheet.yourTaxNumber(buyer.taxNumber)] : []),
	];
}

/** What stands below the totals: what gift cards had to do with it, what is due, and why there is no tax if the buyer owes it. */
export function closingLines({
	kind,
	settledAt,
	corrects,
	reverseCharge: isReverse,
	giftCardCents,
	currency,
}: Pick<
	Invoice,
	"kind" | "settledAt" | "corrects" | "reverseCharge" | "giftCardCents" | "currency"
>): string[] {
	const at = formatDate(settledAt);
	const isCredit = kind === "credit-note" && giftCardCents > 0;
	const due =
		kind === "invoice" && corrects
			? takenBack(corrects.code)
			: (isCredit ? credited : dueTexts[kind])(at);
	const byCard =
		kind === "invoice" && giftCardCents > 0
			? [paidByCard(formatCentsIn(giftCardCents, currency))]
			: [];
	return [...byCard, due, ...(isReverse ? [reverseCharge] : [])];
}

/** A document's number as the name of a file: a series may have a slash. */
export const fileNameOf = (code: string): string => code.replaceAll("/", "-");

/** What a line is of: the tool's name with the value of each option, or shipping. */
export const toolName = ({
	kind,
	name: toolName,
	options,
}: Pick<InvoiceLine, "kind" | "name" | "options">): string =>
	kind === "shipping"
		? sheet.shipping
		: nameOfSold(toSoldTool({ toolName, options: options ?? null }));

/** What offers took off a line, or why a gift card has no tax; empty if nothing is to be said. */
export function lineNote({ kind, discountCents }: InvoiceLine, currency: string): string {
	if (kind === "gift-card") return voucherReason;
	return discountCents > 0 ? sheet.discount(formatCentsIn(discountCents, currency)) : "";
}

/** The name of a line as people read it, with the tool's code. */
export const lineName = (line: Pick<InvoiceLine, "kind" | "name" | "options" | "sku">): string =>
	line.sku ? withSku(toolName(line), line.sku) : toolName(line);

/** The lines by the kits that they were sold in, each with its heading; empty for any other line. */
export const linesByKit = ({ lines, currency }: Pick<Invoice, "lines" | "currency">) =>
	byBundle(lines, ({ bundle }) => bundle).map((own) => {
		const [bundle] = own.map((line) => line.bundle);
		const cents = own.reduce(
			(sum, { unitCents, quantity, discountCents }) => sum + unitCents * quantity - discountCents,
			0,
		);
		return { heading: bundle ? kitFor(bundle, formatCentsIn(cents, currency)) : "", lines: own };
	});

/** The tabs of the list. */
export const invoiceTabs = ["all", ...invoiceKinds] as const;

export interface InvoiceQuery {
	/** The search text; empty for none. */
	q: string;
	kind: InvoiceKind | undefined;
	/** Such as `2026-11`; undefined for all. */
	month: string | undefined;
	cursor: Cursor | undefined;
}

/** Documents per page of the list. */
export const invoicesPageSize = 25;

const maxSearchLength = 100;

/** Reads what the address of the list asks for. Throws ShopError `invalid` for what is no month; other things that it does not understand it leaves out. */
export function parseInvoiceQuery({ searchParams }: URL): InvoiceQuery {
	const month = searchParams.get("month") || undefined;
	if (month !== undefined && !monthRange(month)) throw noSuchDay("month");
	return {
		q: pasted(searchParams.get("q") ?? "").slice(0, maxSearchLength),
		kind: invoiceKinds.find((kind) => kind === searchParams.get("kind")),
		month,
		cursor: decodeCursor(searchParams.get("cursor")),
	};
}

/** Returns from when on and until when a month is, such as `2026-11`, in the shop's time zone; undefined for anything else. */
export function monthRange(month: string): { from: number; until: number } | undefined {
	const first = parseDay(`${month}-01`);
	if (first === undefined) return undefined;
	const next = parseDay(`${dayText(first + 31).slice(0, 7)}-01`);
	return next === undefined ? undefined : { from: startOfDay(first), until: startOfDay(next) };
}

/** The month of a time, such as `2026-11`. */
export const monthOf = (ms: number): string => dayText(dayOf(ms)).slice(0, 7);

/** The months from one time to another, the newest first. */
export function monthsBetween(first: Date | null, last: Date | null): string[] {
	if (!first || !last) return [];
	const [oldest, months] = [monthOf(first.getTime()), [monthOf(last.getTime())]];
	for (;;) {
		const newest = months.at(-1) ?? oldest;
		if (newest <= oldest) return months;
		const start = parseDay(`${newest}-01`) ?? 0;
		months.push(dayText(start - 1).slice(0, 7));
	}
}
