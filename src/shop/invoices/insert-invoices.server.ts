/**
 * The statements that make invoices and credit notes, in the batch of the payment, the shipment or the refund that they
 * are about: so each has its document, and a batch that fails takes no number.
 */
import { type SQL, sql } from "drizzle-orm";
import { contact, invoices as invoiceConfig, seller } from "../../config/config.ts";
import { dayOf, dayText } from "../../config/days.ts";
import { invoices } from "../../db/invoice-tables.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { insertFrom } from "../../platform/database.ts";
import type { InvoiceSeller } from "./invoice-kinds.ts";

/** The seller as shop.config.ts has it now. */
const sellerNow: InvoiceSeller = { ...seller, email: contact.email };

/** A part of an amount in proportion, rounded half up, as `allocate` divides it in two. */
const share = (cents: string, part: string, whole: string) =>
	`iif(${whole} = 0, 0, (2 * ${cents} * ${part} + ${whole}) / (2 * max(${whole}, 1)))`;

/** The tax of a row of parts, on top and included, that belongs to its items; the rest belongs to shipping. */
const taxOf = (column: string) => share(column, "items", "(items + shipping)");
const itemsTax = { onTop: taxOf("tax"), included: taxOf("included") };

/** The JSON of the lines of a document, from rows of its parts: a line for each, and shipping by rate. */
function linesOf(parts: SQL): SQL {
	const line = (fields: SQL) => sql`json_object('kind', kind, 'name', name, 'quantity', quantity,
		'unitCents', unit_cents, 'netCents', net, 'taxCents', taxed, 'taxRate', rate) as line ${fields}`;
	const divided = sql`select *, ${sql.raw(itemsTax.onTop)} as items_tax, ${sql.raw(itemsTax.included)} as items_included from (${parts})`;
	const items = sql`select 0 as sort, position, 'item' as kind, name, quantity, items / quantity as unit_cents, items - items_included as net, items_included + items_tax as taxed, rate from (${divided}) where items > 0`;
	const shipping = sql`select 1, rate, 'shipping', '', 1, sum(shipping), sum(shipping - (included - items_included)), sum(included - items_included + tax - items_tax), rate from (${divided}) where shipping > 0 group by rate`;
	return sql`(select json_group_array(json(line)) from (select ${line(sql`from (${items} union all ${shipping})`)} order by sort, position))`;
}

/** What an order has paid, line by line. */
const partsOfOrder = sql`select one.number as position, one.tool_name as name, one.quantity as quantity, one.total_cents as items, one.shipping_cents as shipping, one.tax_cents as tax, one.included_tax_cents as included, one.tax_rate as rate from ${orderLines} as one where one.order_id = ${orders.id} and one.transaction_id is not null and one.closed_at is null`;

/** What a refund has refunded of each line: its pieces if it is all of them, else an amount. */
const itemsOfPart = sql.raw("part.amount_cents - part.shipping_cents - part.tax_cents");
const partsOfRefund = sql`select one.number as position, one.tool_name as name, iif(${itemsOfPart} = one.total_cents, one.quantity, 1) as quantity, ${itemsOfPart} as items, part.shipping_cents as shipping, part.tax_cents as tax, part.included_tax_cents as included, one.tax_rate as rate from ${refundLines} as part join ${orderLines} as one on one.id = part.line_id where part.refund_id = ${refunds.id}`;

const taxOfRefund = sql`(select sum(part.tax_cents + part.included_tax_cents) from ${refundLines} as part where part.refund_id = ${refunds.id})`;

/** Who is billed: the address and name for invoices if the order has one, else the recipient. */
const billed = (name: string) =>
	sql`coalesce(${orders.billing} ->> ${sql.raw(`'${name}'`)}, ${sql.raw(`"orders"."${name === "postalCode" ? "postal_code" : name}"`)})`;
const buyer = sql`json_object('name', ${billed("name")}, 'company', ${orders.company}, 'taxNumber', ${orders.taxNumber}, 'reference', ${orders.reference}, 'email', ${orders.email}, 'line1', ${billed("line1")}, 'line2', ${billed("line2")}, 'city', ${billed("city")}, 'region', ${billed("region")}, 'postalCode', ${billed("postalCode")}, 'country', ${billed("country")}, 'deliveryCountry', ${orders.country})`;

/** What all documents of this moment have in common: whose they are, and the numbers that follow the last one. */
function issued(kind: "invoice" | "credit-note", now: Date) {
	const series = kind === "invoice" ? invoiceConfig.series : invoiceConfig.creditNoteSeries;
	const year = Number(dayText(dayOf(now.getTime())).slice(0, 4));
	// D1 writes one batch at a time, and no document is ever deleted.
	const last = sql`(select coalesce(max(last.serial), 0) from ${invoices} as last where last.series = ${series} and last.year = ${year})`;
	return {
		...{ kind, series, year, issuedAt: now.getTime(), seller: JSON.stringify(sellerNow) },
		id: sql`lower(hex(randomblob(16)))`,
		serial: (order: SQL) => sql`${last} + row_number() over (order by ${order})`,
	};
}

const isInvoiced = sql`exists (select 1 from ${invoices} as former where former.order_id = ${orders.id} and former.refund_id is null)`;

/** The statement that makes the invoice of an order if it is paid and has none. Safe to repeat. */
export function addInvoice(orderId: string | SQL, now: Date, condition: SQL = sql`true`) {
	const { serial, ...common } = issued("invoice", now);
	return insertFrom(
		invoices,
		{
			...common,
			serial: serial(sql`${orders.number}`),
			orderId: orders.id,
			orderNumber: orders.number,
			buyer,
			lines: linesOf(partsOfOrder),
			netCents: sql`${orders.totalCents} - ${orders.taxCents} - ${orders.includedTaxCents}`,
			taxCents: sql`${orders.taxCents} + ${orders.includedTaxCents}`,
			totalCents: orders.totalCents,
			currency: orders.currency,
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
	const { serial, ...common } = issued("credit-note", now);
	const has = (kind: string) =>
		sql`exists (select 1 from ${invoices} as former where former.refund_id = ${refunds.id} and former.kind = ${sql.raw(`'${kind}'`)})`;
	const isDue = sql`${refunds.orderId} = ${orderId} and ${refunds.reason} <> 'not_awaited' and ${refunds.status} = 'done' and not ${has("credit-note")}`;
	return {
		invoice: addInvoice(orderId, now, sql`exists (select 1 from ${refunds} where ${isDue})`),
		creditNotes: insertFrom(
			invoices,
			{
				...common,
				serial: serial(sql`${refunds.createdAt}, ${refunds.id}`),
				orderId: orders.id,
				orderNumber: orders.number,
				refundId: refunds.id,
				buyer,
				lines: linesOf(partsOfRefund),
				netCents: sql`${refunds.amountCents} - ${taxOfRefund}`,
				taxCents: taxOfRefund,
				totalCents: refunds.amountCents,
				currency: orders.currency,
				settledAt: refunds.doneAt,
			},
			sql`from ${refunds} join ${orders} on ${orders.id} = ${refunds.orderId} where ${isDue}`,
		),
		takenBack: takeBack(orderId, now, has("invoice")),
	};
}

/** The statement that makes, for each credit note whose refund has failed, an invoice with the same lines. */
function takeBack(orderId: string, now: Date, isTakenBack: SQL) {
	const { serial, ...common } = issued("invoice", now);
	const note = (name: string) => sql.raw(`note.${name}`);
	return insertFrom(
		invoices,
		{
			...common,
			serial: serial(note("number")),
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
		sql`from ${invoices} as note join ${refunds} on ${refunds.id} = note.refund_id where note.order_id = ${orderId} and note.kind = 'credit-note' and ${refunds.status} = 'failed' and not ${isTakenBack}`,
	);
}
