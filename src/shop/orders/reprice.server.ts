/** Changes what an unpaid order costs: a line taken away or added, or another address. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { guestUserId } from "../../access/guest.ts";
import { isOpenLine, isOpenOrder, orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { type Address, addressInOneLine } from "./address.ts";
import { addressOf } from "./delivery.server.ts";
import { insertLines } from "./insert-lines.server.ts";
import { auditLine, auditLinesOf } from "./line-audit.server.ts";
import type { LineRow } from "./lines.server.ts";
import { totalCents } from "./lines.ts";
import type { OrderRow } from "./orders.server.ts";
import {
	addLowStock,
	canFulfilLine,
	isLineOf,
	type LineToPlace,
	rowsOfLines,
} from "./requested-lines.server.ts";

/** What shipping and tax of an order cost from now on, with the calculation of the tax at Stripe. */
export interface NewAmounts
	extends Pick<OrderRow, "shippingCents" | "taxCents" | "includedTaxCents" | "taxCalculationId"> {
	/** The parts of its lines. */
	shares: readonly (Pick<LineRow, "shippingCents" | "taxCents" | "includedTaxCents"> & {
		lineId: string;
	})[];
}

/** What an order's price depends on. */
const pricedColumns = [
	...(["itemsCents", "shippingCents", "taxCents", "includedTaxCents"] as const),
	...(["country", "taxCalculationId", "paymentIntentId"] as const),
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
	{ paymentIntentId, paymentAttempt }: OrderRow,
	itemsCents: number,
	{ shares: _, ...amounts }: NewAmounts,
) {
	return {
		...amounts,
		itemsCents,
		totalCents: itemsCents + amounts.shippingCents + amounts.taxCents,
		paymentIntentId: null,
		...(paymentIntentId && { paymentAttempt: paymentAttempt + 1 }),
	};
}

/** The statement that divides shipping and tax over the open lines of an order, if it was repriced. */
export function divideAmounts(orderId: string, { shares }: NewAmounts, repriced: SQL) {
	const shareOf = (name: string) =>
		sql`(select value ->> ${name} from json_each(${JSON.stringify(shares)}) where value ->> 'lineId' = ${orderLines.id})`;
	return database()
		.update(orderLines)
		.set({
			shippingCents: shareOf("shippingCents"),
			taxCents: shareOf("taxCents"),
			includedTaxCents: shareOf("includedTaxCents"),
		})
		.where(and(eq(orderLines.orderId, orderId), isOpenLine, repriced));
}

/**
 * Closes one unpaid line of an order that has more, returns its stock and reprices the order, all or
 * nothing, once. The order's payment was cancelled before; one that has another payment by now, or
 * another sum, stays as it is. Returns whether the line was closed.
 */
export async function releaseOneReservation(
	order: OrderRow,
	line: LineRow,
	remaining: NewAmounts,
	actorId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const hasParts = [order, remaining].some(
		(amounts) => amounts.shippingCents + amounts.taxCents + amounts.includedTaxCents > 0,
	);
	const isLineOpen = sql`exists (select 1 from ${orderLines} where ${orderLines.id} = ${line.id} and ${isOpenLine})`;
	const {
		closed: [closed],
	} = await batch(
		chain(
			{
				repriced: db
					.update(orders)
					.set(amountColumns(order, order.itemsCents - line.totalCents, remaining))
					.where(and(isPricedAs(order), isLineOpen)),
			},
			{
				closed: (changed) =>
					db
						.update(orderLines)
						.set({ closedAt: now, closeReason: "deleted" })
						.where(and(eq(orderLines.id, line.id), isOpenLine, changed))
						.returning({ toolId: orderLines.toolId }),
				restocked: (changed) =>
					db
						.update(tools)
						.set({ quantity: sql`${tools.quantity} + ${line.quantity}`, updatedAt: now })
						.where(and(eq(tools.id, line.toolId), changed)),
				audit: (changed) => auditLine("order.deleted", line.id, actorId, changed),
				...(hasParts && {
					parts: (changed: SQL) => divideAmounts(order.id, remaining, changed),
				}),
			},
		),
	);
	if (closed) purge("tools", `tool:${closed.toolId}`);
	return closed !== undefined;
}

/**
 * Adds a line to an unpaid order, takes its stock and reprices the order, all or nothing. The order's payment was
 * cancelled before; one that has another payment by now, or another sum, stays as it is, and so does one whose tool has
 * another price or too little stock. Returns whether the line was added.
 */
export async function addReservation(
	order: OrderRow,
	line: LineToPlace,
	amounts: NewAmounts,
	actorId: string,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const { shippingCents, taxCents, includedTaxCents } =
		amounts.shares.find(({ lineId }) => lineId === line.id) ?? order;
	const row = { ...line, shippingCents, taxCents, includedTaxCents };
	const rows = rowsOfLines([row]);
	const canTake = sql`exists (select 1 from ${rows} join ${tools} on ${isLineOf(tools.id)} where ${canFulfilLine()})`;
	const isAdded = sql`exists (select 1 from ${orderLines} where ${orderLines.id} = ${line.id})`;
	const itemsCents = order.itemsCents + totalCents(line.cents, line.quantity);
	const { reserved } = await batch({
		...chain(
			{
				repriced: db
					.update(orders)
					.set(amountColumns(order, itemsCents, amounts))
					.where(and(isPricedAs(order), canTake)),
			},
			{
				reserved: (changed) =>
					db
						.update(tools)
						.set({ quantity: sql`${tools.quantity} - ${line.quantity}`, updatedAt: now })
						.where(and(eq(tools.id, line.toolId), changed))
						.returning({ id: tools.id }),
				added: (changed) =>
					insertLines({
						...{ id: order.id, requestKey: line.id, now, expiresAt: order.expiresAt },
						customer: { ...order, id: order.userId ?? guestUserId },
						phone: order.phone,
						addressInOneLine: oneLineOf(addressOf(order)),
						lines: [row],
						condition: changed,
					}),
			},
		),
		parts: divideAmounts(order.id, amounts, isAdded),
		audit: auditLinesOf("order.line_added", actorId, eq(orderLines.id, line.id)),
		lowStock: addLowStock(rows, isAdded),
	});
	if (reserved.length > 0) purge("tools", `tool:${line.toolId}`);
	return reserved.length > 0;
}

/** The `address` of an order's lines. */
export const oneLineOf = (address: Address) =>
	address.country === "" ? address.line1 : addressInOneLine(address);
