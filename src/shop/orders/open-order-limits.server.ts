/** How many unpaid orders a customer may have, and how many pieces these may hold together. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { orders, tools } from "../../db/tables.ts";
import * as messages from "../../messages.ts";
import { accountLimit } from "../../platform/settings.ts";
import { ShopError } from "../errors.ts";
import type { Caller } from "../users/users.ts";
import { unsettled } from "./reservations.server.ts";

/** What a customer's unpaid orders may come to: fewer while the e-mail is not verified. */
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

/** By name, so that SQLite takes no other: this one holds all that is asked and nothing else. */
const reservationsOf = (caller: Caller) =>
	sql`from ${orders} indexed by orders_holding_by_user where ${and(eq(orders.userId, caller.id), unsettled)}`;

/**
 * That the caller may place one more order, of so many pieces: a condition of the statement that takes
 * them from `tools`, so that no two orders at once both see the same place free. A tool's minimum may
 * be ordered however large it is.
 */
export function withinOpenOrderLimits(caller: Caller, pieces: number): SQL {
	const { openOrders, reservedPieces } = openOrderLimits(caller);
	return sql`(select count(*) < ${openOrders} and (coalesce(sum(${orders.quantity}), 0) + ${pieces} <= ${reservedPieces} or ${pieces} <= ${tools.minOrderQuantity}) ${reservationsOf(caller)})`;
}

/** The query of what the caller's unpaid orders come to, as columns of a select from another table. */
export function reservationTotals(caller: Caller) {
	return {
		openOrders: sql<number>`(select count(*) ${reservationsOf(caller)})`.as("open_orders"),
		reservedPieces:
			sql<number>`(select coalesce(sum(${orders.quantity}), 0) ${reservationsOf(caller)})`.as(
				"held_pieces",
			),
	};
}

/** Why one more order of so many pieces is too many, or undefined where it is not. */
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
