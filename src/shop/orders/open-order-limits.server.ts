/**
 * How many unpaid orders a customer can have, and how many pieces they can reserve in total. Guests are
 * counted by e-mail and by address, with the limits of an account whose e-mail is not verified. Both count by network too,
 * since anybody can invent an e-mail.
 */
import { and, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Customer } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { users } from "../../db/auth-tables.ts";
import {
	isOpenGuestOrder,
	isOpenLine,
	isOpenOrder,
	isOpenUnproved,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import * as messages from "../../messages/messages.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { database, type Results } from "../../platform/database/database.ts";
import { setting } from "../../platform/settings/settings.ts";

/**
 * A customer, for a guest the key of the delivery address, and for an unproved buyer the hash of the network. An order
 * that is changed is left out of a guest's count: `except` is its id.
 */
type LimitedCustomer = Customer & {
	addressKey?: string;
	network?: string | undefined;
	except?: string;
};

/** The limits of a customer. They are lower until the e-mail is verified. */
function openOrderLimits({ verified }: Customer): { openOrders: number; reservedPieces: number } {
	return verified
		? {
				openOrders: setting("MAX_OPEN_ORDERS"),
				reservedPieces: setting("MAX_HELD_PIECES"),
			}
		: {
				openOrders: setting("MAX_OPEN_ORDERS_UNVERIFIED"),
				reservedPieces: setting("MAX_HELD_PIECES_UNVERIFIED"),
			};
}

/** These name their indexes, because SQLite may choose others: they cover the queries and hold unpaid rows only. */
const openOrdersOfUser = ({ id }: Customer) =>
	sql`from ${orders} indexed by orders_open_by_user where ${and(eq(orders.userId, id), isOpenOrder)}`;

/** The clauses that select a guest's open orders, by the e-mail and by the address. */
const openOrdersOfGuest = ({ email, addressKey, except }: LimitedCustomer) => {
	const isOther = except === undefined ? undefined : ne(orders.id, except);
	return [
		sql`from ${orders} indexed by orders_open_by_guest where ${and(eq(orders.email, email), isOpenGuestOrder, isOther)}`,
		sql`from ${orders} indexed by orders_open_by_address where ${and(eq(orders.addressKey, addressKey ?? ""), isOpenGuestOrder, isOther)}`,
	];
};

const isGuest = ({ id }: Customer) => id === guestUserId;

/** A count of a customer's open orders: of a guest the larger of two. */
function countOf(customer: LimitedCustomer, count: (openOrders: SQL) => SQL): SQL {
	if (!isGuest(customer)) return count(openOrdersOfUser(customer));
	return sql`max(${sql.join(openOrdersOfGuest(customer).map(count), sql`, `)})`;
}

/**
 * Who is blocked, and has verified the e-mail, can't order as a guest either: the e-mail counts as one with as many
 * unpaid orders as it can have. So the answer tells nobody else that its account is blocked, as signing in does not.
 */
function openOrdersOf(customer: LimitedCustomer): SQL {
	const counted = countOf(customer, (open) => sql`(select count(*) ${open})`);
	if (!isGuest(customer)) return counted;
	return sql`max(${counted}, ${openOrderLimits(customer).openOrders} * ${hasRow(
		users,
		and(eq(users.email, customer.email), eq(users.emailVerified, true), isNotNull(users.blockedAt)),
	)})`;
}

/** The pieces of open orders, which are few: their lines are found by these. */
const piecesOf = (openOrders: SQL) =>
	sql`(
		select coalesce(sum(${orderLines.quantity}), 0)
		from ${orderLines} indexed by order_lines_by_order
		where ${orderLines.orderId} in (select ${orders.id} ${openOrders}) and ${isOpenLine}
	)`;

/** The clause that selects the open orders of unproved buyers in a network. */
const openOrdersOfNetwork = (network: string) =>
	sql`from ${orders} indexed by orders_open_unproved where ${and(eq(orders.network, network), isOpenUnproved)}`;

const networkOrdersOf = ({ network }: LimitedCustomer): SQL =>
	network === undefined ? sql`0` : sql`(select count(*) ${openOrdersOfNetwork(network)})`;

const networkPiecesOf = ({ network }: LimitedCustomer): SQL =>
	network === undefined ? sql`0` : piecesOf(openOrdersOfNetwork(network));

/**
 * The condition that the caller can place one more order of `pieces` pieces. `alwaysAllowed` pieces
 * are, however many are reserved, such as a tool's minimum line. It guards the order: read before it, two at once would both pass.
 */
export function canPlaceOrder(caller: LimitedCustomer, pieces: number, alwaysAllowed: SQL): SQL {
	const limits = openOrderLimits(caller);
	const isAllowed = sql`
		${openOrdersOf(caller)} < ${limits.openOrders}
			and (${countOf(caller, piecesOf)} + ${pieces} <= ${limits.reservedPieces} or ${pieces} <= ${alwaysAllowed})
	`;
	if (caller.network === undefined) return isAllowed;
	return sql`
		${isAllowed}
			and ${networkOrdersOf(caller)} < ${setting("MAX_OPEN_ORDERS_NETWORK")}
			and (
				${networkPiecesOf(caller)} + ${pieces} <= ${setting("MAX_HELD_PIECES_NETWORK")}
				or ${pieces} <= ${alwaysAllowed}
			)
	`;
}

const guestTexts = {
	openOrders: checkoutMessages.guestOrderLimit,
	reservedPieces: checkoutMessages.guestReservationLimit,
};

function userTexts({ verified }: Customer): typeof guestTexts {
	const hint = verified ? "" : ` ${messages.moreWhenVerified}`;
	return {
		openOrders: (openOrders) => messages.unpaidOrderLimit(openOrders) + hint,
		reservedPieces: (max, reserved) => messages.reservationLimit(max, reserved) + hint,
	};
}

/** The same as a rule. Its error is `too_many_open`. */
export function keepsOpenOrderLimits(caller: LimitedCustomer, pieces: number, alwaysAllowed: SQL) {
	const totals = database()
		.select({
			openOrders: sql<number>`${openOrdersOf(caller)}`.as("open_orders"),
			reservedPieces: sql<number>`${countOf(caller, piecesOf)}`.as("held_pieces"),
			networkOrders: sql<number>`${networkOrdersOf(caller)}`.as("network_orders"),
			networkPieces: sql<number>`${networkPiecesOf(caller)}`.as("network_pieces"),
			isAllowed: sql<number>`${pieces} <= ${alwaysAllowed}`.as("is_allowed"),
		})
		.from(sql`(select 1)`);
	const limits = openOrderLimits(caller);
	const texts = isGuest(caller) ? guestTexts : userTexts(caller);
	const tooMany = (message: string) => new ShopError("too_many_open", { message });
	return {
		guard: [canPlaceOrder(caller, pieces, alwaysAllowed)],
		read: totals,
		error([found]: Results<typeof totals>) {
			if (!found) return undefined;
			const { openOrders, reservedPieces, networkOrders, networkPieces, isAllowed } = found;
			if (openOrders >= limits.openOrders) return tooMany(texts.openOrders(openOrders));
			if (!isAllowed && reservedPieces + pieces > limits.reservedPieces)
				return tooMany(texts.reservedPieces(limits.reservedPieces, reservedPieces));
			if (caller.network === undefined) return undefined;
			return networkOrders >= setting("MAX_OPEN_ORDERS_NETWORK") ||
				(!isAllowed && networkPieces + pieces > setting("MAX_HELD_PIECES_NETWORK"))
				? tooMany(checkoutMessages.networkLimit)
				: undefined;
		},
	};
}
