/** Reads returns: of an order for its customer, and all for staff. */
import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { isOrderOfBuyer, type LineRow, orderColumns } from "../orders/lines.server.ts";
import { findOrderWithLines, isOrderOf, type OrderWithLines } from "../orders/orders.server.ts";
import { isReturnableLine, returnedOfLine } from "./return-lines.server.ts";
import type { ReturnKind } from "./return-states.ts";
import { type ReturnView, statesOfView } from "./returns.ts";

type ReturnRow = typeof returns.$inferSelect;

/** Pieces of a return with what their line is of. */
export interface ReturnedLine {
	lineId: string;
	toolName: string;
	image: string;
	/** Whether it has left the shop. */
	isShipped: boolean;
	/** How many were ordered, of which so many are sent back. */
	ordered: number;
	quantity: number;
	received: number | null;
	condition: (typeof returnLines.$inferSelect)["condition"];
	restocked: number;
}

/** What staff see of the order of a return. */
const orderOfReturn = orderColumns(
	...(["id", "number", "name", "email", "currency", "transactionId"] as const),
);

export interface ReturnFound extends ReturnRow {
	order: {
		id: string;
		number: number;
		name: string;
		email: string;
		currency: string;
		transactionId: string | null;
	};
	lines: ReturnedLine[];
}

/** The columns of `ReturnedLine` with their return's id. */
const lineColumns = {
	returnId: returnLines.returnId,
	lineId: returnLines.lineId,
	toolName: orderLines.toolName,
	image: orderLines.image,
	isShipped: sql<boolean>`${orderLines.status} = 'Shipped'`.mapWith(Boolean).as("is_shipped"),
	ordered: sql<number>`${orderLines.quantity}`.as("ordered"),
	quantity: returnLines.quantity,
	received: returnLines.received,
	condition: returnLines.condition,
	restocked: returnLines.restocked,
};

/** The returns of a query with their lines. */
async function readReturns(where: SQL | undefined, limit: number): Promise<ReturnFound[]> {
	const db = database();
	const newestFirst = orderByKey(returns.createdAt, returns.id, "desc");
	const ids = db
		.select({ id: returns.id })
		.from(returns)
		.where(where)
		.orderBy(...newestFirst)
		.limit(limit)
		.as("listed");
	const { found, lines } = await batch({
		found: db
			.select({ ...getTableColumns(returns), order: orderOfReturn })
			.from(returns)
			.innerJoin(orders, eq(orders.id, returns.orderId))
			.where(where)
			.orderBy(...newestFirst)
			.limit(limit),
		lines: db
			.select(lineColumns)
			.from(returnLines)
			.innerJoin(orderLines, eq(orderLines.id, returnLines.lineId))
			.where(inArray(returnLines.returnId, db.select({ id: ids.id }).from(ids)))
			.orderBy(orderLines.number),
	});
	const linesOf = Map.groupBy(lines, ({ returnId }) => returnId);
	return found.map((row) => ({ ...row, lines: linesOf.get(row.id) ?? [] }));
}

/** The most returns that an order's page shows. */
const maxOfOrder = 20;

/** The returns of an order, the newest first. */
export const returnsOfOrder = (orderId: string) =>
	readReturns(eq(returns.orderId, orderId), maxOfOrder);

/** A return by its id. */
export async function findReturn(id: string): Promise<ReturnFound | undefined> {
	const [found] = await readReturns(eq(returns.id, id), 1);
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
		inArray(returns.state, statesOfView[view]),
		afterCursor(returns.createdAt, returns.id, "desc", cursor),
	);
	const found = await readReturns(where, returnsPageSize + 1);
	const { rows, next } = splitPage(found, returnsPageSize, ({ createdAt }) => createdAt.getTime());
	return { returns: rows, next };
}

/** A line of an order with how many of its pieces can still be sent back. */
export interface ReturnableLine {
	line: LineRow;
	left: number;
}

export interface ReturnableOrder {
	order: OrderWithLines["order"];
	lines: ReturnableLine[];
	/** When all lines of it were shipped. */
	shipped: { shippedAt: Date | null }[];
}

/** The buyer's own order of this id, or of the line of this id, with what can be sent back. Undefined if there is none. */
export function findReturnable(
	buyer: Buyer,
	id: string,
	kind: ReturnKind,
): Promise<ReturnableOrder | undefined> {
	return readReturnable(and(isOrderOf(id), isOrderOfBuyer(buyer)), kind);
}

/** The order of a return with what can be sent back, for staff. */
export const findReturnableOf = (orderId: string, kind: ReturnKind) =>
	readReturnable(eq(orders.id, orderId), kind);

async function readReturnable(
	condition: SQL | undefined,
	kind: ReturnKind,
): Promise<ReturnableOrder | undefined> {
	const found = await findOrderWithLines(condition);
	if (!found) return undefined;
	const rest = await database()
		.select({
			id: orderLines.id,
			left: sql<number>`${orderLines.quantity} - ${returnedOfLine}`.as("left_pieces"),
		})
		.from(orderLines)
		.where(and(eq(orderLines.orderId, found.order.id), isReturnableLine(kind)));
	const left = new Map(rest.map((line) => [line.id, line.left]));
	return {
		order: found.order,
		shipped: found.lines.filter(({ cancelledAt }) => !cancelledAt),
		lines: found.lines.flatMap((line) => {
			const pieces = left.get(line.id) ?? 0;
			return pieces > 0 ? { line, left: pieces } : [];
		}),
	};
}
