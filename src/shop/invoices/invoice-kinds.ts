/** The kinds of invoices, which the database has too. */
import type { SoldOption } from "../tools/stored-options.ts";

/**
 * An invoice asks for money or takes a credit note back, a credit note gives money back.
 */
export const invoiceKinds = ["invoice", "credit-note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Who has issued it, as it was on that day. */
export interface InvoiceSeller {
	name: string;
	address: {
		line1: string;
		line2?: string | undefined;
		city: string;
		region?: string | undefined;
		postalCode?: string | undefined;
	};
	/** ISO 3166-1. */
	country: string;
	email: string;
	phone?: string | undefined;
	registration?: string | undefined;
	taxId?: string | undefined;
	vatNumber?: string | undefined;
}

/** Who is billed, as the order had it. */
export interface InvoiceBuyer {
	name: string;
	/** Empty for a person. */
	company: string;
	taxNumber: string;
	/** What the buyer calls the order. */
	reference: string;
	email: string;
	line1: string;
	line2: string;
	city: string;
	region: string;
	postalCode: string;
	/** ISO 3166-1; empty for an order with an address of one line. */
	country: string;
	/** Where it was delivered to: its country decides about the tax. */
	deliveryCountry: string;
	deliveryCity: string;
	deliveryPostalCode: string;
}

/** A line: pieces of a tool, gift cards, which are taxed with what they pay for, or all shipping with one rate of tax. */
export interface InvoiceLine {
	kind: "item" | "gift-card" | "shipping";
	/** Empty for shipping. */
	name: string;
	/** The shop's code of the tool on the day of the order; null without. */
	sku: string | null;
	/** What told it from others of its family on that day; none without. */
	options?: readonly SoldOption[] | null;
	/** The kit that it was sold in; null without. */
	bundle: string | null;
	quantity: number;
	/** What a piece costs, as the shop has shown it: with the tax if its prices include it. */
	unitCents: number;
	/** What offers took off all its pieces: the sums below are after that. */
	discountCents: number;
	netCents: number;
	taxCents: number;
	/** In millionths: 19 % is 190,000. */
	taxRate: number;
}
