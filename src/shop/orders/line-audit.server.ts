/** Audit entries of lines: what was ordered and for how much, without personal data. */
import { type SQL, sql } from "drizzle-orm";
import { orderLines } from "../../db/order-tables.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditAction } from "../audit/audit-actions.ts";

/**
 * The statement that inserts an audit entry for each line in `from` that meets a condition, such as all of an order before
 * the next statement of the batch changes them. `actorId` is the user's id, or null for the shop itself; `more` is what
 * else its detail has, or has instead.
 */
export function auditLinesOf(
	action: Extract<AuditAction, `order.${string}`>,
	actorId: string | null,
	condition: SQL | undefined,
	more: Record<string, SQL | string | number | boolean> = {},
	from = sql`${orderLines}`,
) {
	const { toolName: name, quantity, totalCents } = orderLines;
	return insertAuditEvent(
		{
			action,
			actorId,
			subject: sql`${orderLines.id}`,
			detail: { name, quantity, cents: totalCents, ...more },
		},
		sql`from ${from} where ${condition}`,
	);
}
