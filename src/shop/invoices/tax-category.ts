/** The category of tax of what a document has: its e-invoice, its sums and the exports say the same. */
import { vatAreaOf } from "../../config/vat-areas.ts";
import { voucherReason } from "../../messages/invoices.ts";
import type { InvoiceBuyer, InvoiceLine, InvoiceSeller } from "./invoice-kinds.ts";

/** The categories of UNTDID 5305 that a shop needs, and why there is no tax (EN 16931, BT-120 and BT-121). */
export const categories = {
	/** Taxed by a rate. */
	S: undefined,
	/** Supplied to a business in another member state. */
	K: ["VATEX-EU-IC", "Intra-Community supply"],
	/** Exported from the European Union. */
	G: ["VATEX-EU-G", "Export outside the EU"],
	/** Not subject to VAT: the seller has no VAT number. */
	O: ["VATEX-EU-O", "Not subject to VAT"],
	/** A gift card, beside which there may be lines of any other category: O allows none. */
	E: [undefined, voucherReason],
	/** A rate of zero. */
	Z: undefined,
} as const;
export type TaxCategory = keyof typeof categories;

/** What of a document its categories follow from. */
export interface TaxedDocument {
	seller: Pick<InvoiceSeller, "country" | "vatNumber">;
	buyer: Pick<InvoiceBuyer, "deliveryCountry" | "deliveryPostalCode">;
	taxCents: number;
	reverseCharge: boolean;
}

/** Whether VAT has nothing to do with a document: no tax, and a seller without a VAT number. */
export const isOutsideVat = ({ seller, taxCents, reverseCharge }: TaxedDocument): boolean =>
	taxCents === 0 && !reverseCharge && !seller.vatNumber;

/** The category of a line. */
export function categoryOf(
	document: TaxedDocument,
	{ kind, taxRate }: Pick<InvoiceLine, "kind" | "taxRate">,
): TaxCategory {
	if (kind === "gift-card") return isOutsideVat(document) ? "O" : "E";
	if (document.reverseCharge) return "K";
	if (taxRate > 0) return "S";
	if (isOutsideVat(document)) return "O";
	const { seller, buyer } = document;
	const place = { country: buyer.deliveryCountry, postalCode: buyer.deliveryPostalCode };
	const isExport = vatAreaOf(seller) !== undefined && place.country !== "" && !vatAreaOf(place);
	return isExport ? "G" : "Z";
}

/** The net sum and the tax of one category at one rate. */
export interface CategoryTotal {
	category: TaxCategory;
	/** In millionths. */
	taxRate: number;
	netCents: number;
	taxCents: number;
}

/** Returns the totals by category and rate, the highest rate first. They add up to those of the lines. */
export function totalsByCategory(
	document: TaxedDocument & {
		lines: readonly Pick<InvoiceLine, "kind" | "taxRate" | "netCents" | "taxCents">[];
	},
): CategoryTotal[] {
	const totals = new Map<string, CategoryTotal>();
	for (const line of document.lines) {
		const { taxRate, netCents, taxCents } = line;
		const category = categoryOf(document, line);
		const key = `${category} ${taxRate}`;
		const total = totals.get(key) ?? { category, taxRate, netCents: 0, taxCents: 0 };
		totals.set(key, {
			...total,
			netCents: total.netCents + netCents,
			taxCents: total.taxCents + taxCents,
		});
	}
	return [...totals.values()].toSorted((one, other) => other.taxRate - one.taxRate);
}
