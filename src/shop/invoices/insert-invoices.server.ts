/**
 * The statements that make invoices and credit notes, in the batch of the payment, the shipment or the refund that they
 * are about: so each has its document, and a batch that fails takes no number.
 */
import { type SQL, sql } from "drizzle-orm";
import { invoices as invoiceConfig } from "../../config/config.ts";
import { dayOf, dayText } from "../../config/days.ts";
import {
	buyerOfOrder,
	isReverseCharge,
	linesOfOrder,
	linesOfRefund,
	taxOfOrder,
	taxOfRefund,
} from "../../db/invoice-sql.ts";
import { invoices } from "../../db/invoice-tables.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { insertFrom, newIdOfRow } from "../../platform/database/database.ts";
import { sellerNow } from "./invoices.ts";

/** What all documents of this moment have in common: whose they are, and the numbers that follow the last one. */
function issued(kind: "invoice" | "credit-note", now: Date) {
	const series = kind === "invoice" ? invoiceConfig.series : invoiceConfig.creditNoteSeries;
	const year = Number(dayText(dayOf(now.getTime())).slice(0, 4));
	// D1 writes one batch at a time, and no document is ever deleted.
	const last = sql`(select coalesce(max(last.serial), 0) from ${invoices} as last where last.series = ${series} and last.year = ${year})`;
	return {
		kind,
		series,
		year,
		issuedAt: now.getTime(),
		seller: JSON.stringify(sellerNow),
		id: newIdOfRow,
		// One after the other, if a statement makes several.
		serial: sql`${last} + row_number() over ()`,
	};
}

const isInvoiced = sql`exists (select 1 from ${invoices} as former where former.order_id = ${orders.id} and former.refund_id is null)`;

/** The statement that makes the invoice of an order if it is paid and has none. Safe to repeat. */
export function addInvoice(orderId: string | SQL, now: Date, condition: SQL = sql`true`) {
	return insertFrom(
		invoices,
		{
			...issued("invoice", now),
			orderId: orders.id,
			orderNumber: orders.number,
			buyer: sql.raw(buyerOfOrder),
			lines: sql.raw(linesOfOrder),
			netCents: sql`${orders.totalCents} - ${sql.raw(taxOfOrder)}`,
			taxCents: sql.raw(taxOfOrder),
			totalCents: orders.totalCents,
			giftCardCents: orders.giftCardCents,
			currency: orders.currency,
			reverseCharge: sql.raw(isReverseCharge),
			settledAt: orders.paidAt,
		},
		sql`from ${orders} where ${orders.id} = ${orderId} and ${orders.transactionId} is not null and not ${isInvoiced} and ${condition}`,
	);
}

/** The statement of the batch that ships a line, if the shop makes the invoice of an order with its first parcel. */
export const invoiceOfShipment = (lineId: string, now: Date) =>
	invoiceConfig.at === "shipment" && {
		invoice: addInvoice(
			sql`(select one.order_id from ${orderLines} as one where one.id = ${lineId} and one.status = 'Shipped')`,
			now,
		),
	};

/**
 * The statements that make the credit notes of an order, for each refund that is done and has none, and for each that has
 * failed after it was done an invoice that takes its credit note back. An order that is refunded before its invoice
 * was due gets that first. Safe to repeat.
 */
export function addCreditNotes(orderId: string, now: Date) {
	const has = (kind: string) =>
		sql`exists (select 1 from ${invoices} as former where former.refund_id = ${refunds.id} and former.kind = ${sql.raw(`'${kind}'`)})`;
	const isDue = sql`
		${refunds.orderId} = ${orderId}
			and ${refunds.reason} <> 'not_awaited'
			and ${refunds.amountCents} > ${refunds.overpaidCents}
			and ${refunds.status} = 'done'
			and not ${has("credit-note")}
	`;
	return {
		invoice: addInvoice(orderId, now, hasRow(refunds, isDue)),
		creditNotes: insertFrom(
			invoices,
			{
				...issued("credit-note", now),
				orderId: orders.id,
				orderNumber: orders.number,
				refundId: refunds.id,
				buyer: sql.raw(buyerOfOrder),
				lines: sql.raw(linesOfRefund),
				netCents: sql`${refunds.amountCents} - ${refunds.overpaidCents} - ${sql.raw(taxOfRefund)}`,
				taxCents: sql.raw(taxOfRefund),
				totalCents: sql`${refunds.amountCents} - ${refunds.overpaidCents}`,
				giftCardCents: sql`iif(${refunds.giftCardId} is null, 0, ${refunds.amountCents})`,
				currency: orders.currency,
				reverseCharge: sql.raw(isReverseCharge),
				settledAt: refunds.doneAt,
			},
			sql`from ${refunds} join ${orders} on ${orders.id} = ${refunds.orderId} where ${isDue}`,
		),
		takenBack: takeBack(orderId, now, has("invoice")),
	};
}

/** The statement that makes, for each credit note whose refund has failed, an invoice with the same lines. */
function takeBack(orderId: string, now: Date, isTakenBack: SQL) {
	const note = (name: string) => sql.raw(`note.${name}`);
	return insertFrom(
		invoices,
		{
			...issued("invoice", now),
			orderId: note("order_id"),
			orderNumber: note("order_number"),
			refundId: note("refund_id"),
			buyer: note("buyer"),
			lines: note("lines"),
			netCents: note("net_cents"),
			taxCents: note("tax_cents"),
			totalCents: note("total_cents"),
			currency: note("currency"),
			reverseCharge: note("reverse_charge"),
			settledAt: note("settled_at"),
		},
		sql`
			from ${invoices} as note
			join ${refunds} on ${refunds.id} = note.refund_id
			where note.order_id = ${orderId}
				and note.kind = 'credit-note'
				and ${refunds.status} = 'failed'
				and not ${isTakenBack}
		`,
	);
}
