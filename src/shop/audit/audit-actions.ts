/** The audited actions and the details of their entries. Imports nothing, because the tables need them. */

/** The actions that the table's CHECK accepts. The part before the dot is the kind of the subject. */
export const firstActions = [
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
type FirstAction = (typeof firstActions)[number];

/**
 * Actions that came later, each with one that the CHECK accepts, of its kind where there is one: `action` has that one, and
 * `later_action` has the name. A table of millions of rows is not rebuilt for a CHECK.
 */
export const laterActions = {
	"review.hidden": "review.deleted",
	"review.shown": "review.replaced",
	"review.answered": "review.replaced",
	"user.role_changed": "user.removed_admin",
	"user.blocked": "user.removed_admin",
	"user.unblocked": "user.removed_admin",
	// Listed for administrators alone, as changes of users are.
	"message.resent": "user.removed_admin",
	"message.dismissed": "user.removed_admin",
} as const satisfies Record<string, FirstAction>;
export type LaterAction = keyof typeof laterActions;

/** Returns whether an action came later. */
export function isLaterAction(action: AuditAction): action is LaterAction {
	return Object.hasOwn(laterActions, action);
}

/** All audited actions. */
export const auditActions = [
	...firstActions,
	"review.hidden",
	"review.shown",
	"review.answered",
	"user.role_changed",
	"user.blocked",
	"user.unblocked",
	"message.resent",
	"message.dismissed",
] as const satisfies (FirstAction | LaterAction)[];

export type AuditAction = (typeof auditActions)[number];

/** The kinds of audited subjects. */
export const auditKinds = ["tool", "order", "review", "user"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Returns the actions of a kind that `action` can have. */
export function actionsOf(kind: AuditKind): FirstAction[] {
	return firstActions.filter((action) => action.startsWith(`${kind}.`));
}

/** Names and numbers of the change, before and after. No personal data. */
export type AuditDetail = Record<string, string | number | boolean | null>;
