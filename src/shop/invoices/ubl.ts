/**
 * An invoice or a credit note as an e-invoice: UBL 2.1 as EN 16931-1 binds it (CEN/TS 16931-3-2). The names BT and BG are
 * those of the standard's terms. An element without a value is left out, because no element may be empty.
 */
import { decimalsIn } from "../../config/currencies.ts";
import { dayOf, dayText } from "../../config/days.ts";
import { byCardAlone, byPaymentService } from "../../messages/invoices.ts";
import { escapeXml, textElement, xmlDeclaration } from "../../values/xml.ts";
import { vatNumberOf } from "../costs/reverse-charge.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import type { InvoiceLine } from "./invoice-kinds.ts";
import { closingLines, type Invoice, toolName } from "./invoices.ts";
import {
	categories,
	categoryOf,
	isOutsideVat,
	type TaxCategory,
	totalsByCategory,
} from "./tax-category.ts";

const namespaces = [
	["cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"],
	["cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"],
].map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);

/** What differs between the two documents: names of elements, and the type by UNTDID 1001. */
const shapes = {
	invoice: {
		root: "Invoice",
		type: "InvoiceTypeCode",
		code: "380",
		line: "InvoiceLine",
		quantity: "InvoicedQuantity",
	},
	"credit-note": {
		root: "CreditNote",
		type: "CreditNoteTypeCode",
		code: "381",
		line: "CreditNoteLine",
		quantity: "CreditedQuantity",
	},
} as const;

/** An element with other elements; nothing without any. */
const group = (name: string, ...children: string[]): string => {
	const content = children.join("");
	return content === "" ? "" : `<cac:${name}>${content}</cac:${name}>`;
};
const value = (name: string, text: string | undefined): string =>
	text === undefined || text === "" ? "" : textElement(`cbc:${name}`, text);

/** A day as the shop's clocks have it. */
const day = (at: Date): string => dayText(dayOf(at.getTime()));

/** The business process (BT-23) of billing, which Peppol BIS and XRechnung ask for. */
const businessProcess = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/**
 * The specification that it keeps (BT-24): that of Germany's public bodies where it has all that KoSIT's rules ask beyond
 * the standard, else the standard itself (XRechnung 3.0.2, BR-DE-2 to 11, 14 to 16, 21 and 27;
 * https://github.com/itplr-kosit/xrechnung-schematron).
 */
function specificationOf(invoice: Invoice): string {
	const { seller, buyer } = invoice;
	const standard = "urn:cen.eu:en16931:2017";
	const isComplete =
		seller.country === "DE" &&
		buyer.country === "DE" &&
		!isOutsideVat(invoice) &&
		(seller.phone?.match(/\d/g)?.length ?? 0) >= 3 &&
		[seller.address.postalCode, seller.vatNumber ?? seller.taxId, buyer.reference].every(Boolean) &&
		[buyer.city, buyer.postalCode, buyer.deliveryCity, buyer.deliveryPostalCode].every(Boolean);
	return isComplete ? `${standard}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0` : standard;
}

/** Returns the XML file. */
export function toUbl(invoice: Invoice): string {
	const { kind, code, issuedAt, seller, buyer, currency, corrects, orderNumber } = invoice;
	const shape = shapes[kind];
	const number = formatOrderNumber(orderNumber);
	const { reference } = buyer;
	const content = [
		value("CustomizationID", specificationOf(invoice)),
		value("ProfileID", businessProcess),
		value("ID", code),
		value("IssueDate", day(issuedAt)),
		value(shape.type, shape.code),
		value("DocumentCurrencyCode", currency),
		value("BuyerReference", reference),
		group(
			"OrderReference",
			// The buyer's number of the order, or else the shop's.
			value("ID", reference || number),
			value("SalesOrderID", reference && number),
		),
		corrects
			? group(
					"BillingReference",
					group(
						"InvoiceDocumentReference",
						value("ID", corrects.code),
						value("IssueDate", day(corrects.issuedAt)),
					),
				)
			: "",
		group("AccountingSupplierParty", group("Party", ...sellerParty(invoice))),
		group("AccountingCustomerParty", group("Party", ...buyerParty(invoice))),
		group(
			"Delivery",
			// An intra-Community supply needs the day of the supply (BR-IC-11).
			value("ActualDeliveryDate", invoice.reverseCharge ? day(issuedAt) : undefined),
			group(
				"DeliveryLocation",
				group(
					"Address",
					value("CityName", buyer.deliveryCity),
					value("PostalZone", buyer.deliveryPostalCode),
					country(buyer.deliveryCountry || buyer.country || seller.country),
				),
			),
		),
		paymentMeans(invoice),
		group("PaymentTerms", value("Note", closingLines(invoice).join(" "))),
		taxTotal(invoice),
		monetaryTotal(invoice),
		...invoice.lines.map((line, index) => lineOf(invoice, line, index)),
	].join("");
	const uri = `urn:oasis:names:specification:ubl:schema:xsd:${shape.root}-2`;
	return `${xmlDeclaration}<${shape.root} xmlns="${uri}" ${namespaces.join(" ")}>${content}</${shape.root}>\n`;
}

const amount = (name: string, cents: number, currency: string): string =>
	`<cbc:${name} currencyID="${currency}">${decimalsIn(cents, currency)}</cbc:${name}>`;

const country = (code: string): string => group("Country", value("IdentificationCode", code));

const taxScheme = (id: string): string => group("TaxScheme", value("ID", id));

/** The seller (BG-4). */
function sellerParty(invoice: Invoice): string[] {
	const { seller } = invoice;
	const { line1, line2, city, region, postalCode } = seller.address;
	// A document that is not subject to VAT must not have VAT numbers (BR-O-02).
	const vatNumber = isOutsideVat(invoice) ? undefined : seller.vatNumber;
	return [
		endpoint(seller.email),
		// Without a registration or a VAT number, the tax number identifies the seller (BR-CO-26).
		seller.registration || vatNumber ? "" : group("PartyIdentification", value("ID", seller.taxId)),
		group(
			"PostalAddress",
			value("StreetName", line1),
			value("AdditionalStreetName", line2),
			value("CityName", city),
			value("PostalZone", postalCode),
			value("CountrySubentity", region),
			country(seller.country),
		),
		vatNumber ? group("PartyTaxScheme", value("CompanyID", vatNumber), taxScheme("VAT")) : "",
		seller.taxId && !isOutsideVat(invoice)
			? group("PartyTaxScheme", value("CompanyID", seller.taxId), taxScheme("TAX"))
			: "",
		group(
			"PartyLegalEntity",
			value("RegistrationName", seller.name),
			value("CompanyID", seller.registration),
		),
		group(
			"Contact",
			value("Name", seller.name),
			value("Telephone", seller.phone),
			value("ElectronicMail", seller.email),
		),
	];
}

/** The buyer (BG-7). An order with an address of one line has no country: then the seller's. */
function buyerParty(invoice: Invoice): string[] {
	const { buyer, seller } = invoice;
	const vatNumber = vatNumberOf(buyer.taxNumber);
	return [
		endpoint(buyer.email),
		vatNumber ? "" : group("PartyIdentification", value("ID", buyer.taxNumber)),
		group(
			"PostalAddress",
			value("StreetName", buyer.line1),
			value("AdditionalStreetName", buyer.line2),
			value("CityName", buyer.city),
			value("PostalZone", buyer.postalCode),
			value("CountrySubentity", buyer.region),
			country(buyer.country || seller.country),
		),
		vatNumber && !isOutsideVat(invoice)
			? group("PartyTaxScheme", value("CompanyID", vatNumber), taxScheme("VAT"))
			: "",
		group("PartyLegalEntity", value("RegistrationName", buyer.company || buyer.name)),
		group(
			"Contact",
			value("Name", buyer.company ? buyer.name : ""),
			value("ElectronicMail", buyer.email),
		),
	];
}

/**
 * How it was paid (BG-16), by UNTDID 4461: a payment service took the money, whichever card or bank it came from, so that
 * nothing of a card (BG-18) is known; or gift cards paid all of it, which is mutually defined.
 */
function paymentMeans({ giftCardCents, totalCents }: Invoice): string {
	const [code, name] =
		giftCardCents >= totalCents ? ["ZZZ", byCardAlone] : ["68", byPaymentService];
	const element = `<cbc:PaymentMeansCode name="${name}">${code}</cbc:PaymentMeansCode>`;
	return group("PaymentMeans", element);
}

/** An electronic address (BT-34, BT-49): the e-mail, which is EM in CEF's list of schemes. */
const endpoint = (email: string): string =>
	email === "" ? "" : `<cbc:EndpointID schemeID="EM">${escapeXml(email)}</cbc:EndpointID>`;

/** A rate in percent, with as many decimals as it has. */
const percent = (taxRate: number): string => String(taxRate / 10_000);

/** A category of tax; with why there is none, where the standard wants that. */
function taxCategory(
	name: string,
	category: TaxCategory,
	taxRate: number,
	withReason: boolean,
): string {
	const [code, text] = (withReason && categories[category]) || [];
	return group(
		name,
		value("ID", category),
		// What is not subject to VAT has no rate (BR-O-05).
		category === "O" ? "" : value("Percent", percent(taxRate)),
		value("TaxExemptionReasonCode", code),
		value("TaxExemptionReason", text),
		taxScheme("VAT"),
	);
}

/** The tax with its breakdown by category and rate (BG-23). */
function taxTotal(invoice: Invoice): string {
	const { currency } = invoice;
	const subtotals = totalsByCategory(invoice).map(({ category, taxRate, netCents, taxCents }) =>
		group(
			"TaxSubtotal",
			amount("TaxableAmount", netCents, currency),
			amount("TaxAmount", taxCents, currency),
			taxCategory("TaxCategory", category, taxRate, true),
		),
	);
	return group("TaxTotal", amount("TaxAmount", invoice.taxCents, currency), ...subtotals);
}

/** The totals (BG-22). All was paid, or given back, before: nothing is due. */
function monetaryTotal({ netCents, totalCents, currency }: Invoice): string {
	return group(
		"LegalMonetaryTotal",
		amount("LineExtensionAmount", netCents, currency),
		amount("TaxExclusiveAmount", netCents, currency),
		amount("TaxInclusiveAmount", totalCents, currency),
		amount("PrepaidAmount", totalCents, currency),
		amount("PayableAmount", 0, currency),
	);
}

/** A line (BG-25). Its price is that of all its pieces, which is exact, where that of one would be rounded. */
function lineOf(invoice: Invoice, line: InvoiceLine, index: number): string {
	const shape = shapes[invoice.kind];
	const { quantity, netCents } = line;
	const { currency } = invoice;
	// C62 is a piece (UN/ECE Recommendation 20).
	const pieces = (name: string) => `<cbc:${name} unitCode="C62">${quantity}</cbc:${name}>`;
	return group(
		shape.line,
		value("ID", String(index + 1)),
		pieces(shape.quantity),
		amount("LineExtensionAmount", netCents, currency),
		group(
			"Item",
			// A kit has no line of its own: its name stands in those of its parts.
			value("Name", line.bundle ? `${toolName(line)} (${line.bundle})` : toolName(line)),
			group("SellersItemIdentification", value("ID", line.sku ?? "")),
			taxCategory("ClassifiedTaxCategory", categoryOf(invoice, line), line.taxRate, false),
		),
		group("Price", amount("PriceAmount", netCents, currency), pieces("BaseQuantity")),
	);
}
