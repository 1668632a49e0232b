/** The invariants of invoices and credit notes. */
import * as v from "valibot";
import { expectSame } from "./fast-expect.ts";
import type { Ledger } from "./ledger.ts";

const linesSchema = v.array(
	v.looseObject({ netCents: v.number(), taxCents: v.number(), taxRate: v.number() }),
);

/**
 * Each paid order has one invoice, each refund that is done one credit note, and one that has failed after it none
 * that is not taken back. By rate of tax, invoices less credit notes are what was paid less what was refunded, and no
 * number is missing.
 */
export function expectInvoices({ lines, orders, lineRefunds, invoices, series }: Ledger): void {
	for (const { series: name, documents, last } of series)
		expectSame(documents, last, `documents of ${name}`);
	const left = new Map<string, { gross: number; tax: number }>();
	const add = (orderId: string, rate: number, gross: number, tax: number) => {
		const key = `${orderId} at ${rate}`;
		const before = left.get(key) ?? { gross: 0, tax: 0 };
		left.set(key, { gross: before.gross + gross, tax: before.tax + tax });
	};
	for (const document of invoices) {
		const sign = document.kind === "invoice" ? 1 : -1;
		for (const { netCents, taxCents, taxRate } of v.parse(linesSchema, JSON.parse(document.lines)))
			add(document.order_id, taxRate, sign * (netCents + taxCents), sign * taxCents);
	}
	for (const line of lines.values()) {
		if (line.transaction_id === null) continue;
		const paid = line.total_cents + line.shipping_cents + line.tax_cents;
		add(line.order_id, line.tax_rate, -paid, -(line.tax_cents + line.included_tax_cents));
	}
	for (const part of lineRefunds) {
		const line = lines.get(part.line_id);
		if (!line || part.status !== "done") continue;
		const tax = part.tax_cents + part.included_tax_cents;
		add(line.order_id, line.tax_rate, part.amount_cents, tax);
	}
	for (const [key, { gross, tax }] of left) {
		expectSame(gross, 0, `documents of order ${key}`);
		expectSame(tax, 0, `tax on documents of order ${key}`);
	}
	const count = (kind: string, refundId: string | null, orderId?: string) =>
		invoices.filter(
			(one) =>
				one.kind === kind &&
				one.refund_id === refundId &&
				(orderId === undefined || one.order_id === orderId),
		).length;
	for (const { id, transaction_id } of orders.values())
		expectSame(count("invoice", null, id), transaction_id === null ? 0 : 1, `invoices of ${id}`);
	for (const { id, status } of lineRefunds.filter(({ amount_cents }) => amount_cents > 0)) {
		const [notes, taken] = [count("credit-note", id), count("invoice", id)];
		if (status === "done") expectSame(notes, 1, `credit notes of ${id}`);
		expectSame(taken, status === "failed" ? notes : 0, `credit notes of ${id} taken back`);
	}
}
