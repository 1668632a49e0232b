/** Lists a customer's checkouts. */
import { and, eq, inArray } from "drizzle-orm";
import { checkouts, isShownCheckout, isShownOrder, orders } from "../../db/order-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { orderColumns } from "../orders/orders.server.ts";
import { type Cursor, type Page, splitPage } from "../paging.ts";
import type { Caller } from "../users/users.ts";
import { toCheckout } from "./checkouts.server.ts";
import type { Checkout } from "./checkouts.ts";

/**
 * A page of the caller's own checkouts that are neither deleted nor expired, newest first, each with all
 * its orders. One round trip.
 */
export async function listOwnCheckouts(
	caller: Pick<Caller, "id">,
	{ limit, cursor }: Page,
): Promise<{ checkouts: Checkout[]; next: Cursor | undefined }> {
	const db = database();
	const { createdAt, id } = checkouts;
	const isListed = and(
		eq(checkouts.userId, caller.id),
		isShownCheckout,
		afterCursor(createdAt, id, "desc", cursor),
	);
	const byAge = orderByKey(createdAt, id, "desc");
	const onPage = db
		.select({ id })
		.from(checkouts)
		.where(isListed)
		.orderBy(...byAge)
		.limit(limit);
	const results = await batch({
		found: db
			.select()
			.from(checkouts)
			.where(isListed)
			.orderBy(...byAge)
			.limit(limit + 1),
		orders: db
			.select(orderColumns)
			.from(orders)
			.where(and(inArray(orders.checkoutId, onPage), isShownOrder))
			.orderBy(orders.number),
	});
	const { rows, next } = splitPage(results.found, limit, (row) => row.createdAt.getTime());
	const ordersByCheckout = Map.groupBy(results.orders, ({ checkoutId }) => checkoutId);
	const listed = rows.map((row) => toCheckout(row, ordersByCheckout.get(row.id) ?? []));
	return { checkouts: listed, next };
}
