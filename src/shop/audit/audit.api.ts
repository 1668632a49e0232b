/** The audit endpoint. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { pageQueryEntries } from "../../values/paging.ts";
import { auditEntrySchema } from "./audit.ts";
import { auditKinds } from "./audit-actions.ts";

export const listAuditEndpoint = endpoint({
	method: "GET",
	path: "/audit",
	access: "history",
	summary: "Lists the audit log, newest first; filtered by kind or by the id of its subject",
	query: v.object({
		...pageQueryEntries,
		kind: v.optional(v.picklist(auditKinds)),
		subject: v.optional(id),
	}),
	reply: v.array(auditEntrySchema),
});
