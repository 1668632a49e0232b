/** What the audit log has of a change of a tool. */
import { auditMessages } from "../../messages.audit.ts";
import type { AuditDetail } from "../audit/audit-actions.ts";
import { toCents } from "../money.ts";
import type { ChangeableField, ManagedTool } from "./managed-tool.ts";

/** A tool before and after its change, and the fields that differ. */
export interface FieldChange {
	tool: ManagedTool;
	next: ManagedTool;
	changed: ChangeableField[];
}

/** Fields whose values are too long for the audit log: it names them. */
const longFields: readonly ChangeableField[] = [
	"description",
	"images",
	"specifications",
	"capabilities",
];

/** The columns whose values the audit log has, by the field. */
const auditedColumns = {
	price: "priceCents",
	cost: "costCents",
	quantity: "quantity",
	minOrderQuantity: "minOrderQuantity",
	lowStock: "lowStock",
	category: "category",
	address: "address",
	state: "state",
	publishAt: "publishAt",
} as const;

/** Returns the values before and after; of long fields their names. */
export function auditDetail({ tool, next, changed }: FieldChange): AuditDetail {
	const detail: AuditDetail = { name: next.name };
	if (changed.includes("name")) detail.nameWas = tool.name;
	for (const field of Object.keys(auditedColumns) as (keyof typeof auditedColumns)[]) {
		if (!changed.includes(field)) continue;
		const [before, after] = [tool[field], next[field]].map((value) =>
			(field === "price" || field === "cost") && value !== null ? toCents(Number(value)) : value,
		);
		detail[`${auditedColumns[field]}Was`] = before ?? null;
		detail[auditedColumns[field]] = after ?? null;
	}
	const long = longFields.filter((field) => changed.includes(field));
	if (long.length > 0) {
		detail.changed = long.map((field) => auditMessages.changedFields[field] ?? field).join(", ");
	}
	return detail;
}
