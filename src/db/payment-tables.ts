/** Stripe's events and refunds. */
import { isNotNull, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { refundStatuses, storedRefundReasons } from "../shop/refunds/refund-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { orders } from "./order-tables.ts";

/** Stripe events by their id: handled ones, and failed ones that wait for a retry. */
export const paymentEvents = sqliteTable(
	"payment_events",
	{
		id: text("id").primaryKey(),
		type: text("type").notNull(),
		/** The event's PaymentIntent; empty if it has none. */
		intentId: text("intent_id").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		receivedAt: timestampMs("received_at").notNull(),
		/** When the scheduled job retries it; null once it is handled. */
		retryAt: timestampMs("retry_at"),
		/** Failures of the job with this event. */
		failures: integer("failures").notNull().default(0),
	},
	(table) => [
		index("payment_events_due").on(table.retryAt).where(sql`${table.retryAt} is not null`),
		// Handled events, oldest first, for the sweep.
		index("payment_events_handled").on(table.createdAt).where(sql`${table.retryAt} is null`),
	],
);

/** Up to which timestamp Stripe's list of events was read. */
export const eventCursors = sqliteTable("event_cursors", {
	source: text("source").primaryKey(),
	/** The next read starts with events from this timestamp. */
	since: timestampMs("since").notNull(),
	/** Until then a reader has the lease and no other starts. */
	leasedUntil: timestampMs("leased_until").notNull(),
});

/**
 * Refunds of orders that were paid. Those of the shop are stored before Stripe is called, so that a crash
 * can't lose one; those made in Stripe's Dashboard are imported.
 */
export const orderRefunds = sqliteTable(
	"order_refunds",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		checkoutId: text("checkout_id").notNull(),
		/** The PaymentIntent that it refunds. */
		intentId: text("intent_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		reason: text("reason", { enum: storedRefundReasons }).notNull(),
		note: text("note").notNull().default(""),
		/** Whether it returned the order's pieces to the stock. If it has failed, they may have been taken back. */
		restock: integer("restock", { mode: "boolean" }).notNull(),
		/** Once Stripe has made it. One of the Dashboard may refund several orders of a payment, in a row each. */
		stripeRefundId: text("stripe_refund_id"),
		status: text("status", { enum: refundStatuses }).notNull(),
		/** Null for one made in Stripe's Dashboard. */
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
		/** `key` and the Idempotency-Key or an id, `cancel`, or the id of a refund of the Dashboard. */
		requestKey: text("request_key").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		doneAt: timestampMs("done_at"),
		/** While it is due: when the scheduled job tries next. */
		retryAt: timestampMs("retry_at"),
		/** Consecutive failures of the job with this refund. */
		failures: integer("failures").notNull().default(0),
		/** The reversal of its tax at Stripe; null without Stripe Tax. */
		taxReversalId: text("tax_reversal_id"),
		/** What cancels the reversal out, if the refund has failed after it was done. */
		taxUndoId: text("tax_undo_id"),
		/** While its tax is to be reversed, or the reversal to be undone: when the scheduled job tries next. */
		taxDueAt: timestampMs("tax_due_at"),
		/** Consecutive failures of the job with its tax. */
		taxFailures: integer("tax_failures").notNull().default(0),
	},
	(table) => [
		unique("order_refunds_request").on(table.orderId, table.requestKey),
		unique("order_refunds_at_stripe").on(table.stripeRefundId, table.orderId),
		check("order_refunds_amount", sql`${table.amountCents} > 0`),
		check("order_refunds_reason", isOneOf(table.reason, storedRefundReasons)),
		check("order_refunds_status", isOneOf(table.status, refundStatuses)),
		check("order_refunds_due", sql`(${table.status} = 'due') = (${table.retryAt} is not null)`),
		check(
			"order_refunds_done",
			sql`${table.status} <> 'done' or (${table.stripeRefundId} is not null and ${table.doneAt} is not null)`,
		),
		// For the accounting export.
		index("order_refunds_done_by_time")
			.on(table.doneAt, table.id)
			.where(sql`${table.status} = 'done'`),
		index("order_refunds_by_intent").on(table.intentId),
		index("order_refunds_due_next").on(table.retryAt).where(isNotNull(table.retryAt)),
		index("order_refunds_tax_due").on(table.taxDueAt).where(isNotNull(table.taxDueAt)),
	],
);

/** Due refunds of payments that no checkout awaits. Stored before Stripe is called, so that a crash can't lose one. */
export const refunds = sqliteTable(
	"refunds",
	{
		intentId: text("intent_id").primaryKey(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		amountCents: integer("amount_cents").notNull(),
		/** Stripe's refund id, once refunded. */
		refundId: text("refund_id").unique(),
		createdAt: timestampMs("created_at").notNull(),
		doneAt: timestampMs("done_at"),
		/** While open: when the scheduled job tries next; null means immediately. */
		retryAt: timestampMs("retry_at"),
		/** Consecutive failures of the job with this refund. */
		failures: integer("failures").notNull().default(0),
	},
	(table) => [
		check("refunds_amount", sql`${table.amountCents} > 0`),
		index("refunds_by_order").on(table.orderId),
		// The job before 0.2.0 reads it; to be dropped.
		index("refunds_open").on(table.createdAt).where(sql`${table.doneAt} is null`),
		index("refunds_due").on(table.retryAt, table.createdAt).where(sql`${table.doneAt} is null`),
	],
);
