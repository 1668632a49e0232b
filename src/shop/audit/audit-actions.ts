/** The audited actions and the details of their entries. Imports nothing, because the tables need them. */

/** All audited actions. The part before the dot is the kind of the subject. */
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
	"order.ship_undone",
	"order.disputed",
	"order.dispute_closed",
	"review.replaced",
	"review.deleted",
	"user.made_admin",
	"user.removed_admin",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** The kinds of audited subjects. */
export const auditKinds = ["tool", "order", "review", "user"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Returns the actions of a kind. */
export function actionsOf(kind: AuditKind): AuditAction[] {
	return auditActions.filter((action) => action.startsWith(`${kind}.`));
}

/** Names and numbers of the change, before and after. No personal data. */
export type AuditDetail = Record<string, string | number | boolean | null>;
