/** Returns and withdrawals, and the pieces of each. */
import { type SQLWrapper, sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
	conditions,
	openStates,
	returnKinds,
	returnOutcomes,
	returnReasons,
	returnStates,
} from "../shop/returns/return-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { orderLines, orders } from "./order-tables.ts";
import { refunds } from "./payment-tables.ts";

/** The condition that nothing is left to do with a return. `not in`, so that its list is read by the index of those, newest first. */
export const isDoneReturn = sql.raw(
	`"returns"."state" not in (${openStates.map((state) => `'${state}'`).join(", ")})`,
);

export const returns = sqliteTable(
	"returns",
	{
		/** What people call it, from 1 upward. It is also the row number. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		kind: text("kind", { enum: returnKinds }).notNull(),
		state: text("state", { enum: returnStates }).notNull(),
		/** Null for a withdrawal. */
		reason: text("reason", { enum: returnReasons }),
		/** The customer's words. A withdrawal that was declared without the order's link names what it is about here. */
		note: text("note").notNull(),
		/** The name that the customer has given with a withdrawal; empty for a return. */
		name: text("name").notNull().default(""),
		/** The path of the customer's picture; empty without. */
		image: text("image").notNull().default(""),
		createdAt: timestampMs("created_at").notNull(),
		decidedAt: timestampMs("decided_at"),
		/** Null if the shop has approved it by itself, or the account is gone. */
		decidedBy: text("decided_by").references(() => users.id, { onDelete: "set null" }),
		/** Where to send it, or why it was rejected. */
		answer: text("answer").notNull().default(""),
		/** The address of a label to print; empty without. */
		labelUrl: text("label_url").notNull().default(""),
		/** Whether the order's account or link has declared it, and not only its number and e-mail, which prove nobody. */
		isProved: integer("is_proved", { mode: "boolean" }).notNull().default(true),
		/** Until when a customer can undo a withdrawal from what was not shipped, before it is cancelled. */
		waitsUntil: timestampMs("waits_until"),
		receivedAt: timestampMs("received_at"),
		closedAt: timestampMs("closed_at"),
		outcome: text("outcome", { enum: returnOutcomes }),
		/** The refund that was made of it. */
		refundId: text("refund_id")
			.unique()
			.references(() => refunds.id),
	},
	(table) => [
		check("returns_kind", isOneOf(table.kind, returnKinds)),
		check("returns_state", isOneOf(table.state, returnStates)),
		check("returns_outcome", isOneOf(table.outcome, returnOutcomes)),
		check(
			"returns_reason",
			sql`(${table.reason} is null) = (${table.kind} = 'withdrawal') and (${table.reason} is null or ${isOneOf(table.reason, returnReasons)})`,
		),
		check(
			"returns_decided",
			sql`(${table.state} in ('asked', 'waiting')) = (${table.decidedAt} is null)`,
		),
		check("returns_waits", sql`${table.state} <> 'waiting' or ${table.waitsUntil} is not null`),
		check("returns_received", sql`${table.state} <> 'received' or ${table.receivedAt} is not null`),
		check(
			"returns_closed",
			sql`(${table.state} = 'closed') = (${table.outcome} is not null) and (${table.outcome} is null) = (${table.closedAt} is null)`,
		),
		check(
			"returns_refund",
			sql`(${table.refundId} is not null) = coalesce(${table.outcome} in ('refund', 'exchange', 'credit'), 0)`,
		),
		index("returns_by_order").on(table.orderId, table.createdAt, table.id),
		index("returns_by_state").on(table.state, table.createdAt, table.id),
		index("returns_done").on(table.createdAt, table.id).where(isDoneReturn),
		index("returns_by_image").on(table.image),
		// For the export.
		index("returns_newest").on(table.createdAt, table.id),
		// For the end of an account.
		index("returns_by_decider").on(table.decidedBy),
	],
);

/** The pieces of a return. */
export const returnLines = sqliteTable(
	"return_lines",
	{
		returnId: text("return_id")
			.notNull()
			.references(() => returns.id),
		lineId: text("line_id")
			.notNull()
			.references(() => orderLines.id),
		/** How many the customer wants to send back. */
		quantity: integer("quantity").notNull(),
		/** How many have arrived; null until it is checked in. */
		received: integer("received"),
		/** How they arrived; null without any. */
		condition: text("condition", { enum: conditions }),
		/** How many of them went back to the stock. */
		restocked: integer("restocked").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.returnId, table.lineId] }),
		check(
			"return_lines_pieces",
			sql`
				${table.quantity} >= 1
					and coalesce(${table.received}, 0) between 0 and ${table.quantity}
					and ${table.restocked} between 0 and coalesce(${table.received}, 0)
			`,
		),
		check(
			"return_lines_condition",
			sql`(${table.condition} is null) = (coalesce(${table.received}, 0) = 0) and (${table.condition} is null or ${isOneOf(table.condition, conditions)})`,
		),
		index("return_lines_by_line").on(table.lineId),
	],
);

/** The condition that staff have to decide on a withdrawal from an order that was declared in words: it holds nothing until then. */
export const asksInWords = (orderId: SQLWrapper) =>
	sql`exists (
		select 1
		from ${returns}
		where ${returns.orderId} = ${orderId}
			and ${returns.state} = 'asked'
			and not exists (
				select 1 from ${returnLines} where ${returnLines.returnId} = ${returns.id}
			)
	)`;
