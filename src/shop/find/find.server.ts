/** Finds orders, tools and customers by a few letters. */
import { and, isNull, ne, type SQL, sql } from "drizzle-orm";
import { users } from "../../db/auth-tables.ts";
import { checkouts, isShownOrder, orders, shipments } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { buildListQuery } from "../../platform/list-query.ts";
import { publicState, toFlags } from "../orders/orders.ts";
import { guestUserId } from "../users/guest.ts";
import { may } from "../users/roles.ts";
import type { Caller } from "../users/users.ts";
import { type Found, maxFound } from "./find.ts";

const orderColumns = {
	id: orders.id,
	checkoutId: orders.checkoutId,
	toolName: orders.toolName,
	quantity: orders.quantity,
	userName: orders.userName,
	email: orders.email,
	status: orders.status,
	transactionId: orders.transactionId,
	closedAt: orders.closedAt,
	closeReason: orders.closeReason,
	refundedAt: orders.refundedAt,
	refundedCents: orders.refundedCents,
	refundDueCents: orders.refundDueCents,
	refundFailedCents: orders.refundFailedCents,
	cancelledAt: orders.cancelledAt,
	restockedAt: orders.restockedAt,
	disputedAt: orders.disputedAt,
};

/** Checkouts whose number or tracking number begins with what was typed. */
const maxCheckouts = 2;

/** Letters with which a number begins, before it is looked up. */
const minNumberLength = 3;

/** Returns the newest matches of each kind; customers for administrators only. One round trip, and at most 60 rows read. */
export async function find({ role }: Pick<Caller, "role">, q: string): Promise<Found> {
	const search = { q, limit: maxFound - 1, cursor: undefined };
	const orderQuery = buildListQuery({
		...search,
		table: orders,
		filter: isShownOrder,
		sortBy: [orders.createdAt, "desc"],
		id: orders.id,
		createdAt: orders.createdAt,
		searchIn: "orders",
	});
	const toolQuery = buildListQuery({
		...search,
		table: tools,
		filter: isNull(tools.archivedAt),
		sortBy: [tools.createdAt, "desc"],
		id: tools.id,
		createdAt: tools.createdAt,
		searchIn: "tools",
	});
	const userQuery = buildListQuery({
		...search,
		table: users,
		filter: ne(users.id, guestUserId),
		sortBy: [users.createdAt, "desc"],
		id: users.id,
		createdAt: users.createdAt,
		searchIn: "users",
	});
	const db = database();
	const found = await batch({
		numbered: db
			.select(orderColumns)
			.from(sql`(${checkoutsByNumber(q)}) as found`)
			.innerJoin(orders, and(sql`${orders.checkoutId} = found.at_checkout`, isShownOrder))
			.limit(maxFound),
		orders: db
			.select(orderColumns)
			.from(orderQuery.from)
			.orderBy(...orderQuery.orderBy)
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
	});
	const rows = new Map([...found.numbered, ...found.orders].map((row) => [row.id, row]));
	return {
		orders: [...rows.values()].slice(0, maxFound).map(toFoundOrder),
		tools: found.tools,
		users: found.users,
	};
}

/** Selects checkouts by the beginning of their number or of a parcel's tracking number. */
function checkoutsByNumber(q: string): SQL {
	const limit = [...q].length < minNumberLength ? 0 : maxCheckouts;
	// No stored text has a greater character.
	const end = q + String.fromCodePoint(0x10_ff_ff);
	const tracking = sql`lower(${shipments.trackingNumber})`;
	return sql`select at_checkout from (select ${checkouts.id} as at_checkout from ${checkouts} where ${checkouts.id} >= ${q} and ${checkouts.id} < ${end} limit ${limit}) union all select at_checkout from (select ${shipments.checkoutId} as at_checkout from ${shipments} where ${tracking} >= lower(${q}) and ${tracking} < lower(${end}) limit ${limit})`;
}

type FoundOrderRow = Pick<typeof orders.$inferSelect, keyof typeof orderColumns>;

function toFoundOrder(row: FoundOrderRow): Found["orders"][number] {
	const flags = toFlags(row);
	return {
		_id: row.id,
		checkoutId: row.checkoutId,
		name: row.toolName,
		quantity: row.quantity,
		UserName: row.userName,
		email: row.email,
		state: flags.paid || flags.refunded ? publicState({ ...flags, status: row.status }) : "Unpaid",
	};
}
