/** The table of the audit log. */
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
	type AuditDetail,
	actionsOf,
	auditActions,
	auditKinds,
} from "../shop/audit/audit-actions.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";

/**
 * Audit events. Inserted in the same batch as the change, never updated and never deleted: the row numbers are in the order in
 * which they happened, and a list needs no index of times.
 */
export const audit = sqliteTable(
	"audit",
	{
		number: integer("number").primaryKey(),
		createdAt: timestampMs("created_at").notNull(),
		/** Null if no user acted: a webhook, the scheduled job. */
		actorId: text("actor_id").references(() => users.id, { onDelete: "set null" }),
		action: text("action", { enum: auditActions }).notNull(),
		/** The id of the tool, order, review, question or user. The action tells which. */
		subjectId: text("subject_id").notNull(),
		/** The change as JSON: names, and figures before and after. No secrets, no addresses. */
		detail: text("detail", { mode: "json" }).$type<AuditDetail>().notNull(),
	},
	(table) => [
		check("audit_action", isOneOf(table.action, auditActions)),
		index("audit_by_subject").on(table.subjectId),
		// One index a kind, so that a kind with few events is found among many of another.
		...auditKinds.map((kind) =>
			index(`audit_of_${kind}s`)
				.on(table.number)
				.where(isOneOf(table.action, actionsOf(kind))),
		),
	],
);
