/** How many unpaid checkouts a customer can have, and how many pieces they can reserve in total. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { checkouts, isOpenCheckout, isOpenOrder, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import * as messages from "../../messages.ts";
import { accountLimit } from "../../platform/settings.ts";
import { ShopError } from "../errors.ts";
import type { Caller } from "../users/users.ts";

/** The limits of a customer. They are lower until the e-mail is verified. */
function openOrderLimits({ verified }: Caller): { openOrders: number; reservedPieces: number } {
	return verified
		? {
				openOrders: accountLimit("MAX_OPEN_ORDERS"),
				reservedPieces: accountLimit("MAX_HELD_PIECES"),
			}
		: {
				openOrders: accountLimit("MAX_OPEN_ORDERS_UNVERIFIED"),
				reservedPieces: accountLimit("MAX_HELD_PIECES_UNVERIFIED"),
			};
}

/** These name their indexes, because SQLite may choose others: they cover the queries and hold unpaid rows only. */
const openCheckoutsOf = (caller: Caller) =>
	sql`(select count(*) from ${checkouts} indexed by checkouts_open_by_user where ${and(eq(checkouts.userId, caller.id), isOpenCheckout)})`;
const reservedPiecesOf = (caller: Caller) =>
	sql`(select coalesce(sum(${orders.quantity}), 0) from ${orders} indexed by orders_holding_by_user where ${and(eq(orders.userId, caller.id), isOpenOrder)})`;

/**
 * The condition that the caller can place one more order of `pieces` pieces. It belongs in the
 * statement that takes the stock from `tools`, so that concurrent orders can't exceed the limits
 * together. A tool's minimum order is always allowed, however large it is.
 */
export function withinOpenOrderLimits(caller: Caller, pieces: number): SQL {
	return sql`(${canPlaceCheckout(caller, pieces, sql`${tools.minOrderQuantity}`)})`;
}

/**
 * The condition that the caller can place one more checkout of `pieces` pieces. `alwaysAllowed` pieces
 * are, however many are reserved. It belongs in the statement that decides whether it is placed.
 */
export function canPlaceCheckout(caller: Caller, pieces: number, alwaysAllowed = sql`0`): SQL {
	const limits = openOrderLimits(caller);
	return sql`${openCheckoutsOf(caller)} < ${limits.openOrders} and (${reservedPiecesOf(caller)} + ${pieces} <= ${limits.reservedPieces} or ${pieces} <= ${alwaysAllowed})`;
}

/** The count of the caller's unpaid checkouts and their pieces, as columns of a select from another table. */
export function reservationTotals(caller: Caller) {
	return {
		openOrders: sql<number>`${openCheckoutsOf(caller)}`.as("open_orders"),
		reservedPieces: sql<number>`${reservedPiecesOf(caller)}`.as("held_pieces"),
	};
}

/** The ShopError `too_many_open` for one more order of `pieces` pieces, or undefined if it is allowed. */
export function openOrderError(
	caller: Caller,
	pieces: number,
	minOrderQuantity: number,
	{ openOrders, reservedPieces }: { openOrders: number; reservedPieces: number },
): ShopError | undefined {
	const limits = openOrderLimits(caller);
	const hint = caller.verified ? "" : ` ${messages.moreWhenVerified}`;
	if (openOrders >= limits.openOrders) {
		return new ShopError("too_many_open", {
			message: messages.unpaidOrderLimit(openOrders) + hint,
		});
	}
	if (pieces > minOrderQuantity && reservedPieces + pieces > limits.reservedPieces) {
		return new ShopError("too_many_open", {
			message: messages.reservationLimit(limits.reservedPieces, reservedPieces) + hint,
		});
	}
	return undefined;
}
