/** What the shop keeps a record of: who did what, to what, when. */
import * as v from "valibot";
import { auditMessages } from "../../messages.audit.ts";
import { formatPrice, timestamp } from "../fields.ts";

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
	"order.ship_undone",
	"order.disputed",
	"order.dispute_closed",
	"review.replaced",
	"review.deleted",
	"user.made_admin",
	"user.removed_admin",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Entries that a list shows at first, and more with each asking. */
export const auditPageSize = 50;

/** The kinds of things that are recorded. */
export const auditKinds = ["tool", "order", "review", "user"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The actions of a kind. */
export function actionsOf(kind: AuditKind): AuditAction[] {
	return auditActions.filter((action) => action.startsWith(`${kind}.`));
}

/** What changed: names and figures, before and after. Nothing about a person. */
export type AuditDetail = Record<string, string | number | boolean | null>;

/** A person as the record shows them: as they are called now, not as they were then. */
const personSchema = v.object({ name: v.string(), email: v.string() });

/** An entry of the record on the wire. */
export const auditEntrySchema = v.object({
	_id: v.string(),
	createdAt: timestamp,
	action: v.picklist(auditActions),
	/** The id of the tool, order or user it was done to. */
	subject: v.string(),
	/** Who did it; without, the shop itself, or somebody whose account is gone. */
	who: v.exactOptional(personSchema),
	/** The user it was done to, where it was one. */
	whom: v.exactOptional(personSchema),
	detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

/** What was done, in words. */
export function describeAuditEntry({ action, subject, whom, detail }: AuditEntry): string {
	const kind = action.split(".")[0];
	if (kind === "user") return auditMessages.role(action, whom?.email ?? subject);
	const name = String(detail.name ?? subject);
	if (kind === "review") return auditMessages.review(action, name, Number(detail.rating ?? 0));
	if (kind === "tool") return auditMessages.tool(action, name, describeChanges(detail));
	const cents = Number(detail.cents ?? 0);
	return auditMessages.order(action, name, Number(detail.quantity ?? 0), formatPrice(cents));
}

/** What differs between before and after: `quantity` was `quantityWas`. */
function describeChanges(detail: AuditDetail): string[] {
	const formatField = (name: string, value: unknown) =>
		name === "priceCents" ? formatPrice(Number(value)) : String(value);
	const changes = Object.entries(auditMessages.fields).flatMap(([name, label]) => {
		const [after, before] = [detail[name], detail[`${name}Was`]];
		if (after === undefined || after === before) return [];
		return [
			before === undefined
				? auditMessages.valueSet(label, formatField(name, after))
				: auditMessages.valueChanged(label, formatField(name, before), formatField(name, after)),
		];
	});
	return detail.newPicture ? [...changes, auditMessages.imageChanged] : changes;
}
