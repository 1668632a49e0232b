/** The call that reads the record. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../fields.ts";
import { pageQueryEntries } from "../paging.ts";
import { auditEntrySchema, auditKinds } from "./audit.ts";

export const listAuditEndpoint = endpoint({
	method: "GET",
	path: "/audit",
	access: "admin",
	summary: "Who changed what, newest first: everything, one kind of thing, or one thing by its id",
	query: v.object({
		...pageQueryEntries,
		kind: v.optional(v.picklist(auditKinds)),
		subject: v.optional(id),
	}),
	reply: v.array(auditEntrySchema),
});
