/**
 * Checks an e-invoice by the business rules of EN 16931-1 and by the order of elements in the schemas of UBL 2.1, as far as
 * the shop's invoices go. The rules have the standard's names. They are written anew here, because the official
 * Schematron is in no package of npm or Debian.
 */
import { XMLParser } from "fast-xml-parser";
import * as v from "valibot";

/** An element: its name without a prefix, its text and what it has. */
interface Element {
	name: string;
	text: string;
	attributes: Record<string, string>;
	children: Element[];
}

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: "",
	parseTagValue: false,
	parseAttributeValue: false,
	removeNSPrefix: true,
});
const nodes = v.array(v.record(v.string(), v.unknown()));

function toElements(parsed: unknown): Element[] {
	return v.parse(nodes, parsed).flatMap((node) => {
		const [name] = Object.keys(node).filter((key) => key !== ":@");
		if (!name || name === "#text" || name.startsWith("?")) return [];
		const inside = v.parse(nodes, node[name]);
		const text = inside.map((one) => String(one["#text"] ?? "")).join("");
		const attributes = v.parse(v.optional(v.record(v.string(), v.string()), {}), node[":@"]);
		return [{ name, text, attributes, children: toElements(inside) }];
	});
}

/** The elements at a path, such as `TaxTotal/TaxSubtotal`. */
const all = (of: Element, path: string): Element[] =>
	path
		.split("/")
		.reduce<Element[]>(
			(found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
			[of],
		);
const text = (of: Element, path: string): string | undefined => all(of, path)[0]?.text;
const number = (of: Element, path: string): number => Number(text(of, path) ?? Number.NaN);
const cents = (amount: number): number => Math.round(amount * 100);
const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What follows what in the schemas of UBL 2.1, of the elements that the shop writes. */
const sequences: Record<string, string> = {
	Invoice:
		"CustomizationID ProfileID ID IssueDate InvoiceTypeCode DocumentCurrencyCode BuyerReference OrderReference BillingReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans PaymentTerms TaxTotal LegalMonetaryTotal InvoiceLine",
	CreditNote:
		"CustomizationID ProfileID ID IssueDate CreditNoteTypeCode DocumentCurrencyCode BuyerReference OrderReference BillingReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans PaymentTerms TaxTotal LegalMonetaryTotal CreditNoteLine",
	OrderReference: "ID SalesOrderID",
	InvoiceDocumentReference: "ID IssueDate",
	Party: "EndpointID PartyIdentification PostalAddress PartyTaxScheme PartyLegalEntity Contact",
	PostalAddress:
		"StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country",
	PartyTaxScheme: "CompanyID TaxScheme",
	PartyLegalEntity: "RegistrationName CompanyID",
	Contact: "Name Telephone ElectronicMail",
	Address: "CityName PostalZone Country",
	PaymentMeans: "PaymentMeansCode",
	Delivery: "ActualDeliveryDate DeliveryLocation",
	TaxTotal: "TaxAmount TaxSubtotal",
	TaxSubtotal: "TaxableAmount TaxAmount TaxCategory",
	TaxCategory: "ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme",
	ClassifiedTaxCategory: "ID Percent TaxScheme",
	LegalMonetaryTotal:
		"LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PrepaidAmount PayableAmount",
	InvoiceLine: "ID InvoicedQuantity LineExtensionAmount Item Price",
	CreditNoteLine: "ID CreditedQuantity LineExtensionAmount Item Price",
	Item: "Name SellersItemIdentification ClassifiedTaxCategory",
	SellersItemIdentification: "ID",
	Price: "PriceAmount BaseQuantity",
};

/** An invoice as the rules see it. */
interface Document {
	root: Element;
	seller: Element;
	buyer: Element;
	lines: Element[];
	subtotals: Element[];
	totals: Element;
	/** The VAT number and other tax numbers of a party. */
	vatOf: (party: Element) => string | undefined;
	taxOf: (party: Element) => string | undefined;
	/** The lines and the breakdowns of a category. */
	linesIn: (category: string) => Element[];
	subtotalsIn: (category: string) => Element[];
}

const nothing: Element = { name: "", text: "", attributes: {}, children: [] };
const first = (elements: Element[]): Element => elements[0] ?? nothing;
const item = "Item/ClassifiedTaxCategory";

function toDocument(xml: string): Document {
	const root = first(toElements(parser.parse(xml)));
	const lines = [...all(root, "InvoiceLine"), ...all(root, "CreditNoteLine")];
	const subtotals = all(root, "TaxTotal/TaxSubtotal");
	const numberOf = (party: Element, isVat: boolean) => {
		const schemes = all(party, "PartyTaxScheme");
		const scheme = schemes.find((one) => (text(one, "TaxScheme/ID") === "VAT") === isVat);
		return scheme && text(scheme, "CompanyID");
	};
	return {
		root,
		lines,
		subtotals,
		seller: first(all(root, "AccountingSupplierParty/Party")),
		buyer: first(all(root, "AccountingCustomerParty/Party")),
		totals: first(all(root, "LegalMonetaryTotal")),
		vatOf: (party) => numberOf(party, true),
		taxOf: (party) => numberOf(party, false),
		linesIn: (category) => lines.filter((one) => text(one, `${item}/ID`) === category),
		subtotalsIn: (category) => subtotals.filter((one) => text(one, "TaxCategory/ID") === category),
	};
}

type Rule = (document: Document) => boolean;
const has =
	(path: string): Rule =>
	({ root }) =>
		Boolean(text(root, path));
const ofLines =
	(holds: (line: Element) => boolean): Rule =>
	({ lines }) =>
		lines.every(holds);
const ofSubtotals =
	(holds: (subtotal: Element) => boolean): Rule =>
	({ subtotals }) =>
		subtotals.every(holds);
const isUsed = ({ linesIn, subtotalsIn }: Document, category: string) =>
	linesIn(category).length + subtotalsIn(category).length > 0;

/** The rules that each category has: its name in them, what numbers it needs, and whether it must say why there is no tax. */
const categories: [
	code: string,
	name: string,
	needs: (document: Document) => boolean,
	rate: (rate: string | undefined) => boolean,
	hasReason: boolean,
][] = [
	[
		"S",
		"S",
		({ seller, vatOf, taxOf }) => Boolean(vatOf(seller) ?? taxOf(seller)),
		(rate) => Number(rate) > 0,
		false,
	],
	[
		"Z",
		"Z",
		({ seller, vatOf, taxOf }) => Boolean(vatOf(seller) ?? taxOf(seller)),
		(rate) => Number(rate) === 0,
		false,
	],
	[
		"E",
		"E",
		({ seller, vatOf, taxOf }) => Boolean(vatOf(seller) ?? taxOf(seller)),
		(rate) => Number(rate) === 0,
		true,
	],
	[
		"K",
		"IC",
		({ seller, buyer, vatOf }) => Boolean(vatOf(seller) && vatOf(buyer)),
		(rate) => Number(rate) === 0,
		true,
	],
	["G", "G", ({ seller, vatOf }) => Boolean(vatOf(seller)), (rate) => Number(rate) === 0, true],
	[
		"O",
		"O",
		({ seller, buyer, vatOf }) => !vatOf(seller) && !vatOf(buyer),
		(rate) => rate === undefined,
		true,
	],
];

const rulesOfCategories: Record<string, Rule> = Object.fromEntries(
	categories.flatMap(([code, name, needs, isRate, hasReason]): [string, Rule][] => [
		[
			`BR-${name}-01`,
			({ linesIn, subtotalsIn }) =>
				linesIn(code).length === 0 ||
				(code === "S" ? subtotalsIn(code).length > 0 : subtotalsIn(code).length === 1),
		],
		[`BR-${name}-02`, (document) => document.linesIn(code).length === 0 || needs(document)],
		[
			`BR-${name}-05`,
			({ linesIn }) => linesIn(code).every((line) => isRate(text(line, `${item}/Percent`))),
		],
		[
			`BR-${name}-08`,
			({ linesIn, subtotalsIn }) =>
				subtotalsIn(code).every((subtotal) => {
					const rate = text(subtotal, "TaxCategory/Percent");
					const own = linesIn(code).filter((line) => text(line, `${item}/Percent`) === rate);
					const net = sum(own.map((line) => number(line, "LineExtensionAmount")));
					return cents(net) === cents(number(subtotal, "TaxableAmount"));
				}),
		],
		[
			`BR-${name}-09`,
			({ subtotalsIn }) =>
				subtotalsIn(code).every((subtotal) =>
					code === "S" ? isTaxOfRate(subtotal) : cents(number(subtotal, "TaxAmount")) === 0,
				),
		],
		[
			`BR-${name}-10`,
			({ subtotalsIn }) =>
				subtotalsIn(code).every(
					(subtotal) =>
						Boolean(
							text(subtotal, "TaxCategory/TaxExemptionReason") ??
								text(subtotal, "TaxCategory/TaxExemptionReasonCode"),
						) === hasReason,
				),
		],
	]),
);

/** Allows what the official rule does: at most one unit of the currency off, because tax may be rounded line by line. */
function isTaxOfRate(subtotal: Element): boolean {
	const tax = (number(subtotal, "TaxableAmount") * number(subtotal, "TaxCategory/Percent")) / 100;
	return Math.abs(number(subtotal, "TaxAmount") - tax) < 1;
}

const isCountry = (code: string | undefined) => /^[A-Z]{2}$/.test(code ?? "");
const isVatNumber = (code: string | undefined) => code === undefined || /^[A-Z]{2}/.test(code);

/** Whether the elements of an element, and of those in it, follow each other as in the schema, and none is empty. */
function isInOrder(element: Element): boolean {
	const names = sequences[element.name]?.split(" ");
	const places = names && element.children.map(({ name }) => names.indexOf(name));
	const isOwnRight =
		places === undefined ||
		places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
	return isOwnRight && element.children.every(isInOrder);
}
const isFilled = ({ text: own, children }: Element): boolean =>
	children.length > 0 ? children.every(isFilled) : own.trim() !== "";
const amountsOf = (element: Element): Element[] => [
	...(element.attributes.currencyID === undefined ? [] : [element]),
	...element.children.flatMap(amountsOf),
];

const rules: Record<string, Rule> = {
	"UBL sequence": ({ root }) => isInOrder(root),
	"PEPPOL-EN16931-R008": ({ root }) => isFilled(root),
	"BR-01": ({ root }) =>
		text(root, "CustomizationID")?.startsWith("urn:cen.eu:en16931:2017") ?? false,
	"BR-02": has("ID"),
	"BR-03": ({ root }) => /^\d{4}-\d{2}-\d{2}$/.test(text(root, "IssueDate") ?? ""),
	"BR-04": ({ root }) =>
		text(root, "InvoiceTypeCode") === "380" || text(root, "CreditNoteTypeCode") === "381",
	"BR-05": ({ root }) => /^[A-Z]{3}$/.test(text(root, "DocumentCurrencyCode") ?? ""),
	"BR-06": ({ seller }) => Boolean(text(seller, "PartyLegalEntity/RegistrationName")),
	"BR-07": ({ buyer }) => Boolean(text(buyer, "PartyLegalEntity/RegistrationName")),
	"BR-09": ({ seller }) => isCountry(text(seller, "PostalAddress/Country/IdentificationCode")),
	"BR-11": ({ buyer }) => isCountry(text(buyer, "PostalAddress/Country/IdentificationCode")),
	"BR-16": ({ lines }) => lines.length > 0,
	"BR-21": ofLines((line) => Boolean(text(line, "ID"))),
	"BR-22": ofLines((line) =>
		Boolean(text(line, "InvoicedQuantity") ?? text(line, "CreditedQuantity")),
	),
	"BR-23": ofLines((line) =>
		[...all(line, "InvoicedQuantity"), ...all(line, "CreditedQuantity")].every(
			({ attributes }) => attributes.unitCode === "C62",
		),
	),
	"BR-24": ofLines((line) => Boolean(text(line, "LineExtensionAmount"))),
	"BR-25": ofLines((line) => Boolean(text(line, "Item/Name"))),
	"BR-27": ofLines((line) => number(line, "Price/PriceAmount") >= 0),
	"BR-55": ({ root }) =>
		all(root, "BillingReference/InvoiceDocumentReference").every((one) => Boolean(text(one, "ID"))),
	"BR-57": ({ root }) =>
		all(root, "Delivery/DeliveryLocation/Address").every((one) =>
			isCountry(text(one, "Country/IdentificationCode")),
		),
	"BR-CO-04": ofLines((line) => Boolean(text(line, `${item}/ID`))),
	"BR-CO-09": ({ seller, buyer, vatOf }) => isVatNumber(vatOf(seller)) && isVatNumber(vatOf(buyer)),
	"BR-CO-10": ({ lines, totals }) =>
		cents(sum(lines.map((line) => number(line, "LineExtensionAmount")))) ===
		cents(number(totals, "LineExtensionAmount")),
	"BR-CO-13": ({ totals }) =>
		cents(number(totals, "TaxExclusiveAmount")) === cents(number(totals, "LineExtensionAmount")),
	"BR-CO-14": ({ root, subtotals }) =>
		cents(sum(subtotals.map((one) => number(one, "TaxAmount")))) ===
		cents(number(root, "TaxTotal/TaxAmount")),
	"BR-CO-15": ({ root, totals }) =>
		cents(number(totals, "TaxInclusiveAmount")) ===
		cents(number(totals, "TaxExclusiveAmount") + number(root, "TaxTotal/TaxAmount")),
	"BR-CO-16": ({ totals }) =>
		cents(number(totals, "PayableAmount")) ===
		cents(number(totals, "TaxInclusiveAmount") - number(totals, "PrepaidAmount")),
	"BR-CO-17": ofSubtotals(
		(subtotal) => text(subtotal, "TaxCategory/Percent") === undefined || isTaxOfRate(subtotal),
	),
	"BR-CO-18": ({ subtotals }) => subtotals.length > 0,
	"BR-CO-26": ({ seller, vatOf }) =>
		Boolean(
			text(seller, "PartyIdentification/ID") ??
				text(seller, "PartyLegalEntity/CompanyID") ??
				vatOf(seller),
		),
	"BR-CL-03": ({ root }) =>
		amountsOf(root).every(
			({ attributes }) => attributes.currencyID === text(root, "DocumentCurrencyCode"),
		),
	"BR-CL-18": ({ lines, subtotals }) =>
		[
			...lines.map((line) => text(line, `${item}/ID`)),
			...subtotals.map((one) => text(one, "TaxCategory/ID")),
		].every((code) => categories.some(([known]) => known === code)),
	"BR-DEC": ({ root }) => amountsOf(root).every((one) => /^\d+(\.\d{1,2})?$/.test(one.text)),
	"BR-IC-11": (document) =>
		!isUsed(document, "K") || Boolean(text(document.root, "Delivery/ActualDeliveryDate")),
	"BR-IC-12": (document) =>
		!isUsed(document, "K") ||
		Boolean(text(document.root, "Delivery/DeliveryLocation/Address/Country/IdentificationCode")),
	"BR-O-11": ({ subtotals, subtotalsIn }) =>
		subtotalsIn("O").length === 0 || subtotals.length === 1,
	"BR-62": ({ seller }) => all(seller, "EndpointID").every(({ attributes }) => attributes.schemeID),
	"BR-63": ({ buyer }) => all(buyer, "EndpointID").every(({ attributes }) => attributes.schemeID),
	"BR-49": has("PaymentMeans/PaymentMeansCode"),
	"PEPPOL-EN16931-R001": has("ProfileID"),
	"PEPPOL-EN16931-R003": ({ root }) =>
		Boolean(text(root, "BuyerReference") ?? text(root, "OrderReference/ID")),
	"PEPPOL-EN16931-R010": ({ buyer }) => Boolean(text(buyer, "EndpointID")),
	"PEPPOL-EN16931-R020": ({ seller }) => Boolean(text(seller, "EndpointID")),
	"PEPPOL-EN16931-R120": ofLines((line) => {
		const pieces = number(line, "InvoicedQuantity") || number(line, "CreditedQuantity");
		const net = (pieces * number(line, "Price/PriceAmount")) / number(line, "Price/BaseQuantity");
		return Math.abs(net - number(line, "LineExtensionAmount")) <= 0.02;
	}),
	...rulesOfCategories,
};

/** What Germany asks beyond the standard of what claims to be an XRechnung (KoSIT, XRechnung 3.0.2). */
const german: Record<string, Rule> = {
	"BR-DE-1": has("PaymentMeans/PaymentMeansCode"),
	"BR-DE-2": ({ seller }) => all(seller, "Contact").length > 0,
	"BR-DE-3": ({ seller }) => Boolean(text(seller, "PostalAddress/CityName")),
	"BR-DE-4": ({ seller }) => Boolean(text(seller, "PostalAddress/PostalZone")),
	"BR-DE-5": ({ seller }) => Boolean(text(seller, "Contact/Name")),
	"BR-DE-6": ({ seller }) => Boolean(text(seller, "Contact/Telephone")),
	"BR-DE-7": ({ seller }) => Boolean(text(seller, "Contact/ElectronicMail")),
	"BR-DE-8": ({ buyer }) => Boolean(text(buyer, "PostalAddress/CityName")),
	"BR-DE-9": ({ buyer }) => Boolean(text(buyer, "PostalAddress/PostalZone")),
	"BR-DE-10": has("Delivery/DeliveryLocation/Address/CityName"),
	"BR-DE-11": has("Delivery/DeliveryLocation/Address/PostalZone"),
	"BR-DE-14": ofSubtotals((one) => text(one, "TaxCategory/Percent") !== undefined),
	"BR-DE-15": has("BuyerReference"),
	"BR-DE-16": ({ seller, vatOf, taxOf }) => Boolean(vatOf(seller) ?? taxOf(seller)),
	// More would have to be said of these codes: about a transfer, a card or a direct debit.
	"BR-DE-23 to 25": ({ root }) =>
		!["30", "48", "49", "54", "55", "58", "59"].includes(
			text(root, "PaymentMeans/PaymentMeansCode") ?? "",
		),
	"BR-DE-27": ({ seller }) => (text(seller, "Contact/Telephone")?.match(/\d/g)?.length ?? 0) >= 3,
	"BR-DE-28": ({ seller }) =>
		/^[^@\s]([^@\s]*[^@\s.])?@[^@\s.][^@\s]*[^@\s.]$/.test(
			text(seller, "Contact/ElectronicMail") ?? "",
		),
};

/** Returns the names of the rules that a document breaks. */
export function brokenRules(xml: string): string[] {
	const document = toDocument(xml);
	const isGerman = text(document.root, "CustomizationID")?.includes("xrechnung") ?? false;
	return Object.entries(isGerman ? { ...rules, ...german } : rules)
		.filter(([, holds]) => !holds(document))
		.map(([name]) => name);
}
