import { allowAnySite, handle } from "../../http/handle.ts";
import { listOrCorrectTools } from "../../shop/search/lists.server.ts";
import { createTool, deleteTool, updateTool } from "../../shop/tools/change-tools.server.ts";
import {
	correctedToHeader,
	createToolEndpoint,
	deleteToolEndpoint,
	listToolsEndpoint,
	updateToolEndpoint,
} from "../../shop/tools/tools.api.ts";
import { findTool, listChangedTools } from "../../shop/tools/tools.server.ts";
import { parsePage, rejectOthersThanPaging, setPageHeaders } from "../../values/paging.ts";

export const { GET } = handle(listToolsEndpoint, async ({ query, request, headers }) => {
	const { updatedSince } = query;
	if (updatedSince) {
		rejectOthersThanPaging(query);
		const page = await listChangedTools(updatedSince, parsePage(query));
		setPageHeaders(headers, request.url, page);
		return page.items;
	}
	if (query.id !== undefined) {
		const tool = await findTool(query.id);
		return tool ? [tool] : [];
	}
	const { q, sort, ratings } = query;
	const page = await listOrCorrectTools({ ...parsePage(query), q, sort, ratings: ratings === "1" });
	setPageHeaders(headers, request.url, page);
	if (page.correctedTo) headers.set(correctedToHeader, encodeURIComponent(page.correctedTo));
	return page.tools;
});

export const { POST } = handle(createToolEndpoint, ({ caller, body }) => createTool(caller, body));

export const { PUT } = handle(updateToolEndpoint, ({ caller, query, body }) =>
	updateTool(caller, query.id, body),
);

export const { DELETE } = handle(deleteToolEndpoint, ({ caller, query }) =>
	deleteTool(caller, query.id),
);

export const ALL = allowAnySite("GET", "POST", "PUT", "DELETE");
