/** Stripe's events and refunds. */
import { isNotNull, sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	unique,
} from "drizzle-orm/sqlite-core";
import { refundStatuses, storedRefundReasons } from "../shop/refunds/refund-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { giftCards } from "./gift-card-tables.ts";
import { orderLines } from "./order-tables.ts";

/** Stripe events by their id: handled ones, failed ones that wait for a retry, and ones that can't be read. */
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
		/** The property that is not as Stripe documents it, if one is: nothing was done with the event. */
		unreadable: text("unreadable"),
	},
	(table) => [
		index("payment_events_due").on(table.retryAt).where(sql`${table.retryAt} is not null`),
		// Handled events, oldest first, for the sweep.
		index("payment_events_handled").on(table.createdAt).where(sql`${table.retryAt} is null`),
		index("payment_events_unreadable").on(table.receivedAt).where(isNotNull(table.unreadable)),
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

/** How far the scheduled job has read a list of Stripe's balance: `transactions` or `payouts`. */
export const balanceReads = sqliteTable("balance_reads", {
	list: text("list").primaryKey(),
	/** The next window starts with what was created at this timestamp. */
	since: timestampMs("since").notNull(),
	/** While a window is being read: its end, and the id of the last object that was read. */
	until: timestampMs("until"),
	after: text("after"),
	/** Until then a reader has the lease and no other starts. */
	leasedUntil: timestampMs("leased_until").notNull(),
	/** Since when Stripe's key does not allow to read it. */
	deniedAt: timestampMs("denied_at"),
});

/** The condition that a balance transaction is of a dispute: its money was taken, or given back. */
export const isDisputeTransaction = sql.raw(
	"\"balance_transactions\".\"category\" in ('dispute', 'dispute_reversal')",
);

/** Stripe's balance transactions of payments, refunds and disputes: what they cost, and what is left of them. */
export const balanceTransactions = sqliteTable(
	"balance_transactions",
	{
		id: text("id").primaryKey(),
		/** The id of the charge, the refund or the dispute. */
		sourceId: text("source_id").notNull(),
		intentId: text("intent_id").notNull(),
		/** Stripe's `reporting_category`. */
		category: text("category").notNull(),
		amountCents: integer("amount_cents").notNull(),
		feeCents: integer("fee_cents").notNull(),
		netCents: integer("net_cents").notNull(),
		/** The currency of the balance, which can be another than the payment's. */
		currency: text("currency").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		availableAt: timestampMs("available_at").notNull(),
		/** The payout, once it is known. Without a foreign key: the list of payouts is read after that of transactions. */
		payoutId: text("payout_id"),
	},
	(table) => [
		check(
			"balance_transactions_net",
			sql`${table.netCents} = ${table.amountCents} - ${table.feeCents}`,
		),
		index("balance_transactions_by_intent").on(table.intentId, table.category),
		index("balance_transactions_by_source").on(table.sourceId, table.category),
		// For the accounting export.
		index("balance_transactions_of_disputes")
			.on(table.createdAt, table.id)
			.where(isDisputeTransaction),
	],
);

const payoutReadings = ["waiting", "due", "done"] as const;

/** Stripe's payouts to the shop's bank account. */
export const payouts = sqliteTable(
	"payouts",
	{
		id: text("id").primaryKey(),
		amountCents: integer("amount_cents").notNull(),
		currency: text("currency").notNull(),
		/** Stripe's `status`. */
		status: text("status").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		/** When it arrives at the bank. */
		arrivesAt: timestampMs("arrives_at").notNull(),
		/** Stripe lists its transactions once its reconciliation is completed: never for a manual one. */
		reading: text("reading", { enum: payoutReadings }).notNull(),
		/** The id of the last of its transactions that was read. */
		readAfter: text("read_after"),
	},
	(table) => [
		check("payouts_reading", isOneOf(table.reading, payoutReadings)),
		index("payouts_due").on(table.createdAt).where(sql`${table.reading} = 'due'`),
	],
);

/** The condition that a refund was made of more than was left. */
export const isOverpaid = sql.raw(
	'"refunds"."overpaid_cents" > 0 and "refunds"."status" = \'done\'',
);

/**
 * Refunds: of orders, and of payments that no order awaits, which have no lines. Those of the shop are stored
 * before Stripe is called, so that a crash can't lose one; those made in Stripe's Dashboard are imported.
 */
export const refunds = sqliteTable(
	"refunds",
	{
		/** The id; for a payment that no order awaits, the PaymentIntent's. */
		id: text("id").primaryKey(),
		orderId: text("order_id").notNull(),
		/** The PaymentIntent that it refunds, or the order's `transactionId` if that is none. */
		intentId: text("intent_id").notNull(),
		/** The gift card or store credit that it goes onto, in the statement that stores it; null for one at Stripe. */
		giftCardId: text("gift_card_id").references(() => giftCards.id),
		/** The sum of its lines, and what is overpaid. */
		amountCents: integer("amount_cents").notNull(),
		/** What Stripe has refunded beyond all that was left of the order: no line has it, and no credit note. */
		overpaidCents: integer("overpaid_cents").notNull().default(0),
		reason: text("reason", { enum: storedRefundReasons }).notNull(),
		note: text("note").notNull().default(""),
		/** The refund at Stripe, once that has made it. */
		stripeRefundId: text("stripe_refund_id").unique(),
		status: text("status", { enum: refundStatuses }).notNull(),
		/** Null for one made in Stripe's Dashboard or by the shop itself. */
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
		/** The refund of the same request that has the key of that, if this is what goes back by another way. */
		wayOf: text("way_of"),
		/** The refund that has failed, and that this one tries again. */
		retryOf: text("retry_of"),
		/** The key of its request, `cancel` and what, `retry` and a failed one, or its id, here or at Stripe. */
		requestKey: text("request_key").notNull(),
		/** A hash of what was sent with that key; null for a refund without a body. */
		requestFingerprint: text("request_fingerprint"),
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
		unique("refunds_request").on(table.orderId, table.requestKey),
		check("refunds_amount", sql`${table.amountCents} > 0`),
		check("refunds_overpaid", sql`${table.overpaidCents} between 0 and ${table.amountCents}`),
		check("refunds_reason", isOneOf(table.reason, storedRefundReasons)),
		check("refunds_status", isOneOf(table.status, refundStatuses)),
		check("refunds_due", sql`(${table.status} = 'due') = (${table.retryAt} is not null)`),
		check(
			"refunds_done",
			sql`${table.status} <> 'done' or ((${table.stripeRefundId} is not null or ${table.giftCardId} is not null) and ${table.doneAt} is not null)`,
		),
		check(
			"refunds_onto_card",
			sql`${table.giftCardId} is null or (${table.status} = 'done' and ${table.stripeRefundId} is null)`,
		),
		// For the accounting export.
		index("refunds_done_by_time").on(table.doneAt, table.id).where(sql`${table.status} = 'done'`),
		// For the page of health.
		index("refunds_overpaid").on(table.doneAt).where(isOverpaid),
		index("refunds_by_intent").on(table.intentId),
		index("refunds_by_card").on(table.giftCardId).where(isNotNull(table.giftCardId)),
		index("refunds_due_next").on(table.retryAt).where(isNotNull(table.retryAt)),
		index("refunds_tax_due").on(table.taxDueAt).where(isNotNull(table.taxDueAt)),
	],
);

/** What a refund refunds of each line: nothing of one that others have refunded by then. */
export const refundLines = sqliteTable(
	"refund_lines",
	{
		refundId: text("refund_id")
			.notNull()
			.references(() => refunds.id),
		lineId: text("line_id")
			.notNull()
			.references(() => orderLines.id),
		amountCents: integer("amount_cents").notNull(),
		/** The part of the amount that is shipping, and tax on top of both. */
		shippingCents: integer("shipping_cents").notNull(),
		taxCents: integer("tax_cents").notNull(),
		/** The tax that items and shipping of it include. */
		includedTaxCents: integer("included_tax_cents").notNull(),
		/** Whether it returned the line's pieces to the stock. If it has failed, they may have been taken back. */
		restock: integer("restock", { mode: "boolean" }).notNull(),
		/** How many of the line's pieces it returned to the stock, if not all that were left. */
		pieces: integer("pieces").notNull().default(0),
		/** Whether these pieces were taken back, since the refund has failed. */
		isTakenBack: integer("is_taken_back", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [
		primaryKey({ columns: [table.refundId, table.lineId] }),
		check(
			"refund_lines_amounts",
			sql`
				${table.amountCents} >= 0
					and ${table.shippingCents} >= 0
					and ${table.taxCents} >= 0
					and ${table.includedTaxCents} >= 0
					and ${table.shippingCents} + ${table.taxCents} <= ${table.amountCents}
					and ${table.includedTaxCents} <= ${table.amountCents} - ${table.taxCents}
			`,
		),
		check(
			"refund_lines_pieces",
			sql`${table.pieces} >= 0 and not (${table.restock} and ${table.pieces} > 0)`,
		),
		index("refund_lines_by_line").on(table.lineId),
	],
);
