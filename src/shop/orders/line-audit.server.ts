/** Audit entries of orders: what was ordered and for how much, without personal data. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { orderLines } from "../../db/order-tables.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditAction } from "../audit/audit-actions.ts";

/**
 * The statement that inserts an audit entry if `changed`, the condition of `chain`. `actorId` is the
 * user's id, or null for the shop itself. `cents` defaults to the order's total.
 */
export function auditLine(
	action: Extract<AuditAction, `order.${string}`>,
	lineId: string | SQL,
	actorId: string | null,
	changed: SQL,
	cents?: number,
) {
	const { toolName: name, quantity, totalCents } = orderLines;
	return insertAuditEvent(
		{ action, actorId, subject: lineId, detail: { name, quantity, cents: cents ?? totalCents } },
		sql`from ${orderLines} where ${and(eq(orderLines.id, lineId), changed)}`,
	);
}

/**
 * The statement that inserts an audit entry for each line that meets a condition, such as all of a
 * order before the next statement of the batch changes them. `more` is what else its detail has.
 */
export function auditLinesOf(
	action: Extract<AuditAction, `order.${string}`>,
	actorId: string | null,
	condition: SQL | undefined,
	more: Record<string, string | number> = {},
) {
	const { toolName: name, quantity, totalCents } = orderLines;
	return insertAuditEvent(
		{
			id: sql`lower(hex(randomblob(16)))`,
			action,
			actorId,
			subject: sql`${orderLines.id}`,
			detail: { name, quantity, cents: totalCents, ...more },
		},
		sql`from ${orderLines} where ${condition}`,
	);
}

/**
 * The statement that inserts an audit entry for each order in `from` that got another carrier or tracking
 * number. `before` are expressions for those it had. The action is that of shipping: the table's check
 * knows no other, and the detail tells them apart.
 */
export function auditTrackingOf(
	actorId: string,
	{ carrier, trackingNumber }: { carrier: string; trackingNumber: string },
	from: SQL,
	before: { carrier: unknown; trackingNumber: unknown } = { carrier: "", trackingNumber: "" },
) {
	const { toolName: name, quantity, totalCents } = orderLines;
	return insertAuditEvent(
		{
			id: sql`lower(hex(randomblob(16)))`,
			action: "order.shipped",
			actorId,
			subject: sql`${orderLines.id}`,
			detail: {
				...{ name, quantity, cents: totalCents },
				...{ carrier, carrierWas: before.carrier },
				...{ trackingNumber, trackingNumberWas: before.trackingNumber },
			},
		},
		from,
	);
}
