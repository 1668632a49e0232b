/** Finds the orders of a browser that wait to be paid. */
import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { isOpenGuestOrder, isOpenOrder, orders } from "../../db/order-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { isOrderOfBuyer } from "./lines.server.ts";
import { formatOrderNumber } from "./order-number.ts";
import { findOrderWithLines, isOrderOf } from "./orders.server.ts";
import type { UnpaidOrder } from "./unpaid-orders.ts";

/** How many are named. */
const maxShown = 5;

/**
 * Returns the buyer's own orders that wait to be paid, the newest first: the account's, and those whose links this
 * browser has. One round trip; none for a browser that has neither.
 */
export async function unpaidOrders({ user, guestTokenHashes }: Buyer): Promise<UnpaidOrder[]> {
	if (!user && guestTokenHashes.length === 0) return [];
	const found = await batch({
		...(user && { own: waiting("orders_open_by_user", eq(orders.userId, user.id), isOpenOrder) }),
		...(guestTokenHashes.length > 0 && {
			guest: waiting(
				"orders_open_by_token",
				inList(orders.accessTokenHash, guestTokenHashes),
				isOpenGuestOrder,
			),
		}),
	});
	return [...(found.own ?? []), ...(found.guest ?? [])]
		.toSorted((one, other) => other.number - one.number)
		.slice(0, maxShown)
		.map(({ id, number, expiresAt }) => [id, formatOrderNumber(number), expiresAt]);
}

/** The statement that selects them by an index, because SQLite may take that of payments, in which all unpaid orders are alike. */
function waiting(index: string, isOwn: SQL, isOpen: SQL) {
	return database()
		.select({
			id: sql<string>`${orders.id}`.as("id"),
			number: sql<number>`${orders.number}`.as("number"),
			expiresAt: sql<number>`${orders.expiresAt}`.as("expires_at"),
		})
		.from(sql`${orders} indexed by ${sql.raw(index)}`)
		.where(and(isOwn, isOpen, isNull(orders.processingAt), gt(orders.expiresAt, new Date())))
		.orderBy(desc(orders.number))
		.limit(maxShown);
}

/**
 * Returns the buyer's own order of this id, or of the line of this id, whatever became of it, and whether all of it comes
 * by e-mail. Undefined if there is none. One round trip.
 */
export async function findUnpaid(buyer: Buyer, id: string) {
	if (!buyer.user && buyer.guestTokenHashes.length === 0) return undefined;
	const found = await findOrderWithLines(and(isOrderOf(id), isOrderOfBuyer(buyer)));
	if (!found) return undefined;
	const { order, lines } = found;
	return {
		order,
		isByMail: lines.length > 0 && lines.every(({ giftCodes }) => giftCodes !== null),
	};
}
