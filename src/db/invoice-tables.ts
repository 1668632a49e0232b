/** Invoices and credit notes. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
	type InvoiceBuyer,
	type InvoiceLine,
	type InvoiceSeller,
	invoiceKinds,
} from "../shop/invoices/invoice-kinds.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { orders } from "./order-tables.ts";
import { refunds } from "./payment-tables.ts";

/**
 * Invoices and credit notes, as they were issued: triggers keep their rows from being changed or deleted, and their
 * numbers from having gaps.
 */
export const invoices = sqliteTable(
	"invoices",
	{
		/** The row number, as in `tools`: lists have the newest first by it. */
		number: integer("number").primaryKey(),
		/** In links, since nobody can guess it. */
		id: text("id").notNull().unique(),
		kind: text("kind", { enum: invoiceKinds }).notNull(),
		/** What precedes the year, by shop.config.ts of that day. */
		series: text("series").notNull(),
		/** The year it was issued in, in the shop's time zone. */
		year: integer("year").notNull(),
		/** Its number of that series and year, from 1 upward. */
		serial: integer("serial").notNull(),
		/** What people call it, such as `INV-2026-0001`. */
		code: text("code")
			.notNull()
			.generatedAlwaysAs(sql`series || year || '-' || printf('%04d', serial)`, { mode: "virtual" }),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		/** What people call the order. */
		orderNumber: integer("order_number").notNull(),
		/** The refund that a credit note is about; of an invoice, the refund that has failed after its credit note. */
		refundId: text("refund_id").references(() => refunds.id),
		issuedAt: timestampMs("issued_at").notNull(),
		seller: text("seller", { mode: "json" }).$type<InvoiceSeller>().notNull(),
		buyer: text("buyer", { mode: "json" }).$type<InvoiceBuyer>().notNull(),
		/** What staff find it by. */
		buyerText: text("buyer_text")
			.notNull()
			.generatedAlwaysAs(
				sql`(buyer ->> 'name') || ' ' || (buyer ->> 'company') || ' ' || (buyer ->> 'email')`,
				{ mode: "virtual" },
			),
		lines: text("lines", { mode: "json" }).$type<InvoiceLine[]>().notNull(),
		/** The sums of its lines. */
		netCents: integer("net_cents").notNull(),
		taxCents: integer("tax_cents").notNull(),
		totalCents: integer("total_cents").notNull(),
		/** What of the total gift cards and store credit have paid, or got back. */
		giftCardCents: integer("gift_card_cents").notNull().default(0),
		currency: text("currency").notNull(),
		/** Whether the buyer owes the tax (Directive 2006/112/EC, Articles 138 and 196). */
		reverseCharge: integer("reverse_charge", { mode: "boolean" }).notNull().default(false),
		/** When its order was paid, or its refund made: nothing is due. */
		settledAt: timestampMs("settled_at").notNull(),
	},
	(table) => [
		check("invoices_kind", isOneOf(table.kind, invoiceKinds)),
		check("invoices_total", sql`${table.totalCents} = ${table.netCents} + ${table.taxCents}`),
		check("invoices_amounts", sql`${table.netCents} >= 0 and ${table.taxCents} >= 0`),
		check("invoices_of_refund", sql`${table.kind} = 'invoice' or ${table.refundId} is not null`),
		uniqueIndex("invoices_serial").on(table.series, table.year, table.serial),
		// An order has one invoice, a refund one credit note, and one that has failed one that takes it back.
		uniqueIndex("invoices_of_order").on(table.orderId).where(sql`${table.refundId} is null`),
		uniqueIndex("invoices_of_refund").on(table.refundId, table.kind),
		index("invoices_by_order").on(table.orderId),
		index("invoices_by_time").on(table.issuedAt, table.number),
		index("invoices_by_kind").on(table.kind, table.issuedAt, table.number),
	],
);
