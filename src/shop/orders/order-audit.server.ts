/** Audit entries of orders: what was ordered and for how much, without personal data. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { orders } from "../../db/tables.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditAction } from "../audit/audit-actions.ts";

/**
 * The statement that inserts an audit entry if `changed`, the condition of `chain`. `actorId` is the
 * user's id, or null for the shop itself. `cents` defaults to the order's total.
 */
export function auditOrder(
	action: Extract<AuditAction, `order.${string}`>,
	orderId: string,
	actorId: string | null,
	changed: SQL,
	cents?: number,
) {
	const { toolName: name, quantity, totalCents } = orders;
	return insertAuditEvent(
		{ action, actorId, subject: orderId, detail: { name, quantity, cents: cents ?? totalCents } },
		sql`from ${orders} where ${and(eq(orders.id, orderId), changed)}`,
	);
}
