/** Gift cards and store credit: one ledger, of which each card keeps the sum. */
import { isNotNull, sql } from "drizzle-orm";
import {
	type AnySQLiteColumn,
	check,
	index,
	integer,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { entryReasons, giftCardKinds } from "../shop/gift-cards/gift-card-kinds.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { orderLines, orders } from "./order-tables.ts";

/** Gift cards, and the store credit of accounts and guests. */
export const giftCards = sqliteTable(
	"gift_cards",
	{
		/** The id, for an account's credit `credit-` with the account's id, for a guest's `credit-` with the order's. The code follows from it. */
		id: text("id").primaryKey(),
		kind: text("kind", { enum: giftCardKinds }).notNull(),
		/** SHA-256 of the code, and its last four letters; null and empty for the credit of an account, which has none. */
		codeHash: text("code_hash").unique(),
		codeEnd: text("code_end").notNull().default(""),
		/** The account whose credit it is. */
		userId: text("user_id").references(() => users.id),
		/** Whom the code was sent to, with which words; empty if nobody, or until the day that its buyer has chosen. */
		email: text("email").notNull().default(""),
		message: text("message").notNull().default(""),
		currency: text("currency").notNull(),
		/** The sum of its entries. A trigger adds each. */
		balanceCents: integer("balance_cents").notNull().default(0),
		issuedAt: timestampMs("issued_at").notNull(),
		/** Null for a card that was bought, and for the credit that a refund of money made: that was paid for. */
		expiresAt: timestampMs("expires_at"),
		/** While it is set, nothing can be paid with it. */
		disabledAt: timestampMs("disabled_at"),
		issuedBy: text("issued_by").references(() => users.id, { onDelete: "set null" }),
		/** The order line that bought it; null for one that staff have issued, and for credit. */
		lineId: text("line_id").references(() => orderLines.id),
		/** The card that a refund could not go back onto, which became this one. */
		replaces: text("replaces").references((): AnySQLiteColumn => giftCards.id),
	},
	(table) => [
		check("gift_cards_kind", isOneOf(table.kind, giftCardKinds)),
		check("gift_cards_balance", sql`${table.balanceCents} >= 0`),
		check(
			"gift_cards_owner",
			sql`(${table.codeHash} is null) = (${table.userId} is not null) and (${table.userId} is null or ${table.kind} = 'store_credit')`,
		),
		uniqueIndex("gift_cards_of_user").on(table.userId).where(isNotNull(table.userId)),
		index("gift_cards_newest").on(table.issuedAt, table.id),
		// For the job that expires what is left.
		index("gift_cards_to_expire")
			.on(table.expiresAt)
			.where(sql`${table.expiresAt} is not null and ${table.balanceCents} > 0`),
		index("gift_cards_by_replaced").on(table.replaces).where(isNotNull(table.replaces)),
		index("gift_cards_by_line").on(table.lineId).where(isNotNull(table.lineId)),
		// For the end of an account.
		index("gift_cards_by_issuer").on(table.issuedBy),
	],
);

/** Each change of a balance. Entries are never changed or deleted. */
export const giftCardEntries = sqliteTable(
	"gift_card_entries",
	{
		number: integer("number").primaryKey(),
		cardId: text("card_id")
			.notNull()
			.references(() => giftCards.id),
		/** Negative for what was spent. */
		cents: integer("cents").notNull(),
		reason: text("why", { enum: entryReasons }).notNull(),
		/** The order that spent it, was closed or was refunded. */
		orderId: text("order_id").references(() => orders.id),
		/** The refund that went onto the card, or that paid back what the card was bought for. */
		refundId: text("refund_id"),
		/** What staff wrote beside a correction. */
		note: text("note").notNull().default(""),
		/** Null for the shop itself. */
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		check("gift_card_entries_why", isOneOf(table.reason, entryReasons)),
		check(
			"gift_card_entries_sign",
			sql`
				(${table.reason} = 'adjusted' and ${table.cents} <> 0)
					or (
						${table.reason} in ('spent', 'expired', 'taken_back') and ${table.cents} < 0
					)
					or (
						${table.reason} in ('issued', 'returned', 'refunded', 'given_back')
						and ${table.cents} > 0
					)
			`,
		),
		check(
			"gift_card_entries_order",
			sql`
				(${table.orderId} is not null) = (
					${table.reason} in ('spent', 'returned', 'refunded')
				)
					and (${table.refundId} is not null) = (
						${table.reason} in ('refunded', 'taken_back', 'given_back')
					)
			`,
		),
		uniqueIndex("gift_card_entries_of_refund")
			.on(table.refundId, table.cardId, table.reason)
			.where(isNotNull(table.refundId)),
		index("gift_card_entries_by_card").on(table.cardId, table.number),
		index("gift_card_entries_by_order")
			.on(table.orderId, table.cardId)
			.where(isNotNull(table.orderId)),
		// For the export.
		index("gift_card_entries_by_time").on(table.createdAt, table.number),
		// For the end of an account.
		index("gift_card_entries_by_creator").on(table.createdBy),
	],
);
