/** Reads returns: of an order for its customer, and all for staff. */
import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { isDoneReturn, returnLines, returns } from "../../db/return-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { afterCursor, type Direction, orderByKey } from "../../platform/database/keyset.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { isOrderOfBuyer, orderColumns } from "../orders/lines.server.ts";
import { findOrderWithLines, isOrderOf, type OrderWithLines } from "../orders/orders.server.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import { type Declarer, isReturnableLine, returnedOfLine } from "./return-lines.server.ts";
import type { ReturnKind } from "./return-states.ts";
import type { ReturnableLine, ReturnFound, ReturnView } from "./returns.ts";

/** What staff see of the order of a return. */
const orderOfReturn = orderColumns(
	...(["id", "number", "name", "email", "currency", "transactionId"] as const),
);

/** The columns of `ReturnedLine` with their return's id, and by what they are sorted. */
const lineColumns = {
	returnId: returnLines.returnId,
	position: orderLines.number,
	lineId: returnLines.lineId,
	toolId: orderLines.toolId,
	toolName: orderLines.toolName,
	options: orderLines.options,
	sku: orderLines.sku,
	image: orderLines.image,
	isShipped: sql<boolean>`${orderLines.status} = 'Shipped'`.mapWith(Boolean).as("is_shipped"),
	ordered: sql<number>`${orderLines.quantity}`.as("ordered"),
	quantity: returnLines.quantity,
	before: sql<number>`(
			select coalesce(sum(other.received), 0)
			from ${returnLines} as other
			join ${returns} on ${returns.id} = other.return_id
			where other.line_id = ${returnLines.lineId}
				and other.return_id <> ${returnLines.returnId}
				and ${returns.refundId} is not null
		)`.as("before"),
	received: returnLines.received,
	condition: returnLines.condition,
	restocked: returnLines.restocked,
};

/** The returns that meet a condition, with their lines, the newest first unless `direction` says otherwise. One round trip. */
export async function readReturns(
	where: SQL | undefined,
	{ limit, direction = "desc" }: { limit: number; direction?: Direction },
): Promise<ReturnFound[]> {
	const db = database();
	const order = orderByKey(returns.createdAt, returns.id, direction);
	const ids = db
		.select({ id: returns.id })
		.from(returns)
		.where(where)
		.orderBy(...order)
		.limit(limit)
		.as("listed");
	const { found, lines } = await batch({
		found: db
			.select({ ...getTableColumns(returns), order: orderOfReturn })
			.from(returns)
			.innerJoin(orders, eq(orders.id, returns.orderId))
			.where(where)
			.orderBy(...order)
			.limit(limit),
		lines: db
			.select(lineColumns)
			.from(returnLines)
			.innerJoin(orderLines, eq(orderLines.id, returnLines.lineId))
			.where(inArray(returnLines.returnId, db.select({ id: ids.id }).from(ids))),
	});
	const inOrder = lines.toSorted((one, other) => one.position - other.position);
	const named = inOrder.map((line) => ({ ...line, toolName: nameOfRow(line) }));
	const linesOf = Map.groupBy(named, ({ returnId }) => returnId);
	return found.map((row) => ({ ...row, lines: linesOf.get(row.id) ?? [] }));
}

/** The most returns that an order's page shows. */
const maxOfOrder = 20;

/** The returns of an order, the newest first. */
export const returnsOfOrder = (orderId: string) =>
	readReturns(eq(returns.orderId, orderId), { limit: maxOfOrder });

/** The returns with these ids, the oldest first. */
export const findReturns = (ids: readonly string[]) =>
	readReturns(inList(returns.id, ids), { limit: ids.length, direction: "asc" });

/** A return by its id. */
export async function findReturn(id: string): Promise<ReturnFound | undefined> {
	const [found] = await readReturns(eq(returns.id, id), { limit: 1 });
	return found;
}

/** Returns on a page of their list. */
const returnsPageSize = 20;

/** A page of a list of staff, newest first. */
export async function listReturns(
	view: ReturnView,
	cursor: Cursor | undefined,
): Promise<{ returns: ReturnFound[]; next: Cursor | undefined }> {
	const where = and(
		view === "done" ? isDoneReturn : eq(returns.state, view),
		afterCursor(returns.createdAt, returns.id, "desc", cursor),
	);
	const found = await readReturns(where, { limit: returnsPageSize + 1 });
	const { rows, next } = splitPage(found, returnsPageSize, ({ createdAt }) => createdAt.getTime());
	return { returns: rows, next };
}

/** An order with what can be sent back of it. */
interface ReturnableOrder {
	order: OrderWithLines["order"];
	lines: ReturnableLine[];
	/** When each of its lines was shipped. */
	shipped: { shippedAt: Date | null }[];
}

/** The buyer's own order of this id, or of the line of this id, with what can be sent back. Undefined if there is none. */
export function findReturnable(
	buyer: Buyer,
	id: string,
	kind: ReturnKind,
): Promise<ReturnableOrder | undefined> {
	return findReturnableOf(and(isOrderOf(id), isOrderOfBuyer(buyer)), kind, "customer");
}

/** The order that meets a condition, with what can be sent back. */
export async function findReturnableOf(
	condition: SQL | undefined,
	kind: ReturnKind,
	declarer: Declarer,
): Promise<ReturnableOrder | undefined> {
	const found = await findOrderWithLines(condition);
	if (!found) return undefined;
	const rest = await database()
		.select({
			id: orderLines.id,
			left: sql<number>`${orderLines.quantity} - ${returnedOfLine(declarer)}`.as("left_pieces"),
		})
		.from(orderLines)
		.where(and(eq(orderLines.orderId, found.order.id), isReturnableLine(kind)));
	const left = new Map(rest.map((line) => [line.id, line.left]));
	return {
		order: found.order,
		shipped: found.lines.filter(({ cancelledAt }) => !cancelledAt),
		lines: found.lines.flatMap((line) => {
			const pieces = left.get(line.id) ?? 0;
			const { id, image } = line;
			return pieces > 0 ? { line: { id, toolName: nameOfRow(line), image }, left: pieces } : [];
		}),
	};
}
