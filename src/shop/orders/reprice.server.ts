/** Changes what an unpaid order costs: a line taken away or added, or another address. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { orderOffers } from "../../db/offer-tables.ts";
import {
	isOpenLine,
	isOpenOrder,
	linePriceCents,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database, inList } from "../../platform/database/database.ts";
import { totalCents } from "../../values/money.ts";
import { lineCents } from "../costs/totals.ts";
import { paidByCards } from "../gift-cards/gift-cards.ts";
import { piecesByTool } from "../offers/bundle-lines.ts";
import { auditLinesOf } from "./line-audit.server.ts";
import type { LineRow, OrderRow } from "./lines.server.ts";
import type { LineToPlace } from "./price-lines.server.ts";
import { addLowStock, canFulfilLine, isLineOf, rowsOfLines } from "./requested-lines.server.ts";
import { insertLines } from "./store-order.server.ts";

/** What shipping and tax of an order cost from now on, with the calculation of the tax at Stripe. */
export interface NewAmounts
	extends Pick<
		OrderRow,
		"discountsCents" | "shippingCents" | "taxCents" | "includedTaxCents" | "taxCalculationId"
	> {
	/** The parts of its lines. */
	shares: readonly Pick<
		LineRow,
		"id" | "discountCents" | "shippingCents" | "taxCents" | "includedTaxCents" | "taxRate"
	>[];
	/** What its offers take off. */
	offers: readonly Pick<OrderOffer, "offerId" | "amountCents" | "shippingCents">[];
	/** What its gift cards cost, which no card pays. */
	boughtCardsCents: number;
}

type OrderOffer = typeof orderOffers.$inferSelect;

const priceOf = ({ unitPriceCents, quantity }: LineRow) => totalCents(unitPriceCents, quantity);

/** What an order's price depends on. */
const pricedColumns = [
	...(["itemsCents", "discountsCents", "shippingCents", "taxCents", "includedTaxCents"] as const),
	...(["giftCardCents", "country", "taxCalculationId", "paymentIntentId"] as const),
] as const;

/**
 * The condition that an unpaid order costs what was read, for the same address and with the same payment: only then
 * that payment is cancelled, and the new amounts are right.
 */
export function isPricedAs(order: OrderRow): SQL | undefined {
	const same = pricedColumns.map((name) => sql`${orders[name]} is ${order[name]}`);
	return and(eq(orders.id, order.id), isOpenOrder, ...same);
}

/** The columns of an order whose payment was cancelled, with its new amounts. */
export function amountColumns(
	{ paymentIntentId, paymentAttempt, giftCardCents }: OrderRow,
	itemsCents: number,
	{ shares: _, offers: __, boughtCardsCents, ...amounts }: NewAmounts,
) {
	const totalCents = itemsCents - amounts.discountsCents + amounts.shippingCents + amounts.taxCents;
	return {
		...amounts,
		itemsCents,
		totalCents,
		// A trigger gives the cards back what they need not pay any more.
		giftCardCents: paidByCards(giftCardCents, totalCents, boughtCardsCents),
		paymentIntentId: null,
		...(paymentIntentId && { paymentAttempt: paymentAttempt + 1 }),
	};
}

/** The statement that divides discounts, shipping and tax over the open lines of an order. */
export function divideAmounts(orderId: string, { shares }: NewAmounts) {
	const shareOf = (name: string) =>
		sql`(select value ->> ${name} from json_each(${JSON.stringify(shares)}) where value ->> 'id' = ${orderLines.id})`;
	return database()
		.update(orderLines)
		.set({
			discountCents: shareOf("discountCents"),
			totalCents: sql`${linePriceCents} - ${shareOf("discountCents")}`,
			shippingCents: shareOf("shippingCents"),
			taxCents: shareOf("taxCents"),
			includedTaxCents: shareOf("includedTaxCents"),
			taxRate: shareOf("taxRate"),
		})
		.where(and(eq(orderLines.orderId, orderId), isOpenLine));
}

/** The statement that stores what its offers take off an order now. */
export function changeOffers(orderId: string, { offers }: NewAmounts) {
	const amountOf = (name: string) =>
		sql`coalesce((select value ->> ${name} from json_each(${JSON.stringify(offers)}) where value ->> 'offerId' = ${orderOffers.offerId}), 0)`;
	return database()
		.update(orderOffers)
		.set({ amountCents: amountOf("amountCents"), shippingCents: amountOf("shippingCents") })
		.where(eq(orderOffers.orderId, orderId));
}

/**
 * Closes an unpaid line of an order that has more, or the lines of a bundle, returns the stock and reprices the order, all or
 * nothing, once. The order's payment was cancelled before; one that has another payment by now, or
 * another sum, stays as it is. Returns whether they were closed.
 */
export async function releaseOneReservation(
	order: OrderRow,
	lines: readonly LineRow[],
	remaining: NewAmounts,
	actorId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const isAsked = inList(
		orderLines.id,
		lines.map(({ id }) => id),
	);
	const isLineOpen = sql`(select count(*) from ${orderLines} where ${isAsked} and ${isOpenLine}) = ${lines.length}`;
	const taken = rowsOfLines(piecesByTool(lines));
	const itemsCents = lines.reduce((sum, line) => sum - priceOf(line), order.itemsCents);
	const closed = await commit({
		guard: [hasRow(orders, isPricedAs(order)), isLineOpen],
		write: {
			repriced: db
				.update(orders)
				.set(amountColumns(order, itemsCents, remaining))
				.where(eq(orders.id, order.id)),
			audit: auditLinesOf("order.deleted", actorId, isAsked),
			closed: db.update(orderLines).set({ closedAt: now, closeReason: "deleted" }).where(isAsked),
			restocked: db
				.update(tools)
				.set({
					quantity: sql`${tools.quantity} + (select json_each.value ->> 'quantity' from ${taken} where ${isLineOf(tools.id)})`,
					updatedAt: now,
				})
				.where(sql`${tools.id} in (select json_each.value ->> 'toolId' from ${taken})`),
			parts: divideAmounts(order.id, remaining),
			offers: changeOffers(order.id, remaining),
		},
		refused: () => null,
	});
	if (closed) purge("tools", ...lines.map(({ toolId }) => `tool:${toolId}` as const));
	return closed !== null;
}

/**
 * Adds a line to an unpaid order, or changes how many pieces a line has (`former` is that line as it was), takes the
 * stock or returns it, and reprices the order, all or nothing. The order's payment was cancelled before; one that has
 * another payment by now, or another sum, stays as it is, and so does one whose tool has another price or too little
 * stock. Returns whether it was stored.
 */
export async function storeLine(
	order: OrderRow,
	line: LineToPlace,
	former: LineRow | undefined,
	amounts: NewAmounts,
	actorId: string,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const more = line.quantity - (former?.quantity ?? 0);
	const row = { ...line, ...amounts.shares.find(({ id }) => id === line.id) };
	const taken = rowsOfLines([{ ...line, quantity: more }]);
	const isSame =
		former && and(eq(orderLines.id, line.id), isOpenLine, eq(orderLines.quantity, former.quantity));
	const canTake = former
		? sql`exists (select 1 from ${orderLines} join ${tools} on ${tools.id} = ${orderLines.toolId} where ${isSame} and ${tools.quantity} >= ${more})`
		: sql`exists (select 1 from ${taken} join ${tools} on ${isLineOf(tools.id)} where ${canFulfilLine()})`;
	const itemsCents = order.itemsCents + totalCents(line.unitPriceCents, more);
	const isLine = eq(orderLines.id, line.id);
	const stored = await commit({
		guard: [hasRow(orders, isPricedAs(order)), canTake],
		write: {
			repriced: db
				.update(orders)
				.set(amountColumns(order, itemsCents, amounts))
				.where(eq(orders.id, order.id)),
			reserved: db
				.update(tools)
				.set({ quantity: sql`${tools.quantity} - ${more}`, updatedAt: now })
				.where(eq(tools.id, line.toolId)),
			line: former
				? db
						.update(orderLines)
						.set({
							quantity: line.quantity,
							...(line.giftCodes && { giftCodes: [...line.giftCodes] }),
							discountCents: row.discountCents ?? 0,
							totalCents: lineCents(row),
						})
						.where(isLine)
				: insertLines(order.id, [row]),
			audit: auditLinesOf(
				former ? "order.quantity_changed" : "order.line_added",
				actorId,
				isLine,
				former && { quantityWas: former.quantity },
			),
			parts: divideAmounts(order.id, amounts),
			offers: changeOffers(order.id, amounts),
			lowStock: addLowStock(taken),
		},
		refused: () => null,
	});
	if (stored) purge("tools", `tool:${line.toolId}`);
	return stored !== null;
}
