/** Sale prices with the prices that tools had; rules and codes, and what orders had of them. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OfferTerms } from "../shop/offers/offer-terms.ts";
import { saleStates } from "../shop/offers/sale-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { orders } from "./order-tables.ts";
import { tools } from "./tool-tables.ts";

/** Sales: tools that cost less from one day to another. The scheduled job starts and ends them. */
export const sales = sqliteTable(
	"sales",
	{
		id: text("id").primaryKey(),
		/** What staff call it. No page of the shop shows it. */
		name: text("name").notNull(),
		startsAt: timestampMs("starts_at").notNull(),
		endsAt: timestampMs("ends_at").notNull(),
		state: text("state", { enum: saleStates }).notNull(),
		createdAt: timestampMs("created_at").notNull(),
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		check("sales_state", isOneOf(table.state, saleStates)),
		check("sales_period", sql`${table.startsAt} < ${table.endsAt}`),
		index("sales_newest").on(table.startsAt, table.id),
		index("sales_planned").on(table.startsAt).where(sql`${table.state} = 'planned'`),
		index("sales_running").on(table.endsAt).where(sql`${table.state} = 'running'`),
		// For the end of an account.
		index("sales_by_creator").on(table.createdBy),
	],
);

/** The tools of a sale. A trigger keeps a tool from two sales at one time. */
export const saleTools = sqliteTable(
	"sale_tools",
	{
		saleId: text("sale_id")
			.notNull()
			.references(() => sales.id, { onDelete: "cascade" }),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		priceCents: integer("price_cents").notNull(),
		/** The lowest price of the 30 days before it started, also if that was no higher. */
		priorPriceCents: integer("prior_price_cents"),
		/** When its price began and ended. Without a start it never did: the tool was archived, or cost no more. */
		startedAt: timestampMs("started_at"),
		endedAt: timestampMs("ended_at"),
	},
	(table) => [
		primaryKey({ columns: [table.saleId, table.toolId] }),
		check("sale_tools_price", sql`${table.priceCents} > 0`),
		index("sale_tools_by_tool").on(table.toolId, table.startedAt),
	],
);

/** Each price that a tool was sold at, and from when: the lowest of the 30 days before a sale is in it. Triggers on `tools` fill it. */
export const priceHistory = sqliteTable(
	"price_history",
	{
		number: integer("number").primaryKey(),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		/** Null from when the tool was archived: it had no price then. */
		priceCents: integer("price_cents"),
		since: timestampMs("since").notNull(),
	},
	(table) => [index("price_history_by_tool").on(table.toolId, table.since, table.priceCents)],
);

/** Rules, which apply by themselves, and offers that need a code. Whether one runs follows from its times. */
export const offers = sqliteTable(
	"offers",
	{
		id: text("id").primaryKey(),
		/** What customers read beside the amount. */
		label: text("label").notNull(),
		terms: text("terms", { mode: "json" }).$type<OfferTerms>().notNull(),
		needsCode: integer("needs_code", { mode: "boolean" }).notNull(),
		/** Whether an account, or a guest's e-mail, may use the code only once. */
		oncePerCustomer: integer("once_per_customer", { mode: "boolean" }).notNull().default(false),
		startsAt: timestampMs("starts_at").notNull(),
		/** `noEnd` without an end. One that was cancelled before it started ended then. */
		endsAt: timestampMs("ends_at").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		check("offers_period", sql`${table.startsAt} <= ${table.endsAt}`),
		check("offers_terms", sql`json_valid(${table.terms})`),
		index("offers_newest").on(table.startsAt, table.id),
		// The rules that an order asks for.
		index("offers_rules").on(table.endsAt).where(sql`${table.needsCode} = 0`),
		index("offers_by_creator").on(table.createdBy),
	],
);

/** The codes of offers, in capitals: one that many type, or a set of which each works once. */
export const offerCodes = sqliteTable(
	"offer_codes",
	{
		code: text("code").primaryKey(),
		offerId: text("offer_id")
			.notNull()
			.references(() => offers.id, { onDelete: "cascade" }),
		/** How many orders may have it; null for any number. */
		maxUses: integer("max_uses"),
		/** How many orders have it that are open or paid. Triggers count them. */
		uses: integer("uses").notNull().default(0),
	},
	(table) => [
		check("offer_codes_code", sql`${table.code} = upper(${table.code})`),
		check(
			"offer_codes_uses",
			sql`${table.uses} >= 0 and (${table.maxUses} is null or ${table.uses} <= ${table.maxUses})`,
		),
		index("offer_codes_by_offer").on(table.offerId, table.code),
	],
);

/** What offers have taken off an order, with their terms as they were: it is repriced by those. */
export const orderOffers = sqliteTable(
	"order_offers",
	{
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		offerId: text("offer_id")
			.notNull()
			.references(() => offers.id),
		label: text("label").notNull(),
		terms: text("terms", { mode: "json" }).$type<OfferTerms>().notNull(),
		/** The code that was typed; null for a rule. */
		code: text("code"),
		/** What it takes off the lines, and off the shipping. Zero while the lines that are left don't meet its conditions. */
		amountCents: integer("amount_cents").notNull(),
		shippingCents: integer("shipping_cents").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.orderId, table.offerId] }),
		check("order_offers_amounts", sql`${table.amountCents} >= 0 and ${table.shippingCents} >= 0`),
		index("order_offers_by_offer").on(table.offerId, table.code, table.orderId),
	],
);
