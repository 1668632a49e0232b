/** What the shop keeps a record of: who did what, to what, when. */

/** Everything that is recorded. The part before the dot says what kind of thing it was done to. */
export const auditActions = [
	"tool.added",
	"tool.changed",
	"tool.deleted",
	"order.placed",
	"order.paid",
	"order.shipped",
	"order.deleted",
	"order.expired",
	"order.refund_owed",
	"order.refunded",
	"user.made_admin",
	"user.removed_admin",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** What changed: names and figures, before and after. */
export type AuditDetail = Record<string, string | number | boolean | null>;
