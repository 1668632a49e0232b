/** What an invoice or a credit note says, and what follows from its lines. */
import type { InvoiceBuyer, InvoiceKind, InvoiceLine, InvoiceSeller } from "./invoice-kinds.ts";

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
	currency: string;
	reverseCharge: boolean;
	settledAt: Date;
	/** The document that it corrects: of a credit note the invoice, of an invoice for a failed refund the credit note. */
	corrects: { code: string; issuedAt: Date } | null;
}

/** The net sum and the tax at one rate. */
export interface RateTotal {
	taxRate: number;
	netCents: number;
	taxCents: number;
}

/** Returns the totals by rate, the highest first. They add up to those of the lines. */
export function totalsByRate(
	lines: readonly Pick<InvoiceLine, "taxRate" | "netCents" | "taxCents">[],
): RateTotal[] {
	const totals = new Map<number, RateTotal>();
	for (const { taxRate, netCents, taxCents } of lines) {
		const total = totals.get(taxRate) ?? { taxRate, netCents: 0, taxCents: 0 };
		totals.set(taxRate, {
			taxRate,
			netCents: total.netCents + netCents,
			taxCents: total.taxCents + taxCents,
		});
	}
	return [...totals.values()].toSorted((one, other) => other.taxRate - one.taxRate);
}
