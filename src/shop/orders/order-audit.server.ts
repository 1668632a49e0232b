/** What happens to orders, as the record keeps it: what was ordered and for how much, of nobody. */
import { and, eq, sql } from "drizzle-orm";
import { orders } from "../../db/tables.ts";
import { changedOneRow, insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditAction } from "../audit/audit.ts";

/**
 * The entry of what the statement before it in the batch has done with an order, if it has. `by` is
 * the id of who did it, null where the shop itself did; `cents` where it is not about the total.
 */
export function auditOrder(
	action: Extract<AuditAction, `order.${string}`>,
	orderId: string,
	actorId: string | null,
	cents?: number,
) {
	const { toolName: name, quantity, totalCents } = orders;
	return insertAuditEvent(
		{ action, actorId, subject: orderId, detail: { name, quantity, cents: cents ?? totalCents } },
		sql`from ${orders} where ${and(eq(orders.id, orderId), changedOneRow)}`,
	);
}
