/** Lines and their orders, parcels and partners. */
import { type AnyColumn, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	sqliteTable,
	text,
	unique,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Address } from "../shop/addresses/address-columns.ts";
import type { OrderService } from "../shop/costs/order-service.ts";
import { type GiftCode, maxGiftsAgain } from "../shop/gift-cards/gift-card-kinds.ts";
import * as conditions from "../shop/orders/order-conditions.ts";
import { closeReasons, orderOrigins, orderStatuses } from "../shop/orders/order-states.ts";
import type { SoldOption } from "../shop/tools/stored-options.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, now, timestampMs } from "./columns.ts";
import { tools } from "./tool-tables.ts";

/** The conditions of orders/order-conditions.ts, for queries of `order_lines`. */
export const isOpenLine = sql.raw(conditions.isOpen.sql());
export const isPaidLine = sql.raw(conditions.isPaid.sql());
export const isShownLine = sql.raw(conditions.isShown.sql());
export const isShippableLine = sql.raw(conditions.isShippable.sql());
/** The conditions that a refund of a line is due, or that its newest one has failed. */
export const isRefundDue = sql.raw(conditions.isRefundDue.sql());
export const hasFailedRefund = sql.raw(conditions.hasFailedRefund.sql());
/** The conditions that a line can be cancelled, and that something is left of what it has paid. */
export const isCancellableLine = sql.raw(conditions.isCancellable.sql());
export const hasMoneyLeft = sql.raw(conditions.hasMoneyLeft.sql());
/** How many pieces of a line are sold: none that are back in the stock. */
export const lineSoldPieces = sql.raw(conditions.soldPieces.sql());
/** How many pieces of a line are to be shipped. */
export const linePiecesToShip = sql<number>`${sql.raw(conditions.piecesToShip.sql())}`;
export const isShippedLine = sql.raw(conditions.isShipped.sql());
export const isRefundedLine = sql.raw(conditions.isRefunded.sql());

/** What a line costs before discounts, for queries of `order_lines`. The wire's `totalPrice` is that. */
export const linePriceCents = sql.raw(
	'("order_lines"."total_cents" + "order_lines"."discount_cents")',
);

/** Whether a tool fits a bike, as it was known when the order was placed. */
export interface OrderFit {
	outcome: "fits" | "does-not-fit" | "not-known";
	/** Why, in a sentence. */
	reason: string;
	/** The bike, as the query of an address of /fit. */
	bike: string;
}

/** Who gets the gift cards that an order buys. */
export interface OrderGift {
	email: string;
	/** Who they are from. */
	from: string;
	message: string;
}

/** What VIES has said of a buyer's number for value-added tax. */
export interface OrderVatCheck {
	state: "valid" | "invalid" | "unavailable";
	/** In UTC milliseconds. */
	at: number;
	/** The number of the consultation, which proves it. */
	consultation?: string;
}

/** Who is billed. */
interface OrderBilling extends Address {
	name: string;
}

/**
 * What is bought of one tool. Whom it is for, where it goes and what else is the same for all lines of an order stands in
 * `orders`, but for three columns that the indexes here need: the user's, the time it was placed and the payment.
 */
export const orderLines = sqliteTable(
	"order_lines",
	{
		/** The row number, as in `tools`. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		/**
		 * The order's: null for a guest. `order_lines_by_user` lists a customer's lines (`GET /order`) with a row less for each, and
		 * `order_lines_paid_by` finds what they have bought without reading all their orders.
		 */
		userId: text("user_id"),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id),
		toolName: text("tool_name").notNull(),
		/** The tool's code on that day. */
		sku: text("sku"),
		/** What told it from others of its family; null for a tool without one. */
		options: text("options", { mode: "json" }).$type<SoldOption[]>(),
		image: text("image").notNull(),
		unitPriceCents: integer("unit_price_cents").notNull(),
		quantity: integer("quantity").notNull(),
		/** What offers take off it: its part of the order's discounts. */
		discountCents: integer("discount_cents").notNull().default(0),
		/** What its pieces cost after that. */
		totalCents: integer("total_cents").notNull(),
		status: text("status", { enum: orderStatuses }).notNull(),
		/** The PaymentIntent that paid it, the order's: by it, the partial indexes of the tabs tell a line's state. */
		transactionId: text("transaction_id"),
		/** The order's: the indexes of the lists and tabs sort by it. */
		createdAt: timestampMs("created_at").notNull(),
		paidAt: timestampMs("paid_at"),
		shippedAt: timestampMs("shipped_at"),
		closedAt: timestampMs("closed_at"),
		closeReason: text("closed_why", { enum: closeReasons }),
		/** When it was refunded in full. Pieces that were not restocked stay sold. */
		refundedAt: timestampMs("refunded_at"),
		/** When the payment was disputed; null again once the dispute is won. */
		disputedAt: timestampMs("disputed_at"),
		orderId: text("order_id").notNull(),
		/** What was refunded of it so far: the sum of its parts in `refund_lines` of refunds that are done. */
		refundedCents: integer("refunded_cents").notNull().default(0),
		/** The parcel it was shipped in; null for one that was shipped without a parcel of its own. */
		shipmentId: text("shipment_id"),
		/** The sum of its refunds that are due. */
		refundDueCents: integer("refund_due_cents").notNull().default(0),
		/** When its pieces were returned to the stock, with a refund. They no longer count as sold. */
		restockedAt: timestampMs("restocked_at"),
		/** How many of its pieces returns, and refunds of some pieces, have put back into the stock. They no longer count as sold. */
		restockedPieces: integer("restocked_pieces").notNull().default(0),
		/** Since when a withdrawal that its buyer has not proved holds it: it waits, then it is cancelled or goes on. */
		withdrawnAt: timestampMs("withdrawn_at"),
		/** When it was cancelled after it was paid. It stays paid until it is refunded. */
		cancelledAt: timestampMs("cancelled_at"),
		/** The amount of its newest refund if that has failed, otherwise 0. */
		refundFailedCents: integer("refund_failed_cents").notNull().default(0),
		/** Its parts of the order's shipping and tax, which add up to them. */
		shippingCents: integer("shipping_cents").notNull().default(0),
		taxCents: integer("tax_cents").notNull().default(0),
		includedTaxCents: integer("included_tax_cents").notNull().default(0),
		/** The rate of that tax in millionths: 19 % is 190,000. */
		taxRate: integer("tax_rate").notNull().default(0),
		/** When an administrator marked it as packed. Shipping does not need it. */
		packedAt: timestampMs("packed_at"),
		/** The bundle that it was sold in, what that was called, and how many of them; null for a tool that was sold alone. */
		bundleId: text("bundle_id").references(() => tools.id),
		bundleName: text("bundle_name"),
		bundleQuantity: integer("bundle_quantity"),
		/** What the bundle takes off it: the part of `discount_cents` that no offer does. */
		bundleDiscountCents: integer("bundle_discount_cents").notNull().default(0),
		/** The codes of the pieces of a gift card that is sold: a trigger makes the cards when it is paid. Null for any other tool. */
		giftCodes: text("gift_codes", { mode: "json" }).$type<GiftCode[]>(),
		/** Whether its tool fits the bike that the customer had chosen; null without a bike. */
		fit: text("fit", { mode: "json" }).$type<OrderFit>(),
		/** When it last changed in what its calls return, in UTC milliseconds of the database: a trigger keeps it. */
		changedAt: integer("changed_at").notNull().default(now),
	},
	(table) => [
		check("order_lines_quantity", sql`${table.quantity} >= 1`),
		check(
			"order_lines_total",
			sql`${table.totalCents} = ${table.unitPriceCents} * ${table.quantity} - ${table.discountCents}`,
		),
		check(
			"order_lines_discount",
			sql`${table.discountCents} = 0 or (${table.discountCents} > 0 and ${table.totalCents} > 0)`,
		),
		check(
			"order_lines_bundle",
			sql`
				(${table.bundleId} is null) = (${table.bundleName} is null)
					and (${table.bundleId} is null) = (${table.bundleQuantity} is null)
					and ${table.bundleDiscountCents} between 0 and ${table.discountCents}
					and (${table.bundleDiscountCents} = 0 or ${table.bundleId} is not null)
			`,
		),
		check(
			"order_lines_gift_card",
			sql`
				${table.giftCodes} is null
					or (
						json_array_length(${table.giftCodes}) = ${table.quantity}
						and ${table.discountCents} = 0
						and ${table.shippingCents} = 0
						and ${table.taxCents} = 0
						and ${table.includedTaxCents} = 0
						and ${table.taxRate} = 0
						and ${table.bundleId} is null
						and (${table.transactionId} is null or ${table.status} = 'Shipped')
					)
			`,
		),
		check(
			"order_lines_restocked_pieces",
			sql`${table.restockedPieces} between 0 and ${table.quantity}`,
		),
		check("order_lines_status", isOneOf(table.status, orderStatuses)),
		check("order_lines_closing", isOneOf(table.closeReason, closeReasons)),
		check("order_lines_paid", sql`(${table.transactionId} is null) = (${table.paidAt} is null)`),
		check("order_lines_closed", sql`(${table.closedAt} is null) = (${table.closeReason} is null)`),
		check(
			"order_lines_shipped_is_paid",
			sql`${table.status} <> 'Shipped' or ${table.paidAt} is not null`,
		),
		// The lists' indexes leave out deleted and expired orders, so that no query reads them.
		index("order_lines_by_user").on(table.userId, table.createdAt, table.id).where(isShownLine),
		index("order_lines_newest").on(table.createdAt, table.id).where(isShownLine),
		index("order_lines_changed").on(table.changedAt, table.id).where(isShownLine),
		// The expression of `linePriceCents`, without its table: an index names none.
		index("order_lines_by_price")
			.on(sql`("total_cents" + "discount_cents")`, table.id)
			.where(isShownLine),
		// The tabs of the administrators' orders, each with its own rows alone, those of an order together.
		index("order_lines_to_ship").on(table.createdAt, table.orderId).where(isShippableLine),
		index("order_lines_unpaid").on(table.createdAt, table.orderId).where(isOpenLine),
		index("order_lines_shipped").on(table.createdAt, table.orderId).where(isShippedLine),
		index("order_lines_refunded").on(table.createdAt, table.orderId).where(isRefundedLine),
		// For verified reviews. Closed orders are in it too: no paid order is closed.
		index("order_lines_paid_by")
			.on(table.userId, table.toolId)
			.where(isNotNull(table.transactionId)),
		index("order_lines_by_bundle")
			.on(table.bundleId, table.userId)
			.where(isNotNull(table.bundleId)),
		// With the time, for what a sale has sold.
		index("order_lines_by_tool").on(table.toolId, table.createdAt),
		index("order_lines_by_order").on(table.orderId),
		index("order_lines_by_shipment").on(table.shipmentId).where(isNotNull(table.shipmentId)),
		index("order_lines_by_image").on(table.image),
		// For the counts of what waits.
		index("order_lines_disputed").on(table.number).where(isNotNull(table.disputedAt)),
		index("order_lines_refund_due").on(table.number).where(isRefundDue),
		index("order_lines_refund_failed").on(table.number).where(hasFailedRefund),
	],
);

/** The same for queries of `orders`. */
export const isOpenOrder = sql.raw(conditions.isOpen.sql('"orders"'));
export const isOpenGuestOrder = sql.raw(
	`${conditions.isOpen.sql('"orders"')} and "orders"."user_id" is null`,
);
/** Open orders of unproved buyers: guests, and accounts whose e-mail is not verified. */
export const isOpenUnproved = sql.raw(
	`${conditions.isOpen.sql('"orders"')} and "orders"."is_unproved" = 1`,
);
export const isPaidOrder = sql.raw(conditions.isPaid.sql('"orders"'));
export const isShownOrder = sql.raw(conditions.isShown.sql('"orders"'));

/** The condition that an order is paid, and Stripe Tax does not report its tax yet. */
export const isTaxDue = sql.raw(
	'"orders"."tax_calculation_id" is not null and "orders"."tax_transaction_id" is null and "orders"."transaction_id" is not null',
);

/**
 * What is bought and paid at once: one or more lines, each of one tool, with their delivery and payment. A
 * line that was bought alone has its order's id.
 */
export const orders = sqliteTable(
	"orders",
	{
		/** What people call it, from 1001 upward: shop/orders/order-number.ts formats it. It is also the row number. */
		number: integer("number").primaryKey(),
		/** In links, since nobody can guess it. */
		id: text("id").notNull().unique(),
		/** Null for a guest. */
		userId: text("user_id").references(() => users.id),
		/** SHA-256 of the token in the link to a guest's orders. It stays when they join an account. */
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
		/** The address in one line, by the format of its country, which SQL does not know: a search finds it. */
		address: text("address").notNull(),
		note: text("note").notNull().default(""),
		/** A company that is billed, with its tax number and what it calls the order; empty without. */
		company: text("company").notNull().default(""),
		taxNumber: text("tax_number").notNull().default(""),
		reference: text("reference").notNull().default(""),
		/** What VIES has said of the tax number; null if nothing depended on it. With a valid one the buyer owes the tax. */
		vatCheck: text("vat_check", { mode: "json" }).$type<OrderVatCheck>(),
		/** Who is billed, if not the recipient: a name and an address. */
		billing: text("billing", { mode: "json" }).$type<OrderBilling>(),
		/** What is printed on the packing slip for the recipient of a gift. */
		giftNote: text("gift_note").notNull().default(""),
		/** Whether the parcel tells no prices. */
		hidesPrices: integer("hides_prices", { mode: "boolean" }).notNull().default(false),
		/** Who gets the gift cards that it buys by e-mail; null if its buyer does. */
		giftTo: text("gift_to", { mode: "json" }).$type<OrderGift>(),
		/** When they get them, if that is after the payment. */
		giftDueAt: timestampMs("gift_due_at"),
		/** When they were first e-mailed; and how often again, because the buyer asked. */
		giftSentAt: timestampMs("gift_sent_at"),
		giftsAgain: integer("gifts_again").notNull().default(0),
		/** How it reaches its customer, as it was offered; null where that was not known, as with an address of one line. */
		service: text("service", { mode: "json" }).$type<OrderService>(),
		/** What its lines that are neither deleted nor expired cost before discounts. */
		itemsCents: integer("items_cents").notNull(),
		/** What offers take off them: `order_offers` says which. */
		discountsCents: integer("discounts_cents").notNull().default(0),
		shippingCents: integer("shipping_cents").notNull().default(0),
		/** Tax on top of the prices. */
		taxCents: integer("tax_cents").notNull().default(0),
		/** Tax that the prices include, for the receipt. */
		includedTaxCents: integer("included_tax_cents").notNull().default(0),
		totalCents: integer("total_cents").notNull(),
		/** What gift cards and store credit pay of the total: Stripe takes the rest. 0 once it is closed unpaid. */
		giftCardCents: integer("gift_card_cents").notNull().default(0),
		/** The currency of its amounts (ISO 4217), in case the shop's changes. */
		currency: text("currency").notNull(),
		/** The partner that referred the customer, if any. */
		partner: text("partner"),
		/** The number of the current PaymentIntent, which is part of its idempotency key. */
		paymentAttempt: integer("payment_attempt").notNull().default(1),
		paymentIntentId: text("payment_intent_id"),
		/** The PaymentIntent that paid it; of one that cards have paid in full a name of the shop's, `cards-` and its id. */
		transactionId: text("transaction_id"),
		/** Who entered it: the customer in the shop, or staff at the telephone. */
		origin: text("origin", { enum: orderOrigins }).notNull().default("shop"),
		requestKey: text("request_key").notNull(),
		/** A hash of what was sent with that key; null if the order was placed without a request. */
		requestFingerprint: text("request_fingerprint"),
		createdAt: timestampMs("created_at").notNull(),
		expiresAt: timestampMs("expires_at").notNull(),
		paidAt: timestampMs("paid_at"),
		closedAt: timestampMs("closed_at"),
		closeReason: text("closed_why", { enum: closeReasons }),
		/** While unpaid and open: when the scheduled job checks it next; null means at `expiresAt`. */
		checkAt: timestampMs("check_at"),
		/** Consecutive failures of the job with this order. */
		checkFailures: integer("check_failures").notNull().default(0),
		/** The calculation of its tax at Stripe; null without Stripe Tax. */
		taxCalculationId: text("tax_calculation_id"),
		/** The tax transaction at Stripe, once it is paid: with it, Stripe Tax reports the tax. */
		taxTransactionId: text("tax_transaction_id"),
		/** While it is paid and has no tax transaction: when the scheduled job tries next; null means immediately. */
		taxDueAt: timestampMs("tax_due_at"),
		/** Consecutive failures of the job with its tax transaction. */
		taxFailures: integer("tax_failures").notNull().default(0),
		/** Since when Stripe processes its payment, which nobody can cancel. Its stock stays reserved. */
		processingAt: timestampMs("processing_at"),
		/** A guest's delivery address in lower case, letters and digits only, for the limit per address. */
		addressKey: text("address_key"),
		/** Whether nobody had proved the buyer's e-mail when it was placed, by the buyer and not by staff. */
		isUnproved: integer("is_unproved", { mode: "boolean" }).notNull().default(false),
		/** The keyed hash of an unproved buyer's network, only while the order reserves its stock. */
		network: text("network"),
		/** When the reservation of an unproved buyer was extended, which happens once, or ended early. */
		holdExtendedAt: timestampMs("hold_extended_at"),
	},
	(table) => [
		unique("orders_request").on(table.userId, table.requestKey),
		// SQLite takes two nulls as different, so that the one above allows guests everything.
		uniqueIndex("orders_guest_request")
			.on(table.email, table.requestKey)
			.where(isNull(table.userId)),
		uniqueIndex("orders_by_intent")
			.on(table.paymentIntentId)
			.where(isNotNull(table.paymentIntentId)),
		uniqueIndex("orders_by_transaction")
			.on(table.transactionId)
			.where(isNotNull(table.transactionId)),
		check(
			"orders_total",
			sql`${table.totalCents} = ${table.itemsCents} - ${table.discountsCents} + ${table.shippingCents} + ${table.taxCents}`,
		),
		check(
			"orders_amounts",
			sql`${table.itemsCents} >= 0 and ${table.shippingCents} >= 0 and ${table.taxCents} >= 0 and ${table.includedTaxCents} >= 0`,
		),
		check("orders_discounts", sql`${table.discountsCents} between 0 and ${table.itemsCents}`),
		check(
			"orders_network",
			sql`${table.network} is null or (${table.isUnproved} = 1 and ${table.transactionId} is null and ${table.closedAt} is null)`,
		),
		check("orders_gift_card", sql`${table.giftCardCents} between 0 and ${table.totalCents}`),
		check("orders_gift", sql`(${table.giftTo} is null) = (${table.giftDueAt} is null)`),
		check(
			"orders_gifts_again",
			sql`${table.giftsAgain} between 0 and ${sql.raw(String(maxGiftsAgain))}`,
		),
		check("orders_origin", isOneOf(table.origin, orderOrigins)),
		check("orders_closing", isOneOf(table.closeReason, closeReasons)),
		check("orders_paid", sql`(${table.transactionId} is null) = (${table.paidAt} is null)`),
		check("orders_closed", sql`(${table.closedAt} is null) = (${table.closeReason} is null)`),
		// My Orders. Leaves out deleted and expired orders, so that no query reads them.
		index("orders_shown_by_user").on(table.userId, table.createdAt, table.id).where(isShownOrder),
		// The administrators' orders.
		index("orders_newest").on(table.createdAt, table.id).where(isShownOrder),
		index("orders_by_email").on(table.email, table.createdAt),
		// A customer's open orders, for the limit when one is placed.
		index("orders_open_by_user").on(table.userId).where(isOpenOrder),
		// Open orders of guests, for the limits of an e-mail and of an address.
		index("orders_open_by_guest").on(table.email).where(isOpenGuestOrder),
		// Open orders of guests, for the browser that has the order's link.
		index("orders_open_by_token").on(table.accessTokenHash).where(isOpenGuestOrder),
		index("orders_open_by_address").on(table.addressKey).where(isOpenGuestOrder),
		// Open orders of unproved buyers, for the limits of a network and the share of each tool's stock.
		index("orders_open_unproved").on(table.network).where(isOpenUnproved),
		// Orders that the scheduled job checks next.
		index("orders_due").on(table.checkAt, table.expiresAt).where(isOpenOrder),
		// Payments by their time, for the accounting export.
		index("orders_paid_by_time").on(table.paidAt, table.id).where(isPaidOrder),
		// For the job that compares a partner's sums with its orders.
		index("orders_by_partner").on(table.partner).where(isNotNull(table.partner)),
		// Paid orders without a tax transaction, for the same job.
		index("orders_tax_due").on(table.taxDueAt, table.paidAt).where(isTaxDue),
	],
);

/** Parcels with lines of one order. The audit log tells who shipped them. */
export const shipments = sqliteTable(
	"shipments",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id").notNull(),
		/** Empty if the merchant has not said. */
		carrier: text("carrier").notNull(),
		trackingNumber: text("tracking_number").notNull(),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		// Upper and lower case alike, as customers copy numbers from e-mails.
		index("shipments_by_tracking").on(sql`lower(${table.trackingNumber})`),
	],
);

/** Administrators' notes to an order. They are never changed. */
export const orderNotes = sqliteTable(
	"order_notes",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id").notNull(),
		authorId: text("author_id").references(() => users.id, { onDelete: "set null" }),
		text: text("text").notNull(),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		index("order_notes_by_order").on(table.orderId, table.createdAt),
		// For the end of an account.
		index("order_notes_by_author").on(table.authorId),
	],
);

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
