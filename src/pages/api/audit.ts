import { handle, only } from "../../http/handle.ts";
import { describePage, pageOf } from "../../http/paging.ts";
import { listAuditEndpoint } from "../../shop/audit/audit.api.ts";
import { listAudit } from "../../shop/audit/audit.server.ts";

export const GET = handle(listAuditEndpoint, async ({ query, request, headers }) => {
	const { kind, subject } = query;
	const page = await listAudit({ ...pageOf(query), kind, subject });
	describePage(headers, request.url, page);
	return page.entries;
});

export const ALL = only("GET");
