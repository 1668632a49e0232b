/** Stores refunds of payments that no order awaits. */

import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import type { OrderRow } from "../orders/lines.server.ts";

/**
 * Stores that a payment is due to be refunded in full. This happens before the call to Stripe, so that a
 * crash can't lose it. Returns whether the refund is new; its id is the payment's. A closed order is marked
 * as refunded.
 */
export async function addDueRefund(
	{ id: orderId }: Pick<OrderRow, "id">,
	intent: { id: string; amount_received: number },
): Promise<boolean> {
	const db = database();
	const createdAt = new Date();
	const firstLine = sql<string>`(select ${orderLines.id} from ${orderLines} where ${orderLines.orderId} = ${orderId} order by ${orderLines.number} limit 1)`;
	const isClosedUnpaid = (table: typeof orders | typeof orderLines) =>
		and(isNull(table.transactionId), isNotNull(table.closedAt));
	const added = await commit({
		guard: [sql`not ${hasRow(refunds, eq(refunds.id, intent.id))}`],
		write: {
			added: db.insert(refunds).values({
				id: intent.id,
				orderId,
				intentId: intent.id,
				requestKey: intent.id,
				amountCents: intent.amount_received,
				reason: "not_awaited",
				status: "due",
				createdAt,
				// Until then the caller issues the refund; afterwards the job does.
				retryAt: new Date(createdAt.getTime() + baseDelayMs),
			}),
			audit: auditLinesOf("order.refund_owed", null, eq(orderLines.id, firstLine), {
				cents: intent.amount_received,
			}),
			order: db
				.update(orders)
				.set({ closeReason: "refunded" })
				.where(and(eq(orders.id, orderId), isClosedUnpaid(orders))),
			lines: db
				.update(orderLines)
				.set({ closeReason: "refunded" })
				.where(and(eq(orderLines.orderId, orderId), isClosedUnpaid(orderLines))),
		},
		// It is stored already.
		refused: () => null,
	});
	return added !== null;
}
