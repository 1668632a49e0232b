/** The audited actions and the details of their entries. Imports nothing, because the tables need them. */

/** The part before the dot is the kind of the subject. */
export const auditActions = [
	"tool.added",
	"tool.changed",
	"tool.deleted",
	"tool.sale_planned",
	"tool.sale_started",
	"tool.sale_ended",
	"maker.saved",
	"maker.deleted",
	"offer.added",
	"offer.changed",
	"offer.ended",
	"supplier.saved",
	"supplier.deleted",
	"import.columns_saved",
	"import.started",
	"import.reverted",
	"gift_card.issued",
	"gift_card.adjusted",
	"gift_card.disabled",
	"gift_card.enabled",
	"order.placed",
	"order.paid",
	"order.shipped",
	"order.deleted",
	"order.expired",
	"order.released",
	"order.refund_owed",
	"order.refunded",
	"order.ship_undone",
	"order.line_added",
	"order.quantity_changed",
	"order.delivery_changed",
	"order.mail_resent",
	"order.return_asked",
	"order.return_approved",
	"order.return_rejected",
	"order.return_received",
	"order.return_closed",
	"order.withdrawal_undone",
	"order.disputed",
	"order.dispute_closed",
	"review.replaced",
	"review.deleted",
	"review.hidden",
	"review.shown",
	"review.answered",
	"question.answered",
	"question.published",
	"question.hidden",
	"question.deleted",
	"user.made_admin",
	"user.removed_admin",
	"user.role_changed",
	"user.blocked",
	"user.unblocked",
	"message.resent",
	"message.dismissed",
	"setting.changed",
	"setting.mail_tested",
	"page.saved",
	"page.deleted",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The kinds of audited subjects. */
export const auditKinds = ["tool", "order", "review", "user"] as const;
export type AuditKind = (typeof auditKinds)[number];

const withKind: Partial<Record<AuditKind, string[]>> = {
	tool: ["maker.", "offer.", "supplier.", "import."],
	order: ["gift_card."],
	review: ["question."],
	user: ["message.", "setting.", "page."],
};

/**
 * Returns the actions of a kind. Makers, suppliers, offers and imports are with tools, gift cards with orders, questions with reviews; messages of
 * queues that were resent or dismissed, settings and pages with users, which only administrators see.
 */
export function actionsOf(kind: AuditKind): AuditAction[] {
	const prefixes = [`${kind}.`, ...(withKind[kind] ?? [])];
	return auditActions.filter((action) => prefixes.some((prefix) => action.startsWith(prefix)));
}

/** Names and numbers of the change, before and after. No personal data. */
export type AuditDetail = Record<string, string | number | boolean | null>;
