/** Lists a customer's orders. */
import { and, eq, inArray } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { isShownLine, isShownOrder, orderLines, orders } from "../../db/order-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import { lineColumns } from "./lines.server.ts";
import { toOrder } from "./orders.server.ts";
import type { Order } from "./orders.ts";

/**
 * A page of the caller's own orders that are neither deleted nor expired, newest first, each with all
 * its lines. One round trip.
 */
export async function listOwnOrders(
	caller: Pick<Caller, "id">,
	{ limit, cursor }: Page,
): Promise<{ orders: Order[]; next: Cursor | undefined }> {
	const db = database();
	const { createdAt, id } = orders;
	const isListed = and(
		eq(orders.userId, caller.id),
		isShownOrder,
		afterCursor(createdAt, id, "desc", cursor),
	);
	const byAge = orderByKey(createdAt, id, "desc");
	const onPage = db
		.select({ id })
		.from(orders)
		.where(isListed)
		.orderBy(...byAge)
		.limit(limit);
	const results = await batch({
		found: db
			.select()
			.from(orders)
			.where(isListed)
			.orderBy(...byAge)
			.limit(limit + 1),
		lines: db
			.select(lineColumns)
			.from(orderLines)
			.where(and(inArray(orderLines.orderId, onPage), isShownLine))
			.orderBy(orderLines.number),
	});
	const { rows, next } = splitPage(results.found, limit, (row) => row.createdAt.getTime());
	const linesByOrder = Map.groupBy(results.lines, ({ orderId }) => orderId);
	const listed = rows.map((row) => toOrder(row, linesByOrder.get(row.id) ?? []));
	return { orders: listed, next };
}
