/** Reads and lists lines. place-line.server.ts creates them, shipments/ship-line.server.ts ships them. */
import { and, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Buyer, Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { may } from "../../access/roles.ts";
import {
	isPaidLine,
	isShownLine,
	isShownOrder,
	linePriceCents,
	orderLines,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { changedSince, toChangedPage } from "../../platform/database/changed-since.ts";
import { database } from "../../platform/database/database.ts";
import { buildListQuery, runListQuery } from "../../platform/database/list-query.ts";
import { toPrice } from "../../values/money.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import { toSoldTool } from "../tools/sold-tool.ts";
import { toParcel } from "./carriers.ts";
import { toFlags } from "./line-flags.ts";
import type { OrderLine, OrderSort, Parcel } from "./lines.ts";
import { searchTextOf } from "./order-number.ts";

export type LineRow = typeof orderLines.$inferSelect;
export type OrderRow = typeof orders.$inferSelect;

/** D1 allows a function 32 arguments (D1 docs: Limits): so many names with their values. */
const maxNames = 16;

/**
 * Selects columns of a joined order as one, as JSON: orders and lines have some of the same names, and D1 returns one
 * value a name.
 */
export function orderColumns<Name extends keyof OrderRow>(...names: Name[]) {
	const pairs = names.map((name) => {
		const column = orders[name];
		const value = column.dataType === "json" ? sql`json(${column})` : sql`${column}`;
		return sql`${sql.raw(`'${name}'`)}, ${value}`;
	});
	const objects = Array.from({ length: Math.ceil(pairs.length / maxNames) }, (_, index) => {
		const some = pairs.slice(index * maxNames, (index + 1) * maxNames);
		return sql`json_object(${sql.join(some, sql`, `)})`;
	});
	const toDate = (name: string, value: unknown) =>
		name.endsWith("At") && typeof value === "number" ? new Date(value) : value;
	return sql<Pick<OrderRow, Name>>`json_array(${sql.join(objects, sql`, `)})`
		.mapWith((json: string): Pick<OrderRow, Name> => Object.assign({}, ...JSON.parse(json, toDate)))
		.as("of_order");
}

/** What a line's calls return of its order. */
type OrderOfLine = Pick<
	OrderRow,
	"number" | "name" | "email" | "phone" | "address" | "partner" | "expiresAt"
>;

/** A line with the carrier and the tracking number of its parcel, as JSON. */
export type LineWithParcel = LineRow & { parcel?: string | null };

/** The columns of `LineWithParcel`, for queries of `order_lines`. */
export const parcelColumns = {
	...getTableColumns(orderLines),
	parcel: sql<string | null>`(
		select json_object('carrier', ${shipments.carrier}, 'trackingNumber', ${shipments.trackingNumber})
		from ${shipments}
		where ${shipments.id} = ${orderLines.shipmentId}
	)`.as("parcel"),
};

/** With what its calls return of the order, for queries that join that with `ofLine`. */
const lineColumns = {
	...parcelColumns,
	order: orderColumns("number", "name", "email", "phone", "address", "partner", "expiresAt"),
};

/** The condition that an order is the line's. */
export const ofLine = eq(orders.id, orderLines.orderId);

/** The parcel of a line, if it has one and that was selected. */
export function parcelOf({ shipmentId, parcel }: LineWithParcel): Parcel | undefined {
	if (!shipmentId || !parcel) return undefined;
	const { carrier, trackingNumber }: typeof shipments.$inferSelect = JSON.parse(parcel);
	return toParcel(shipmentId, carrier, trackingNumber);
}

/** Converts a line and its order to the API's format. It has its parcel if that was selected. */
export function toLine(row: LineWithParcel, order: OrderOfLine): OrderLine {
	const shipment = parcelOf(row);
	return {
		_id: row.id,
		orderId: row.orderId,
		orderNumber: order.number,
		UserName: order.name,
		phone: order.phone,
		address: order.address,
		...toSoldTool(row),
		email: order.email,
		price: toPrice(row.unitPriceCents),
		totalPrice: toPrice(row.totalCents + row.discountCents),
		...(row.discountCents > 0 && { discountPrice: toPrice(row.discountCents) }),
		productCode: row.toolId,
		quantity: row.quantity,
		...bundleOf(row),
		image: row.image,
		status: row.status,
		...(row.shippingCents > 0 && { shippingPrice: toPrice(row.shippingCents) }),
		...(row.taxCents > 0 && { taxPrice: toPrice(row.taxCents) }),
		...(row.includedTaxCents > 0 && { includedTaxPrice: toPrice(row.includedTaxCents) }),
		...(row.transactionId && { transactionId: row.transactionId }),
		...toFlags(row),
		...(row.packedAt && { packedAt: row.packedAt.toISOString() }),
		...(shipment && { shipment }),
		...(order.partner && { partner: order.partner }),
		createdAt: row.createdAt.toISOString(),
		expiresAt: order.expiresAt.toISOString(),
	};
}

/** The bundle that a line was sold in, if any. */
function bundleOf({
	bundleId: productCode,
	bundleName: name,
	bundleQuantity: quantity,
}: Pick<LineRow, "bundleId" | "bundleName" | "bundleQuantity">): Pick<OrderLine, "bundle"> {
	if (productCode === null || name === null || quantity === null) return {};
	return { bundle: { productCode, name, quantity } };
}

/** Converts a row of `lineColumns`. */
const toListedLine = (row: LineWithParcel & { order: OrderOfLine }) => toLine(row, row.order);

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
 * A page of the lines of one e-mail, or of all, newest first by default. `truncatedTo` is the number of
 * newest lines that were sorted or searched, if there are more. Throws ShopError `forbidden` if the
 * lines are not the caller's own and the caller may not see all.
 */
export async function listLines(
	caller: Caller,
	{ limit, cursor, email, orderId, q, sort = "-createdAt" }: LineListQuery,
): Promise<{ lines: OrderLine[]; next: Cursor | undefined; truncatedTo: number | undefined }> {
	const isOwn = email === caller.email;
	if (!isOwn && !may(caller.role, "orders")) throw new ShopError("forbidden");
	const isOfPerson = email !== undefined;
	// The lines of another e-mail are found by its orders, which were placed at the same time.
	const isByOrder = isOfPerson && !isOwn;
	const { toolName, id, transactionId } = orderLines;
	const createdAt = isByOrder ? orders.createdAt : orderLines.createdAt;
	const listQuery = buildListQuery({
		table: orderLines,
		filter: and(
			isOwn ? eq(orderLines.userId, caller.id) : undefined,
			isByOrder ? and(eq(orders.email, email), isShownOrder) : undefined,
			orderId === undefined ? undefined : eq(orderLines.orderId, orderId),
			isShownLine,
		),
		sortBy: [
			sort === "-totalPrice" ? linePriceCents : createdAt,
			sort === "createdAt" ? "asc" : "desc",
		],
		id,
		createdAt,
		join: sql`join ${orders} on ${ofLine}`,
		isFoundByJoin: isByOrder,
		searchIn: isOfPerson
			? [orders.name, orders.email, toolName, id, orders.number, transactionId]
			: "order_lines",
		q: q === undefined ? q : searchTextOf(q),
		limit,
		cursor,
	});
	const page = database()
		.select({ ...lineColumns, place: listQuery.rowNumber.as("place") })
		.from(listQuery.from)
		.innerJoin(orders, ofLine)
		.where(listQuery.where)
		.orderBy(...listQuery.orderBy)
		.limit(listQuery.limit);
	const { rows: fetched, truncatedTo } = await runListQuery(page, listQuery);
	const { rows, next } = splitPage(fetched, limit, (row) => {
		if (listQuery.cursorIsRowNumber) return row.place;
		return sort === "-totalPrice" ? row.totalCents + row.discountCents : row.createdAt.getTime();
	});
	return { lines: rows.map(toListedLine), next, truncatedTo };
}

/**
 * A page of all lines that have changed since a time, the oldest change first, and the cursor of the next page. Throws
 * ShopError `forbidden` if the caller may not see all.
 */
export async function listChangedLines(caller: Caller, since: Date, page: Page) {
	if (!may(caller.role, "orders")) throw new ShopError("forbidden");
	const { where, orderBy, limit } = changedSince(orderLines, since, page);
	const rows = await database()
		.select(lineColumns)
		.from(orderLines)
		.innerJoin(orders, ofLine)
		.where(and(isShownLine, where))
		.orderBy(...orderBy)
		.limit(limit);
	return toChangedPage(rows, page.limit, toListedLine);
}

/** The condition that an order is the buyer's. */
export function isOrderOfBuyer({ user, guestTokenHashes }: Buyer): SQL {
	return (
		or(
			user && eq(orders.userId, user.id),
			guestTokenHashes.length > 0
				? inArray(orders.accessTokenHash, [...guestTokenHashes])
				: undefined,
		) ?? sql`false`
	);
}

/** The buyer's id in the audit log. */
export function actorIdOf({ user }: Buyer): string {
	return user?.id ?? guestUserId;
}

/** The buyer's own line, or any for an administrator. Throws ShopError `not_found`. */
export async function getLine(buyer: Buyer, lineId: string): Promise<OrderLine> {
	const isOwn = may(buyer.user?.role, "orders") ? undefined : isOrderOfBuyer(buyer);
	const [row] = await database()
		.select(lineColumns)
		.from(orderLines)
		.innerJoin(orders, ofLine)
		.where(and(eq(orderLines.id, lineId), isShownLine, isOwn));
	if (!row) throw new ShopError("not_found");
	return toListedLine(row);
}

/** Maximum number of paid tools that a customer can choose from. */
const maxPaidTools = 100;

/**
 * The tools that a customer has paid for without a refund, each once, the latest order first. The
 * recursive query skips from tool to tool along an index, so that it reads a few rows for each tool
 * however many orders there are.
 */
export async function paidTools({
	id,
}: Caller): Promise<{ id: string; name: string; image: string }[]> {
	const paid = sql`${orderLines.userId} = ${id} and ${isPaidLine}`;
	const next = sql`select min(${orderLines.toolId}) from ${orderLines} where ${paid}`;
	const latest = sql`
		select ${orderLines.number}
		from ${orderLines}
		where ${paid} and ${orderLines.toolId} = bought.tool_id and ${orderLines.refundedAt} is null
		order by ${orderLines.number} desc
		limit 1
	`;
	return database().all(sql`
		with recursive bought(tool_id) as (
			${next}
			union all
			select (${next} and ${orderLines.toolId} > bought.tool_id) from bought where bought.tool_id is not null
			limit ${maxPaidTools}
		)
		select latest.tool_id as id, latest.tool_name as name, latest.image
		from bought join ${orderLines} as latest on latest.number = (${latest})
		order by latest.number desc`);
}
