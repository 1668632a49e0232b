/** Finds orders, tools and customers by a few letters. */
import { and, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { may } from "../../access/roles.ts";
import { users } from "../../db/auth-tables.ts";
import { isShownLine, orderLines, orders, shipments } from "../../db/order-tables.ts";
import { guests } from "../../db/sales-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { buildListQuery, type SearchableTable } from "../../platform/database/list-query.ts";
import { guestsBeginningWith, isGuest } from "../customers/customer-page.server.ts";
import { toFlags } from "../orders/line-flags.ts";
import { type LineRow, type OrderRow, ofLine, orderColumns } from "../orders/lines.server.ts";
import { parseOrderNumber, searchTextOf } from "../orders/order-number.ts";
import { publicState } from "../orders/order-states.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import { type Found, maxFound } from "./find.ts";

const lineColumns = {
	id: orderLines.id,
	orderId: orderLines.orderId,
	toolName: orderLines.toolName,
	options: orderLines.options,
	sku: orderLines.sku,
	quantity: orderLines.quantity,
	totalCents: orderLines.totalCents,
	shippingCents: orderLines.shippingCents,
	taxCents: orderLines.taxCents,
	restockedPieces: orderLines.restockedPieces,
	withdrawnAt: orderLines.withdrawnAt,
	order: orderColumns("number", "name", "email"),
	status: orderLines.status,
	transactionId: orderLines.transactionId,
	closedAt: orderLines.closedAt,
	closeReason: orderLines.closeReason,
	refundedAt: orderLines.refundedAt,
	refundedCents: orderLines.refundedCents,
	refundDueCents: orderLines.refundDueCents,
	refundFailedCents: orderLines.refundFailedCents,
	cancelledAt: orderLines.cancelledAt,
	restockedAt: orderLines.restockedAt,
	disputedAt: orderLines.disputedAt,
};

/** Orders whose id or tracking number begins with what was typed. */
const maxOrders = 2;

/** Letters with which an id or a tracking number begins, before it is looked up. */
const minNumberLength = 3;

/** Returns the newest matches of each kind; customers for administrators only. One round trip, and at most 60 rows read. */
export async function find({ role }: Pick<Caller, "role">, typed: string): Promise<Found> {
	const q = searchTextOf(typed);
	const lineQuery = newestWith(q, orderLines, "order_lines", isShownLine);
	const toolQuery = newestWith(q, tools, "tools", isNull(tools.archivedAt));
	const userQuery = newestWith(q, users, "users", ne(users.id, guestUserId));
	const db = database();
	const found = await batch({
		numbered: db
			.select(lineColumns)
			.from(sql`(${ordersByNumber(q)}) as found`)
			.innerJoin(orderLines, and(sql`${orderLines.orderId} = found.at_checkout`, isShownLine))
			.innerJoin(orders, ofLine)
			.limit(maxFound),
		orders: db
			.select(lineColumns)
			.from(lineQuery.from)
			.innerJoin(orders, ofLine)
			.orderBy(...lineQuery.orderBy)
			.limit(maxFound),
		tools: db
			.select({ _id: tools.id, name: tools.name, quantity: tools.quantity })
			.from(toolQuery.from)
			.orderBy(...toolQuery.orderBy)
			.limit(maxFound),
		users: db
			.select({ _id: users.id, email: users.email, name: users.name })
			.from(userQuery.from)
			.orderBy(...userQuery.orderBy)
			// Managers have nothing to do with accounts.
			.limit(may(role, "admin") ? maxFound : 0),
		guests: db
			.select({ email: guests.email, name: guests.name })
			.from(guests)
			.where(and(isGuest, guestsBeginningWith(q)))
			.limit(may(role, "admin") ? maxFound : 0),
	});
	const rows = new Map([...found.numbered, ...found.orders].map((row) => [row.id, row]));
	return {
		orders: [...rows.values()].slice(0, maxFound).map(toFoundLine),
		tools: found.tools,
		users: [...found.users, ...found.guests.map((guest) => ({ _id: guest.email, ...guest }))].slice(
			0,
			maxFound,
		),
	};
}

/** The newest rows of a table that have what was typed. */
const newestWith = <Table extends typeof orderLines | typeof tools | typeof users>(
	q: string,
	table: Table,
	searchIn: SearchableTable,
	filter: SQL | undefined,
) =>
	buildListQuery({
		q,
		table,
		filter,
		searchIn,
		sortBy: [table.createdAt, "desc"],
		id: table.id,
		createdAt: table.createdAt,
		limit: maxFound - 1,
		cursor: undefined,
	});

/** Selects orders by their number, or by the beginning of their id or of a parcel's tracking number. */
function ordersByNumber(q: string): SQL {
	const number = parseOrderNumber(q);
	const ofNumber =
		number === undefined
			? sql.empty()
			: sql`select ${orders.id} as at_checkout from ${orders} where ${orders.number} = ${number} union all `;
	const limit = [...q].length < minNumberLength ? 0 : maxOrders;
	// No stored text has a greater character.
	const end = q + String.fromCodePoint(0x10_ff_ff);
	const tracking = sql`lower(${shipments.trackingNumber})`;
	return sql`
		${ofNumber}select at_checkout
		from (
			select ${orders.id} as at_checkout
			from ${orders}
			where ${orders.id} >= ${q} and ${orders.id} < ${end}
			limit ${limit}
		)
		union all select at_checkout
		from (
			select ${shipments.orderId} as at_checkout
			from ${shipments}
			where ${tracking} >= lower(${q}) and ${tracking} < lower(${end})
			limit ${limit}
		)
	`;
}

type FoundLine = Pick<LineRow, Exclude<keyof typeof lineColumns, "order">> & {
	order: Pick<OrderRow, "number" | "name" | "email">;
};

function toFoundLine({ order, ...row }: FoundLine): Found["orders"][number] {
	return {
		_id: row.id,
		orderId: row.orderId,
		orderNumber: order.number,
		name: nameOfRow(row),
		quantity: row.quantity,
		UserName: order.name,
		email: order.email,
		state: publicState({ ...toFlags(row), status: row.status }),
	};
}
