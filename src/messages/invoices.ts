/** The texts of invoices and credit notes, on their pages, in PDFs and in the dashboard. Only rendered on the server. */
import { formatPercent } from "./numbers.ts";

type Kind = "invoice" | "credit-note";

export const kindNames: Record<Kind, string> = { invoice: "Invoice", "credit-note": "Credit note" };
export const documentTitle = (kind: Kind, code: string) => `${kindNames[kind]} ${code}`;
export const documentOf = (shop: string) => `An invoice or a credit note from ${shop}.`;

export const sheet = {
	issued: "Date",
	order: "Order",
	reference: "Your reference",
	/** Labels the invoice on a credit note, and the credit note on an invoice. */
	corrects: "Corrects",
	supplied: "Date of supply",
	seller: "Seller",
	buyer: "Billed to",
	item: "Item",
	quantity: "Quantity",
	unitPrice: "Unit price",
	discount: (amount: string) => `Less ${amount} discount`,
	net: "Net",
	taxRate: "Tax rate",
	tax: "Tax",
	gross: "Total",
	shipping: "Shipping",
	netTotal: "Net total",
	total: "Total",
	registration: (register: string) => `Registered: ${register}`,
	taxId: (id: string) => `Tax ID: ${id}`,
	vatNumber: (number: string) => `VAT number: ${number}`,
	yourTaxNumber: (number: string) => `Tax number: ${number}`,
	taxAt: (rate: string, net: string) => `Tax ${rate} on ${net}`,
	noTax: "No tax",
	page: (page: number, pages: number) => `Page ${page} of ${pages}`,
};

/** A rate of tax in millionths: 190,000 is "19%". */
export const formatTaxRate = (rate: number): string => formatPercent(rate / 1_000_000);

/** What is due: nothing, because it was paid or given back before. */
export const dueTexts: Record<Kind, (date: string) => string> = {
	invoice: (date) => `Paid on ${date}. Nothing is due.`,
	"credit-note": (date) => `Refunded on ${date} to the original payment method.`,
};
/** What gift cards and store credit had to do with it. */
export const paidByCard = (price: string) => `Paid by gift card or store credit: ${price}.`;
export const credited = (date: string) => `Credited on ${date} to a gift card, or as store credit.`;
/** How an e-invoice was paid. */
export const byPaymentService = "Online payment service";
export const byCardAlone = "Gift card or store credit";
/** An invoice that takes a credit note back, whose refund never arrived. */
export const takenBack = (code: string) =>
	`The refund of ${code} did not arrive, so that credit note is withdrawn. Nothing is due for it.`;
export const reverseCharge =
	"Intra-Community supply, exempt from VAT (Directive 2006/112/EC, Article 138). Reverse charge: the recipient owes the tax.";

/** Why a gift card has no tax: it is due when something is bought with it. */
export const voucherReason =
	"Multi-purpose voucher: taxed when it is redeemed (Directive 2006/112/EC, Article 30b)";

/** In a PDF that has no letters for some characters. */
export const isIncomplete = (file: string) =>
	`This file can't show every character. The e-invoice ${file} has them all.`;

export const downloadPdf = "Download PDF";
export const downloadXml = "Download e-invoice (UBL)";
export const backToOrder = "Back to the order";

/** The list of the dashboard. */
export const list = {
	title: "Invoices",
	about:
		"Each payment has an invoice and each refund a credit note. They're numbered by year without gaps, and never change.",
	searchPlaceholder: "Number, order, name, company, e-mail",
	month: "Month",
	allMonths: "All months",
	kinds: { all: "All", invoice: "Invoices", "credit-note": "Credit notes" } as const,
	kindsLabel: "Document types",
	number: "Number",
	buyer: "Billed to",
	date: "Date",
	net: "Net",
	tax: "Tax",
	total: "Total",
	order: "Order",
	empty: "No invoices here",
	emptyHint: "Your first payment creates the first invoice.",
	zip: "Download the month as ZIP",
	csv: "Export as CSV",
};

/** The heading on an order's page. */
export const ofOrder = "Invoices";
