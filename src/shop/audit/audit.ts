/** The audit log: who changed what, and when. */

import * as v from "valibot";
import { roles } from "../../access/roles.ts";
import { auditMessages } from "../../messages/audit.ts";
import { roleNames } from "../../messages/customers.ts";
import { fieldNames } from "../../messages/products.ts";
import { reasonNames } from "../../messages/reviews.ts";
import { formatTimestamp, timestamp } from "../../values/fields.ts";
import { formatCents } from "../../values/money.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { type AuditDetail, auditActions } from "./audit-actions.ts";

/** Entries per page. */
export const auditPageSize = 50;

/** A user with their current name and e-mail, not those at the time. */
const personSchema = v.object({ name: v.string(), email: v.string() });

/** An audit entry, as the API returns it. */
export const auditEntrySchema = v.object({
	_id: v.string(),
	createdAt: timestamp,
	action: v.picklist(auditActions),
	/** Id of the tool, order, review, question or user. */
	subject: v.string(),
	/** The acting user; missing for the shop itself and for deleted accounts. */
	who: v.exactOptional(personSchema),
	/** The user who was changed, if the subject is a user. */
	whom: v.exactOptional(personSchema),
	detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

/** Returns the sentence for an entry. */
export function describeAuditEntry({ action, subject, whom, detail }: AuditEntry): string {
	const kind = action.split(".")[0];
	if (kind === "user") {
		const role = roles.find((known) => known === detail.role) ?? "user";
		const reason = String(detail.reason ?? "");
		return auditMessages.user(
			action,
			whom ? shownEmail(whom.email) : subject,
			roleNames[role],
			reason,
		);
	}
	const name = String(detail.name ?? subject);
	if (action === "setting.mail_tested") return auditMessages.mailTested(name);
	if (kind === "setting") return auditMessages.setting(name, detail.value === null);
	if (kind === "message") return auditMessages.message(action, name);
	if (kind === "review") {
		const stars = Number(detail.rating ?? 0);
		const names: Partial<Record<string, string>> = reasonNames;
		return auditMessages.review(action, name, stars, names[String(detail.reason)]);
	}
	if (kind === "import") return auditMessages.import(action, name, Number(detail.lines ?? 0));
	if (kind === "maker") return auditMessages.maker(action, name);
	if (kind === "offer") return auditMessages.offer(action, name);
	if (kind === "page") return auditMessages.page(action, name);
	if (kind === "supplier") return auditMessages.supplier(action, name);
	if (kind === "gift_card")
		return auditMessages.giftCard(action, name, formatCents(Number(detail.cents ?? 0)));
	if (kind === "question") return auditMessages.question(action, name);
	if (kind === "tool") return auditMessages.tool(action, name, describeChanges(detail));
	const quantity = Number(detail.quantity ?? 0);
	if (detail.trackingNumber !== undefined)
		return auditMessages.tracking(name, quantity, trackingOf(detail, "Was"), trackingOf(detail));
	const total = formatCents(Number(detail.cents ?? 0));
	return auditMessages.order(action, name, quantity, total, String(detail.what ?? ""));
}

/** Returns the carrier and the tracking number of an entry, or those before. */
function trackingOf(detail: AuditDetail, suffix: "" | "Was" = ""): string {
	return [detail[`carrier${suffix}`], detail[`trackingNumber${suffix}`]].filter(Boolean).join(" ");
}

/** Returns a phrase for each changed field: `quantity` is the new value, `quantityWas` the old one. */
function describeChanges(detail: AuditDetail): string[] {
	const formatField = (name: string, value: unknown) => {
		if (value === null) return auditMessages.none;
		if (name.endsWith("Cents")) return formatCents(Number(value));
		return name === "publishAt" ? formatTimestamp(String(value)) : String(value);
	};
	// A field of money is logged in minor units.
	const names = Object.entries(fieldNames).flatMap(([field, label]) =>
		field === "name" ? [] : [[field, label] as const, [`${field}Cents`, label] as const],
	);
	const changes = names.flatMap(([name, label]) => {
		const [after, before] = [detail[name], detail[`${name}Was`]];
		if (after === undefined || after === before) return [];
		return [
			before === undefined
				? auditMessages.valueSet(label, formatField(name, after))
				: auditMessages.valueChanged(label, formatField(name, before), formatField(name, after)),
		];
	});
	if (detail.nameWas) changes.unshift(auditMessages.renamedFrom(String(detail.nameWas)));
	if (detail.changed) changes.push(auditMessages.newFields(String(detail.changed)));
	return changes;
}
