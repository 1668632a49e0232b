import { handle, only } from "../../http/handle.ts";
import { nextLink, pageOf } from "../../http/paging.ts";
import { listAuditEndpoint } from "../../shop/audit/audit.api.ts";
import { listAudit } from "../../shop/audit/audit.server.ts";

export const GET = handle(listAuditEndpoint, async ({ query, request, headers }) => {
	const { kind, subject } = query;
	const { entries, next } = await listAudit({ ...pageOf(query), kind, subject });
	if (next) headers.set("Link", nextLink(request.url, next));
	return entries;
});

export const ALL = only("GET");
