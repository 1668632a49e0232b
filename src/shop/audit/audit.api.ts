/** The call that reads the record. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { pageEntries } from "../../http/paging.ts";
import { id } from "../values.ts";
import { auditEntryShape, auditKinds } from "./audit.ts";

export const listAuditEndpoint = endpoint({
	method: "GET",
	path: "/audit",
	who: "admin",
	summary: "Who changed what, newest first: everything, one kind of thing, or one thing by its id",
	query: v.object({
		...pageEntries,
		kind: v.optional(v.picklist(auditKinds)),
		subject: v.optional(id),
	}),
	reply: v.array(auditEntryShape),
});
