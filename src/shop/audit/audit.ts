/** What the shop keeps a record of: who did what, to what, when. */
import * as v from "valibot";
import { auditWords } from "../../messages.history.ts";
import { formatPrice, moment } from "../values.ts";

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
const person = v.object({ name: v.string(), email: v.string() });

/** An entry of the record on the wire. */
export const auditEntryShape = v.object({
	_id: v.string(),
	createdAt: moment,
	action: v.picklist(auditActions),
	/** The id of the tool, order or user it was done to. */
	subject: v.string(),
	/** Who did it; without, the shop itself, or somebody whose account is gone. */
	who: v.exactOptional(person),
	/** The user it was done to, where it was one. */
	whom: v.exactOptional(person),
	detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
});
export type AuditEntry = v.InferOutput<typeof auditEntryShape>;

/** What was done, in words. */
export function wordsOf({ action, subject, whom, detail }: AuditEntry): string {
	const kind = action.split(".")[0];
	if (kind === "user") return auditWords.role(action, whom?.email ?? subject);
	const name = String(detail.name ?? subject);
	if (kind === "review") return auditWords.review(action, name, Number(detail.rating ?? 0));
	if (kind === "tool") return auditWords.tool(action, name, changesOf(detail));
	const cents = Number(detail.cents ?? 0);
	return auditWords.order(action, name, Number(detail.quantity ?? 0), formatPrice(cents));
}

/** What differs between before and after: `quantity` was `quantityWas`. */
function changesOf(detail: AuditDetail): string[] {
	const figure = (name: string, value: unknown) =>
		name === "priceCents" ? formatPrice(Number(value)) : String(value);
	const changes = Object.entries(auditWords.figures).flatMap(([name, words]) => {
		const [now, was] = [detail[name], detail[`${name}Was`]];
		if (now === undefined || now === was) return [];
		return [
			was === undefined
				? auditWords.is(words, figure(name, now))
				: auditWords.became(words, figure(name, was), figure(name, now)),
		];
	});
	return detail.newPicture ? [...changes, auditWords.newPicture] : changes;
}
