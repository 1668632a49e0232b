/** Finds a customer's own unpaid order that holds what a code stands for: an offer that is for once, or a gift card's money. */
import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { isOpenGuestOrder, isOpenOrder, orders } from "../../db/order-tables.ts";
import { inList } from "../../platform/database/database.ts";
import type { OrderWithCode } from "./holding-order.ts";

/** Who orders: a code may be for once per customer. */
export interface CodeCustomer {
	/** Undefined for a guest. */
	userId: string | undefined;
	/** Undefined for a guest who has not typed one yet. */
	email: string | undefined;
	/** The hashed tokens of a guest's orders whose links this browser has: the only orders that are surely this guest's. */
	guestTokenHashes: readonly string[];
}

/** The condition of the open orders whose links this browser has. Names what their index is for. */
export const isOfLinks = ({ guestTokenHashes: hashes }: CodeCustomer): SQL[] =>
	hashes.length === 0
		? []
		: [sql`${inList(orders.accessTokenHash, hashes)} and ${isOpenGuestOrder}`];

/**
 * The id and the number, as JSON, of an open order that is surely the customer's own: the account's, or one whose link this
 * browser has. `ordersWith` is the FROM clause of those that hold it, of the given orders with the given condition. For
 * `readHoldingOrder`.
 */
export function ownOpenOrder(
	customer: CodeCustomer,
	ordersWith: (from: SQL, condition: SQL) => SQL,
): SQL<string | null> {
	const { userId } = customer;
	// Named, or SQLite takes the index of payments, in which all unpaid orders are alike.
	const ofAccount = sql`${orders} indexed by orders_open_by_user`;
	const ofLinks = sql`${orders} indexed by orders_open_by_token`;
	const isOwn = [
		...(userId === undefined
			? []
			: [ordersWith(ofAccount, sql`${orders.userId} = ${userId} and ${isOpenOrder}`)]),
		...isOfLinks(customer).map((condition) => ordersWith(ofLinks, condition)),
	];
	const found = isOwn.map(
		(from) =>
			sql`(select json_object('id', ${orders.id}, 'number', ${orders.number}) ${from} limit 1)`,
	);
	return sql`coalesce(${sql.join([...found, sql`null`, sql`null`], sql`, `)})`;
}

/** Returns the order that `ownOpenOrder` has found; undefined without one. */
export function readHoldingOrder(json: string | null): OrderWithCode | undefined {
	if (json === null) return undefined;
	return v.parse(columns, JSON.parse(json));
}
const columns = v.object({ id: v.string(), number: v.number() });
