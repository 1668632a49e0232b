/** Reads and lists lines. place-line.server.ts creates them, shipments/ship-line.server.ts ships them. */
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Buyer, Caller } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { isPaidLine, isShownLine, orderLines, shipments } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { changedSince, toChangedPage } from "../../platform/changed-since.ts";
import { database } from "../../platform/database.ts";
import { buildListQuery, runListQuery } from "../../platform/list-query.ts";
import { toPrice } from "../../values/money.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import { isLineOfBuyer } from "./buyers.server.ts";
import { toParcel } from "./carriers.ts";
import { toFlags } from "./line-states.ts";
import type { OrderLine, OrderSort } from "./lines.ts";
import { searchTextOf } from "./order-number.ts";

export type LineRow = typeof orderLines.$inferSelect;

/** An order with the carrier and the tracking number of its parcel, as a JSON array. */
export type LineWithParcel = LineRow & { parcel?: string | null };

/** The columns of `LineWithParcel`, for queries of `order_lines`. */
export const lineColumns = {
	...getTableColumns(orderLines),
	parcel: sql<
		string | null
	>`(select json_array(${shipments.carrier}, ${shipments.trackingNumber}) from ${shipments} where ${shipments.id} = ${orderLines.shipmentId})`.as(
		"parcel",
	),
};

/** Converts an order row to the API's format. It has its parcel if that was selected. */
export function toLine(row: LineWithParcel): OrderLine {
	const [carrier = "", trackingNumber = ""]: string[] = JSON.parse(row.parcel ?? "[]");
	return {
		_id: row.id,
		orderId: row.orderId,
		orderNumber: row.orderNumber,
		UserName: row.userName,
		phone: row.phone,
		address: row.address,
		name: row.toolName,
		email: row.email,
		price: toPrice(row.unitPriceCents),
		totalPrice: toPrice(row.totalCents),
		productCode: row.toolId,
		quantity: row.quantity,
		image: row.image,
		status: row.status,
		...(row.shippingCents > 0 && { shippingPrice: toPrice(row.shippingCents) }),
		...(row.taxCents > 0 && { taxPrice: toPrice(row.taxCents) }),
		...(row.includedTaxCents > 0 && { includedTaxPrice: toPrice(row.includedTaxCents) }),
		...(row.transactionId && { transactionId: row.transactionId }),
		...toFlags(row),
		...(row.packedAt && { packedAt: row.packedAt.toISOString() }),
		...(row.shipmentId &&
			row.parcel && { shipment: toParcel(row.shipmentId, carrier, trackingNumber) }),
		...(row.partner && { partner: row.partner }),
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
	};
}

interface LineListQuery extends Page {
	/** The customer's e-mail; undefined for the orders of all customers. */
	email?: string | undefined;
	/** The order's id, for its lines only. */
	orderId?: string | undefined;
	/** Search terms for names, e-mails and ids. */
	q?: string | undefined;
	sort?: OrderSort | undefined;
}

/**
 * A page of the orders of one e-mail, or of all, newest first by default. `truncatedTo` is the number of
 * newest orders that were sorted or searched, if there are more. Throws ShopError `forbidden` if the
 * orders are not the caller's own and the caller may not see all.
 */
export async function listLines(
	caller: Caller,
	{ limit, cursor, email, orderId, q, sort = "-createdAt" }: LineListQuery,
): Promise<{ lines: OrderLine[]; next: Cursor | undefined; truncatedTo: number | undefined }> {
	const isOwn = email === caller.email;
	if (!isOwn && !may(caller.role, "orders")) throw new ShopError("forbidden");
	const [column, direction, sortKey] = sortColumns[sort];
	const { userName, toolName, id, transactionId } = orderLines;
	const listQuery = buildListQuery({
		table: orderLines,
		filter: and(
			isOwn ? eq(orderLines.userId, caller.id) : undefined,
			!isOwn && email !== undefined ? eq(orderLines.email, email) : undefined,
			orderId === undefined ? undefined : eq(orderLines.orderId, orderId),
			isShownLine,
		),
		sortBy: [column, direction],
		id,
		createdAt: orderLines.createdAt,
		searchIn:
			email === undefined
				? "order_lines"
				: [userName, orderLines.email, toolName, id, orderLines.orderNumber, transactionId],
		q: q === undefined ? q : searchTextOf(q),
		limit,
		cursor,
	});
	const page = database()
		.select({ ...lineColumns, place: listQuery.rowNumber.as("place") })
		.from(listQuery.from)
		.where(listQuery.where)
		.orderBy(...listQuery.orderBy)
		.limit(listQuery.limit);
	const { rows: found, truncatedTo } = await runListQuery(page, listQuery);
	const { rows, next } = splitPage(found, limit, (row) =>
		listQuery.cursorIsRowNumber ? row.place : sortKey(row),
	);
	return { lines: rows.map(toLine), next, truncatedTo };
}

/**
 * A page of all orders that have changed since a time, the oldest change first, and the cursor of the next page. Throws
 * ShopError `forbidden` if the caller may not see all.
 */
export async function listChangedLines(caller: Caller, since: Date, page: Page) {
	if (!may(caller.role, "orders")) throw new ShopError("forbidden");
	const { where, orderBy, limit } = changedSince(orderLines, since, page);
	const found = await database()
		.select(lineColumns)
		.from(orderLines)
		.where(and(isShownLine, where))
		.orderBy(...orderBy)
		.limit(limit);
	return toChangedPage(found, page.limit, toLine);
}

/** The column, direction and sort key of each sort. */
const sortColumns = {
	"-createdAt": [orderLines.createdAt, "desc", (row: LineRow) => row.createdAt.getTime()],
	createdAt: [orderLines.createdAt, "asc", (row: LineRow) => row.createdAt.getTime()],
	"-totalPrice": [orderLines.totalCents, "desc", (row: LineRow) => row.totalCents],
} as const;

/** The buyer's own order, or any order for an administrator. Throws ShopError `not_found`. */
export async function getLine(buyer: Buyer, lineId: string): Promise<OrderLine> {
	return toLine(await findLineFor(buyer, lineId));
}

/** The row of the buyer's own visible order, or of any for an administrator. Throws ShopError `not_found`. */
export function findLineFor(buyer: Buyer, lineId: string): Promise<LineWithParcel> {
	return findLine(lineId, may(buyer.user?.role, "orders") ? undefined : isLineOfBuyer(buyer));
}

/** The row of a visible order that meets `condition`, if there is one. Throws ShopError `not_found`. */
export async function findLine(lineId: string, condition?: SQL): Promise<LineWithParcel> {
	const [row] = await database()
		.select(lineColumns)
		.from(orderLines)
		.where(and(eq(orderLines.id, lineId), isShownLine, condition));
	if (!row) throw new ShopError("not_found");
	return row;
}

/** Maximum number of paid tools that a customer can choose from. */
const maxPaidTools = 100;

/**
 * The tools that a customer has paid for without a refund, each once, the latest order first. The
 * recursive query skips from tool to tool along an index, so that it reads a few rows for each tool
 * however many orders there are.
 */
export async function paidTools({ id }: Caller): Promise<{ id: string; name: string }[]> {
	const paid = sql`${orderLines.userId} = ${id} and ${isPaidLine}`;
	const next = sql`select min(${orderLines.toolId}) from ${orderLines} where ${paid}`;
	const latest = sql`select ${orderLines.number} from ${orderLines} where ${paid} and ${orderLines.toolId} = bought.tool_id and ${orderLines.refundedAt} is null order by ${orderLines.number} desc limit 1`;
	return database().all(sql`
		with recursive bought(tool_id) as (
			${next}
			union all
			select (${next} and ${orderLines.toolId} > bought.tool_id) from bought where bought.tool_id is not null
			limit ${maxPaidTools}
		)
		select latest.tool_id as id, latest.tool_name as name
		from bought join ${orderLines} as latest on latest.number = (${latest})
		order by latest.number desc`);
}
