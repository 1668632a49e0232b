import { handle } from "../../http/handle.ts";
import { listAuditEndpoint } from "../../shop/audit/audit.api.ts";
import { listAudit } from "../../shop/audit/audit.server.ts";
import { parsePage, setPageHeaders } from "../../values/paging.ts";

export const { GET, ALL } = handle(
	listAuditEndpoint,
	async ({ caller, query, request, headers }) => {
		const { kind, subject } = query;
		const page = await listAudit(caller, { ...parsePage(query), kind, subject });
		setPageHeaders(headers, request.url, page);
		return page.entries;
	},
);
