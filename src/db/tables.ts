/**
 * The shop's tables. Money is integer cents, time UTC milliseconds, ids are unguessable text.
 * Every rule the database can hold stands here as a CHECK: the last defence when code errs.
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
import { type AuditDetail, actionsOf, auditActions, auditKinds } from "../shop/audit/audit.ts";
import { closeReasons, orderStatuses } from "../shop/orders/orders.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";

export const tools = sqliteTable(
	"tools",
	{
		/** The row's own number: it rises with every new row, and the search tables know the row by it. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		name: text("name").notNull(),
		description: text("description").notNull(),
		image: text("image").notNull(),
		minOrderQuantity: integer("min_order_quantity").notNull(),
		quantity: integer("quantity").notNull(),
		/**
		 * Pieces ever put on the wall: what orders take and give back leaves it alone. So at any time
		 * stocked = quantity + held + sold, and `npm run doctor` can tell.
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
		// The catalogue: newest first, archived tools left out, the id breaks ties for paging.
		index("tools_catalogue").on(table.createdAt, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_name").on(table.name, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_price").on(table.priceCents, table.id).where(sql`${table.archivedAt} is null`),
		// Which pictures are in use: here, with reviews and with orders.
		index("tools_by_image").on(table.image),
		index("tools_by_quantity").on(table.quantity, table.id).where(sql`${table.archivedAt} is null`),
	],
);

/**
 * What customers and administrators see of orders: all but what was deleted or ran out. Without
 * parameters, so that SQLite recognises by it the indexes that hold no others.
 */
export function isShown(closeReason: AnyColumn): SQL {
	return sql`(${closeReason} is null or ${closeReason} = 'refunded')`;
}

export const orders = sqliteTable(
	"orders",
	{
		/** The row's own number, as of a tool. */
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
		/** Which try at a PaymentIntent this order is at: the n of its idempotency key. */
		paymentAttempt: integer("payment_attempt").notNull().default(1),
		paymentIntentId: text("payment_intent_id").unique(),
		transactionId: text("transaction_id").unique(),
		requestKey: text("request_key").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		expiresAt: timestampMs("expires_at").notNull(),
		paidAt: timestampMs("paid_at"),
		shippedAt: timestampMs("shipped_at"),
		closedAt: timestampMs("closed_at"),
		closeReason: text("closed_why", { enum: closeReasons }),
		/** When Stripe said that all of the payment went back. The pieces stay sold: stock is the merchant's to correct. */
		refundedAt: timestampMs("refunded_at"),
		/** Since when the cardholder's bank disputes the payment; null again once the dispute is won. */
		disputedAt: timestampMs("disputed_at"),
		/** The site that sent the customer, if one did. */
		partner: text("partner"),
		/** While unsettled: when the scheduled job looks at it next; null means at `expiresAt`. */
		checkAt: timestampMs("check_at"),
		/** How often the job has failed with it in a row. */
		checkFailures: integer("check_failures").notNull().default(0),
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
		// The lists skip what was deleted or ran out: however much of that there is, nobody reads past it.
		index("orders_by_user")
			.on(table.userId, table.createdAt, table.id)
			.where(isShown(table.closeReason)),
		index("orders_newest").on(table.createdAt, table.id).where(isShown(table.closeReason)),
		index("orders_by_total").on(table.totalCents, table.id).where(isShown(table.closeReason)),
		index("orders_by_email")
			.on(table.email, table.createdAt, table.id)
			.where(isShown(table.closeReason)),
		// What makes a review verified.
		index("orders_paid_by").on(table.userId, table.toolId).where(isNotNull(table.transactionId)),
		index("orders_by_tool").on(table.toolId),
		index("orders_by_image").on(table.image),
		// What holds stock. The job of the version before this one reads it.
		index("orders_holding")
			.on(table.expiresAt)
			.where(sql`${table.transactionId} is null and ${table.closedAt} is null`),
		// What the scheduled job looks at next.
		index("orders_due")
			.on(table.checkAt, table.expiresAt)
			.where(sql`${table.transactionId} is null and ${table.closedAt} is null`),
		// How much of that each customer holds: counted when one more is placed.
		index("orders_holding_by_user")
			.on(table.userId, table.quantity)
			.where(sql`${table.transactionId} is null and ${table.closedAt} is null`),
	],
);

/**
 * What each partner has brought, so that a report reads a row a partner and no order. Triggers on
 * `orders` keep it (`triggers.ts`): no statement can forget it, and a rollback takes it back.
 */
export const partnerSales = sqliteTable(
	"partner_sales",
	{
		partner: text("partner").primaryKey(),
		/** Orders placed, but for those that were deleted or ran out. */
		orders: integer("orders").notNull(),
		paidOrders: integer("paid_orders").notNull(),
		revenueCents: integer("revenue_cents").notNull(),
	},
	(table) => [
		// The best first, by name where two brought as much: both ascend, as paging by key needs.
		index("partner_sales_best")
			.on(byRevenueDesc(table.revenueCents), table.partner)
			.where(sql`${table.orders} > 0`),
	],
);

/** What sorts partners by revenue, the best first, as their index has it. */
export function byRevenueDesc(revenueCents: AnyColumn): SQL {
	return sql`(-${revenueCents})`;
}

export const reviews = sqliteTable(
	"reviews",
	{
		id: text("id").primaryKey(),
		/** Null only for reviews that came with the demo shop. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		author: text("author").notNull(),
		rating: integer("rating").notNull(),
		image: text("image").notNull(),
		description: text("description").notNull(),
		toolId: text("tool_id").references(() => tools.id),
		/** The paid order of that tool that makes the review verified. */
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
		// One's own, newest first, and the one of a tool that a newer one replaces.
		index("reviews_of_user").on(table.userId, table.createdAt, table.id),
		index("reviews_of_user_and_tool").on(table.userId, table.toolId),
		index("reviews_by_image").on(table.image),
	],
);

/** Stripe's events that were handled, by Stripe's own id, and those that wait for another try. */
export const paymentEvents = sqliteTable(
	"payment_events",
	{
		id: text("id").primaryKey(),
		type: text("type").notNull(),
		/** The payment it is about; empty where it names none. */
		intentId: text("intent_id").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		receivedAt: timestampMs("received_at").notNull(),
		/** When the scheduled job tries again; null once it is handled. */
		retryAt: timestampMs("retry_at"),
		/** How often the job has failed with it. */
		failures: integer("failures").notNull().default(0),
	},
	(table) => [
		index("payment_events_due").on(table.retryAt).where(sql`${table.retryAt} is not null`),
		// What was handled, the oldest first, to be swept.
		index("payment_events_handled").on(table.createdAt).where(sql`${table.retryAt} is null`),
	],
);

/** Up to which moment Stripe's list of events was read. */
export const eventCursors = sqliteTable("event_cursors", {
	source: text("source").primaryKey(),
	/** Events from here on are read next. */
	since: timestampMs("since").notNull(),
	/** Until then somebody is reading: nobody else begins. */
	leasedUntil: timestampMs("leased_until").notNull(),
});

/** Money that has to go back: written before Stripe is asked, so that a crash can't forget it. */
export const refunds = sqliteTable(
	"refunds",
	{
		intentId: text("intent_id").primaryKey(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		amountCents: integer("amount_cents").notNull(),
		/** Stripe's refund id once it is done. */
		refundId: text("refund_id").unique(),
		createdAt: timestampMs("created_at").notNull(),
		doneAt: timestampMs("done_at"),
		/** While open: when the scheduled job tries next; null means at once. */
		retryAt: timestampMs("retry_at"),
		/** How often the job has failed with it in a row. */
		failures: integer("failures").notNull().default(0),
	},
	(table) => [
		check("refunds_amount", sql`${table.amountCents} > 0`),
		index("refunds_by_order").on(table.orderId),
		// The job of the version before this one reads it.
		index("refunds_open").on(table.createdAt).where(sql`${table.doneAt} is null`),
		index("refunds_due").on(table.retryAt, table.createdAt).where(sql`${table.doneAt} is null`),
	],
);

/** Pictures in R2. The key is the SHA-256 of the stored bytes. */
export const images = sqliteTable(
	"images",
	{
		key: text("key").primaryKey(),
		type: text("type").notNull(),
		bytes: integer("bytes").notNull(),
		width: integer("width").notNull(),
		height: integer("height").notNull(),
		/** Who uploaded it first; `image_uploaders` has all who did. */
		ownerId: text("owner_id").references(() => users.id, { onDelete: "set null" }),
		createdAt: timestampMs("created_at").notNull(),
		/** When the sweep last found it in use; null where it has not looked yet. */
		checkedAt: timestampMs("checked_at"),
		/** Since when the sweep is deleting it: nobody may use it any more. */
		deletingAt: timestampMs("deleting_at"),
	},
	(table) => [
		index("images_by_owner").on(table.ownerId).where(isNotNull(table.ownerId)),
		index("images_to_check").on(table.checkedAt, table.createdAt),
	],
);

/**
 * Who has uploaded which picture. The same bytes uploaded by two are one picture, which both may use.
 */
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

/** Who changed what, on what, when: written with the change, in the same batch, and never altered. */
export const audit = sqliteTable(
	"audit",
	{
		id: text("id").primaryKey(),
		createdAt: timestampMs("created_at").notNull(),
		/** Null where the shop itself acted: a webhook, the scheduled job. */
		actorId: text("actor_id").references(() => users.id, { onDelete: "set null" }),
		action: text("action", { enum: auditActions }).notNull(),
		/** The id of the tool, order or user the action was done to; the action tells which. */
		subjectId: text("subject_id").notNull(),
		/** What changed, as JSON: names, figures before and after. No secrets, no addresses. */
		detail: text("detail", { mode: "json" }).$type<AuditDetail>().notNull(),
	},
	(table) => [
		check("audit_action", isOneOf(table.action, auditActions)),
		index("audit_newest").on(table.createdAt, table.id),
		index("audit_by_subject").on(table.subjectId, table.createdAt, table.id),
		// One for each kind, so that the few entries of one are found among the many of another.
		...auditKinds.map((kind) =>
			index(`audit_of_${kind}s`)
				.on(table.createdAt, table.id)
				.where(isOneOf(table.action, actionsOf(kind))),
		),
	],
);

/** Mails that could not be sent, for the doctor to show. See platform/failed-mails.ts. */
export const failedMails = sqliteTable(
	"failed_mails",
	{
		/** The queue's own id of the message: one that is delivered twice is noted once. */
		id: text("id").primaryKey(),
		/** Which mail: a key of `mailMessages`. */
		kind: text("kind").notNull(),
		recipient: text("recipient").notNull(),
		/** The mail service's code, or `retries`. */
		reason: text("reason").notNull(),
		failedAt: timestampMs("failed_at").notNull(),
	},
	(table) => [index("failed_mails_newest").on(table.failedAt)],
);
