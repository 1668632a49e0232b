/** How many unpaid orders a customer may have, and how many pieces these may hold together. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { orders, tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { limitOf } from "../../platform/settings.ts";
import type { Caller } from "../users/users.ts";
import { unsettled } from "./holds.server.ts";

/** What a customer's unpaid orders may come to: fewer while the e-mail is not verified. */
function limitsOf({ verified }: Caller): { open: number; held: number } {
	return verified
		? { open: limitOf("MAX_OPEN_ORDERS"), held: limitOf("MAX_HELD_PIECES") }
		: { open: limitOf("MAX_OPEN_ORDERS_UNVERIFIED"), held: limitOf("MAX_HELD_PIECES_UNVERIFIED") };
}

/** By name, so that SQLite takes no other: this one holds all that is asked and nothing else. */
const heldByCaller = (caller: Caller) =>
	sql`from ${orders} indexed by orders_holding_by_user where ${and(eq(orders.userId, caller.id), unsettled)}`;

/**
 * That the caller may place one more order, of so many pieces: a condition of the statement that takes
 * them from `tools`, so that no two orders at once both see the same place free. A tool's minimum may
 * be ordered however large it is.
 */
export function mayHoldMore(caller: Caller, pieces: number): SQL {
	const { open, held } = limitsOf(caller);
	return sql`(select count(*) < ${open} and (coalesce(sum(${orders.quantity}), 0) + ${pieces} <= ${held} or ${pieces} <= ${tools.minOrderQuantity}) ${heldByCaller(caller)})`;
}

/** The query of what the caller's unpaid orders come to, as columns of a select from another table. */
export function heldColumns(caller: Caller) {
	return {
		open: sql<number>`(select count(*) ${heldByCaller(caller)})`.as("open_orders"),
		held: sql<number>`(select coalesce(sum(${orders.quantity}), 0) ${heldByCaller(caller)})`.as(
			"held_pieces",
		),
	};
}

/** Why one more order of so many pieces is too many, or undefined where it is not. */
export function whyTooMany(
	caller: Caller,
	pieces: number,
	minimum: number,
	{ open, held }: { open: number; held: number },
): ShopError | undefined {
	const limits = limitsOf(caller);
	const more = caller.verified ? "" : ` ${messages.moreWhenVerified}`;
	if (open >= limits.open) {
		return new ShopError("too_many_open", { message: messages.tooManyOpen(open) + more });
	}
	if (pieces > minimum && held + pieces > limits.held) {
		return new ShopError("too_many_open", {
			message: messages.tooManyHeld(limits.held, held) + more,
		});
	}
	return undefined;
}
