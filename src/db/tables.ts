/**
 * The shop's tables. Money is in integers of the currency's minor unit (`...Cents`), timestamps are in UTC milliseconds, ids are unguessable
 * text. Every rule that the database can enforce is a CHECK constraint, in case the code has a bug.
 */
import { type AnyColumn, isNotNull, type SQL, sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	unique,
} from "drizzle-orm/sqlite-core";
import {
	type AuditDetail,
	actionsOf,
	auditActions,
	auditKinds,
} from "../shop/audit/audit-actions.ts";
import { closeReasons, orderStatuses } from "../shop/orders/order-states.ts";
import { type OutboxPayload, outboxKinds, outboxOutcomes } from "../shop/outbox/outbox-kinds.ts";
import { refundStatuses, storedRefundReasons } from "../shop/refunds/refund-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { openOrder, paidOrder, shippableOrder, shownOrder } from "./order-conditions.ts";

export const tools = sqliteTable(
	"tools",
	{
		/** The row number: it rises with every new row and is the rowid in the search tables. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		name: text("name").notNull(),
		description: text("description").notNull(),
		image: text("image").notNull(),
		minOrderQuantity: integer("min_order_quantity").notNull(),
		quantity: integer("quantity").notNull(),
		/**
		 * Pieces ever stocked. Orders do not change it, so that at any time stocked = quantity + reserved +
		 * sold, where restocked orders no longer count as sold. `npm run doctor` checks that.
		 */
		stocked: integer("stocked").notNull(),
		priceCents: integer("price_cents").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
		archivedAt: timestampMs("archived_at"),
	},
	(table) => [
		check("tools_min_order_quantity", sql`${table.minOrderQuantity} >= 1`),
		check("tools_quantity", sql`${table.quantity} >= 0`),
		check("tools_stocked", sql`${table.stocked} >= ${table.quantity}`),
		check("tools_price", sql`${table.priceCents} > 0`),
		check(
			"tools_integers",
			sql`typeof(${table.quantity}) = 'integer' and typeof(${table.minOrderQuantity}) = 'integer' and typeof(${table.priceCents}) = 'integer'`,
		),
		// The catalogue: newest first without archived tools. The id breaks ties for paging.
		index("tools_catalogue").on(table.createdAt, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_name").on(table.name, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_price").on(table.priceCents, table.id).where(sql`${table.archivedAt} is null`),
		// For the images in use, here, in reviews and in orders.
		index("tools_by_image").on(table.image),
		index("tools_by_quantity").on(table.quantity, table.id).where(sql`${table.archivedAt} is null`),
	],
);

/** The conditions of order-conditions.ts, for queries of `orders`. */
export const isOpenOrder = sql.raw(openOrder());
export const isPaidOrder = sql.raw(paidOrder());
export const isShownOrder = sql.raw(shownOrder());
export const isShippableOrder = sql.raw(shippableOrder());

export const orders = sqliteTable(
	"orders",
	{
		/** The row number, as in `tools`. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		userName: text("user_name").notNull(),
		email: text("email").notNull(),
		phone: text("phone").notNull(),
		address: text("address").notNull(),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id),
		toolName: text("tool_name").notNull(),
		image: text("image").notNull(),
		unitPriceCents: integer("unit_price_cents").notNull(),
		quantity: integer("quantity").notNull(),
		totalCents: integer("total_cents").notNull(),
		status: text("status", { enum: orderStatuses }).notNull(),
		/** These two belong to the checkout. The version before reads them; to be dropped: docs/changing-the-schema.md. */
		paymentAttempt: integer("payment_attempt").notNull().default(1),
		paymentIntentId: text("payment_intent_id").unique(),
		/** The PaymentIntent that paid it: the same for all orders of a checkout. */
		transactionId: text("transaction_id"),
		requestKey: text("request_key").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		expiresAt: timestampMs("expires_at").notNull(),
		paidAt: timestampMs("paid_at"),
		shippedAt: timestampMs("shipped_at"),
		closedAt: timestampMs("closed_at"),
		closeReason: text("closed_why", { enum: closeReasons }),
		/** When it was refunded in full. Pieces that were not restocked stay sold. */
		refundedAt: timestampMs("refunded_at"),
		/** When the payment was disputed; null again once the dispute is won. */
		disputedAt: timestampMs("disputed_at"),
		/** The partner that referred the customer, if any. */
		partner: text("partner"),
		/** The job of the version before reads these two; to be dropped. The checkout has its own. */
		checkAt: timestampMs("check_at"),
		checkFailures: integer("check_failures").notNull().default(0),
		/** The currency of its amounts (ISO 4217), in case the shop's changes. Older orders are in USD. */
		currency: text("currency").notNull().default("USD"),
		/** Null only until a trigger has created the checkout of an order of the version before. */
		checkoutId: text("checkout_id"),
		/** What was refunded of it so far: the sum of its refunds in `order_refunds` that are done. */
		refundedCents: integer("refunded_cents").notNull().default(0),
		/** The parcel it was shipped in; null for one that was shipped without a parcel of its own. */
		shipmentId: text("shipment_id"),
		/** The sum of its refunds that are due. */
		refundDueCents: integer("refund_due_cents").notNull().default(0),
		/** When its pieces were returned to the stock, with a refund. They no longer count as sold. */
		restockedAt: timestampMs("restocked_at"),
		/** When it was cancelled after it was paid. It stays paid until it is refunded. */
		cancelledAt: timestampMs("cancelled_at"),
	},
	(table) => [
		unique("orders_request").on(table.userId, table.requestKey),
		check("orders_quantity", sql`${table.quantity} >= 1`),
		check("orders_total", sql`${table.totalCents} = ${table.unitPriceCents} * ${table.quantity}`),
		check("orders_status", isOneOf(table.status, orderStatuses)),
		check("orders_closing", isOneOf(table.closeReason, closeReasons)),
		check("orders_paid", sql`(${table.transactionId} is null) = (${table.paidAt} is null)`),
		check("orders_closed", sql`(${table.closedAt} is null) = (${table.closeReason} is null)`),
		check(
			"orders_shipped_is_paid",
			sql`${table.status} <> 'Shipped' or ${table.paidAt} is not null`,
		),
		// The lists' indexes leave out deleted and expired orders, so that no query reads them.
		index("orders_by_user").on(table.userId, table.createdAt, table.id).where(isShownOrder),
		index("orders_newest").on(table.createdAt, table.id).where(isShownOrder),
		index("orders_by_total").on(table.totalCents, table.id).where(isShownOrder),
		index("orders_by_email").on(table.email, table.createdAt, table.id).where(isShownOrder),
		// For verified reviews. Closed orders are in it too: no paid order is closed.
		index("orders_paid_by").on(table.userId, table.toolId).where(isNotNull(table.transactionId)),
		index("orders_by_tool").on(table.toolId),
		index("orders_by_checkout").on(table.checkoutId),
		index("orders_by_shipment").on(table.shipmentId).where(isNotNull(table.shipmentId)),
		index("orders_by_transaction").on(table.transactionId).where(isNotNull(table.transactionId)),
		index("orders_by_image").on(table.image),
		// Orders that reserve stock. The job before 0.2.0 reads it; to be dropped: docs/changing-the-schema.md.
		index("orders_holding").on(table.expiresAt).where(isOpenOrder),
		// Orders that the job of the version before checks next; to be dropped.
		index("orders_due").on(table.checkAt, table.expiresAt).where(isOpenOrder),
		// A customer's open orders and their pieces, for the limits when an order is placed.
		index("orders_holding_by_user").on(table.userId, table.quantity).where(isOpenOrder),
	],
);

/** The condition of order-conditions.ts, for queries of `checkouts`. */
export const isOpenCheckout = sql.raw(openOrder('"checkouts"'));

/**
 * What is paid at once: one or more orders, each of one tool, with their delivery and payment. The one of
 * an order that was bought alone has that order's id.
 */
export const checkouts = sqliteTable(
	"checkouts",
	{
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		/** Null for a guest. */
		userId: text("user_id").references(() => users.id),
		/** SHA-256 of the token in the link to a guest's orders. */
		accessTokenHash: text("access_token_hash"),
		name: text("name").notNull(),
		email: text("email").notNull(),
		phone: text("phone").notNull(),
		line1: text("line1").notNull(),
		line2: text("line2").notNull().default(""),
		city: text("city").notNull().default(""),
		region: text("region").notNull().default(""),
		postalCode: text("postal_code").notNull().default(""),
		/** ISO 3166-1; empty for an order with an address of one line. */
		country: text("country").notNull().default(""),
		note: text("note").notNull().default(""),
		/** The sum of its orders that are neither deleted nor expired. */
		itemsCents: integer("items_cents").notNull(),
		shippingCents: integer("shipping_cents").notNull().default(0),
		/** Tax on top of the prices. */
		taxCents: integer("tax_cents").notNull().default(0),
		/** Tax that the prices include, for the receipt. */
		includedTaxCents: integer("included_tax_cents").notNull().default(0),
		totalCents: integer("total_cents").notNull(),
		currency: text("currency").notNull(),
		/** The number of the current PaymentIntent, which is part of its idempotency key. */
		paymentAttempt: integer("payment_attempt").notNull().default(1),
		paymentIntentId: text("payment_intent_id").unique(),
		transactionId: text("transaction_id").unique(),
		requestKey: text("request_key").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		expiresAt: timestampMs("expires_at").notNull(),
		paidAt: timestampMs("paid_at"),
		closedAt: timestampMs("closed_at"),
		closeReason: text("closed_why", { enum: closeReasons }),
		/** While unpaid and open: when the scheduled job checks it next; null means at `expiresAt`. */
		checkAt: timestampMs("check_at"),
		/** Consecutive failures of the job with this checkout. */
		checkFailures: integer("check_failures").notNull().default(0),
	},
	(table) => [
		unique("checkouts_request").on(table.userId, table.requestKey),
		check(
			"checkouts_total",
			sql`${table.totalCents} = ${table.itemsCents} + ${table.shippingCents} + ${table.taxCents}`,
		),
		check(
			"checkouts_amounts",
			sql`${table.itemsCents} >= 0 and ${table.shippingCents} >= 0 and ${table.taxCents} >= 0 and ${table.includedTaxCents} >= 0`,
		),
		check("checkouts_closing", isOneOf(table.closeReason, closeReasons)),
		check("checkouts_paid", sql`(${table.transactionId} is null) = (${table.paidAt} is null)`),
		check("checkouts_closed", sql`(${table.closedAt} is null) = (${table.closeReason} is null)`),
		index("checkouts_by_user").on(table.userId, table.createdAt, table.id),
		index("checkouts_by_email").on(table.email, table.createdAt),
		// A customer's open checkouts, for the limit when one is placed.
		index("checkouts_open_by_user").on(table.userId).where(isOpenCheckout),
		// Checkouts that the scheduled job checks next.
		index("checkouts_due").on(table.checkAt, table.expiresAt).where(isOpenCheckout),
	],
);

/** Parcels with orders of one checkout. The audit log tells who shipped them. */
export const shipments = sqliteTable("shipments", {
	id: text("id").primaryKey(),
	checkoutId: text("checkout_id").notNull(),
	/** Empty if the merchant has not said. */
	carrier: text("carrier").notNull(),
	trackingNumber: text("tracking_number").notNull(),
	createdAt: timestampMs("created_at").notNull(),
});

/**
 * Sums per partner, so that a report reads one row a partner instead of the orders. Triggers on `orders`
 * update them (`triggers.ts`), in the same transaction as the order.
 */
export const partnerSales = sqliteTable(
	"partner_sales",
	{
		partner: text("partner").primaryKey(),
		/** Orders without deleted and expired ones. */
		orders: integer("orders").notNull(),
		paidOrders: integer("paid_orders").notNull(),
		revenueCents: integer("revenue_cents").notNull(),
	},
	(table) => [
		// Highest revenue first, then by name. Both ascend, as keyset pagination needs.
		index("partner_sales_best")
			.on(byRevenueDesc(table.revenueCents), table.partner)
			.where(sql`${table.orders} > 0`),
	],
);

/** Returns the expression that sorts partners by revenue, highest first, as in their index. */
export function byRevenueDesc(revenueCents: AnyColumn): SQL {
	return sql`(-${revenueCents})`;
}

export const reviews = sqliteTable(
	"reviews",
	{
		id: text("id").primaryKey(),
		/** Null only for the demo shop's reviews. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		author: text("author").notNull(),
		rating: integer("rating").notNull(),
		image: text("image").notNull(),
		description: text("description").notNull(),
		toolId: text("tool_id").references(() => tools.id),
		/** The paid order of the tool, which makes the review verified. */
		orderId: text("order_id").references(() => orders.id),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		check(
			"reviews_rating",
			sql`${table.rating} between 1 and 5 and typeof(${table.rating}) = 'integer'`,
		),
		index("reviews_newest").on(table.createdAt, table.id),
		index("reviews_by_tool").on(table.toolId, table.createdAt, table.id),
		index("reviews_by_user").on(table.userId, table.createdAt, table.id),
		// A user's own reviews, newest first, and the review that a newer one replaces.
		index("reviews_of_user").on(table.userId, table.createdAt, table.id),
		index("reviews_of_user_and_tool").on(table.userId, table.toolId),
		index("reviews_by_image").on(table.image),
	],
);

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
		/** Whether it returned the order's pieces to the stock. */
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
		index("order_refunds_by_intent").on(table.intentId),
		index("order_refunds_due_next").on(table.retryAt).where(isNotNull(table.retryAt)),
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

/** Images in R2. The key is the SHA-256 of the stored bytes. */
export const images = sqliteTable(
	"images",
	{
		key: text("key").primaryKey(),
		type: text("type").notNull(),
		bytes: integer("bytes").notNull(),
		width: integer("width").notNull(),
		height: integer("height").notNull(),
		/** The user who uploaded it first. `image_uploaders` has all of them. */
		ownerId: text("owner_id").references(() => users.id, { onDelete: "set null" }),
		createdAt: timestampMs("created_at").notNull(),
		/** When the sweep last checked it and found it in use; null before the first check. */
		checkedAt: timestampMs("checked_at"),
		/** When the sweep started to delete it. From then on it can't be used. */
		deletingAt: timestampMs("deleting_at"),
	},
	(table) => [
		index("images_by_owner").on(table.ownerId).where(isNotNull(table.ownerId)),
		index("images_to_check").on(table.checkedAt, table.createdAt),
	],
);

/** The uploaders of each image. Two users who upload the same bytes share one image. */
export const imageUploaders = sqliteTable(
	"image_uploaders",
	{
		key: text("key")
			.notNull()
			.references(() => images.key, { onDelete: "cascade" }),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
	},
	(table) => [
		primaryKey({ columns: [table.key, table.userId] }),
		index("image_uploaders_by_user").on(table.userId),
	],
);

/** Audit events. Inserted in the same batch as the change and never updated. */
export const audit = sqliteTable(
	"audit",
	{
		id: text("id").primaryKey(),
		createdAt: timestampMs("created_at").notNull(),
		/** Null if no user acted: a webhook, the scheduled job. */
		actorId: text("actor_id").references(() => users.id, { onDelete: "set null" }),
		action: text("action", { enum: auditActions }).notNull(),
		/** The id of the tool, order, review or user. The action tells which. */
		subjectId: text("subject_id").notNull(),
		/** The change as JSON: names, and figures before and after. No secrets, no addresses. */
		detail: text("detail", { mode: "json" }).$type<AuditDetail>().notNull(),
	},
	(table) => [
		check("audit_action", isOneOf(table.action, auditActions)),
		index("audit_newest").on(table.createdAt, table.id),
		index("audit_by_subject").on(table.subjectId, table.createdAt, table.id),
		// One index a kind, so that a kind with few events is found among many of another.
		...auditKinds.map((kind) =>
			index(`audit_of_${kind}s`)
				.on(table.createdAt, table.id)
				.where(isOneOf(table.action, actionsOf(kind))),
		),
	],
);

/** Mails that could not be sent, for `npm run doctor`. See platform/failed-mails.ts. */
export const failedMails = sqliteTable(
	"failed_mails",
	{
		/** The id of the queue message: one that is delivered twice is recorded once. */
		id: text("id").primaryKey(),
		/** The kind of mail: a key of `mailTemplates`. */
		kind: text("kind").notNull(),
		recipient: text("recipient").notNull(),
		/** The mail service's error code, or `retries`. */
		reason: text("reason").notNull(),
		failedAt: timestampMs("failed_at").notNull(),
	},
	(table) => [index("failed_mails_newest").on(table.failedAt)],
);

/**
 * Events that somebody must be told of, such as a payment. Inserted in the same batch as the change, so
 * that both commit or neither does. See shop/outbox/outbox.server.ts.
 */
export const outbox = sqliteTable(
	"outbox",
	{
		id: text("id").primaryKey(),
		/** Without a CHECK, so that a new kind needs no new table. */
		kind: text("kind", { enum: outboxKinds }).notNull(),
		/** The id of the order or tool. The kind tells which. */
		subjectId: text("subject_id").notNull(),
		/** What the subject's row does not have, as JSON. No secrets. */
		payload: text("payload", { mode: "json" }).$type<OutboxPayload>().notNull(),
		createdAt: timestampMs("created_at").notNull(),
		/** It is not delivered before. */
		availableAt: timestampMs("available_at").notNull(),
		/** When the scheduled job sends it to the queue; null once it is done, or if only a digest lists it. */
		dueAt: timestampMs("due_at"),
		/** Until then one consumer delivers it, and no other starts. */
		leasedUntil: timestampMs("leased_until"),
		doneAt: timestampMs("done_at"),
		outcome: text("outcome", { enum: outboxOutcomes }),
		/** Failed deliveries. */
		failures: integer("failures").notNull().default(0),
		/** The id of the digest that lists it, `waiting` until there is one; null if none does. */
		digest: text("digest"),
	},
	(table) => [
		check("outbox_done", sql`(${table.doneAt} is null) = (${table.outcome} is null)`),
		check("outbox_outcome", isOneOf(table.outcome, outboxOutcomes)),
		check("outbox_due", sql`${table.doneAt} is null or ${table.dueAt} is null`),
		index("outbox_due_next").on(table.dueAt).where(isNotNull(table.dueAt)),
		// Done rows, oldest first, for the sweep.
		index("outbox_done_first").on(table.doneAt).where(isNotNull(table.doneAt)),
		index("outbox_by_digest").on(table.digest).where(isNotNull(table.digest)),
	],
);

/** Who asked for a mail when a tool is back in stock. A row is deleted with the mail. */
export const stockAlerts = sqliteTable(
	"stock_alerts",
	{
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.toolId] }),
		index("stock_alerts_by_tool").on(table.toolId, table.createdAt, table.userId),
	],
);
