/** Ends reservations before their time: of an account that is blocked, and of unproved buyers when staff ask for it. */
import { and, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { isOpenLine, isOpenUnproved, orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { inBackground } from "../../platform/services/background.ts";
import { sendAll } from "../../platform/services/queues.ts";
import { setting } from "../../platform/settings/settings.ts";
import { auditLinesOf } from "./line-audit.server.ts";

/** The statement that lets the reservations of orders end now. `ids` is a select of their ids. */
export const endReservations = (ids: SQL, now: Date) =>
	database()
		.update(orders)
		.set({ expiresAt: now, checkAt: null, holdExtendedAt: now })
		.where(sql`${orders.id} in ${ids}`)
		.returning({ id: orders.id });

/** Queues the closing of orders whose reservations have ended. The scheduled job closes them too, should the queue lose a message. */
export function closeSoon(expired: readonly { id: string }[]): void {
	const messages = expired.map(({ id }) => ({ task: "order" as const, id }));
	if (messages.length > 0) inBackground(sendAll("payments", messages));
}

/** Unpaid orders of unproved buyers: of a network, by its hash, or that were placed from one time until before another. */
export type ToRelease = { network: string } | { from: Date; until: Date };

const isToRelease = (which: ToRelease): SQL | undefined =>
	and(
		isOpenUnproved,
		isNull(orders.processingAt),
		sql`${orders.expiresAt} > ${Date.now()}`,
		"network" in which
			? eq(orders.network, which.network)
			: and(gte(orders.createdAt, which.from), lt(orders.createdAt, which.until)),
	);

/** Names the index, which has open orders of unproved buyers alone. */
const fromUnproved = sql`from ${orders} indexed by orders_open_unproved`;

/** The open lines of these orders. */
const fromUnprovedLines = sql`
	${fromUnproved}
	cross join ${orderLines} indexed by order_lines_by_order
	where ${orderLines.orderId} = ${orders.id} and ${isOpenLine} and ${isOpenUnproved}
`;

/** How many orders `releaseOrders` would release, and how many pieces these reserve. */
export async function countToRelease(
	which: ToRelease,
): Promise<{ orders: number; pieces: number }> {
	const [found] = await database()
		.select({ orders: sql<number>`found.orders`, pieces: sql<number>`found.pieces` })
		.from(
			sql`(
				select count(distinct ${orders.id}) as orders,
					coalesce(sum(${orderLines.quantity}), 0) as pieces ${fromUnprovedLines}
				and ${isToRelease(which)}
			) as found`,
		);
	return found ?? { orders: 0, pieces: 0 };
}

/**
 * Releases unpaid orders of unproved buyers: their reservations end now, and the queue closes them after it has cancelled
 * their payments. One that was paid meanwhile stays paid. Each line is in the history. Returns how many orders.
 */
export async function releaseOrders(caller: Pick<Caller, "id">, which: ToRelease): Promise<number> {
	const ids = sql`(select ${orders.id} ${fromUnproved} where ${isToRelease(which)})`;
	const ofOrders = and(sql`${orderLines.orderId} in ${ids}`, isOpenLine);
	const { expired } = await batch({
		audit: auditLinesOf("order.released", caller.id, ofOrders),
		expired: endReservations(ids, new Date()),
	});
	closeSoon(expired);
	return expired.length;
}

/** Selects networks of whose limit of open orders unproved buyers use half or more, the fullest first. Released orders, which the queue closes, are none. */
export const selectBusyNetworks = (limit: number) =>
	database()
		.select({
			network: sql<string>`busy.network`,
			count: sql<number>`busy.count`,
			at: sql`busy.since`.mapWith(orders.createdAt),
		})
		.from(
			sql`(
				select ${orders.network} as network, count(*) as count,
					min(${orders.createdAt}) as since ${fromUnproved}
				where ${isOpenUnproved}
					and ${orders.expiresAt} > ${Date.now()}
					and ${orders.network} is not null
				group by 1
				having count(*) * 2 >= ${setting("MAX_OPEN_ORDERS_NETWORK")}
				order by 2 desc
				limit ${limit}
			) as busy`,
		);

/** Selects tools of which unproved buyers hold all that they can, so that the next of them is refused. */
export const selectUsedShares = (limit: number) =>
	database()
		.select({
			toolId: sql<string>`used.id`,
			name: sql<string>`used.name`,
			pieces: sql<number>`used.pieces`,
			left: sql<number>`used.quantity`,
		})
		.from(
			sql`(
				select ${tools.id} as id, ${tools.name} as name, ${tools.quantity} as quantity,
					held.pieces
				from (
					select ${orderLines.toolId} as tool_id,
						sum(${orderLines.quantity}) as pieces ${fromUnprovedLines}
					group by 1
				) as held
				join ${tools} on ${tools.id} = held.tool_id
				where ${tools.archivedAt} is null
					and ${tools.quantity} > 0
					and held.pieces + ${tools.minOrderQuantity} > max(
						${tools.minOrderQuantity},
						(
							${tools.quantity} + held.pieces
						) * ${setting("STOCK_PERCENT_UNVERIFIED")} / 100
					)
				order by held.pieces desc
				limit ${limit}
			) as used`,
		);
