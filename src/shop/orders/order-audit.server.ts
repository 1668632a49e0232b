/** Audit entries of orders: what was ordered and for how much, without personal data. */
import { and, eq, sql } from "drizzle-orm";
import { orders } from "../../db/tables.ts";
import { changedOneRow, insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditAction } from "../audit/audit-actions.ts";

/**
 * The statement that inserts an audit entry if the statement before it in the batch changed the order.
 * `actorId` is the user's id, or null for the shop itself. `cents` defaults to the order's total.
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
