import { allowOnly, handle } from "../../http/handle.ts";
import { parsePage, setPageHeaders } from "../../shop/paging.ts";
import {
	createToolEndpoint,
	deleteToolEndpoint,
	listToolsEndpoint,
	updateToolEndpoint,
} from "../../shop/tools/tools.api.ts";
import {
	createTool,
	deleteTool,
	findTool,
	listTools,
	updateTool,
} from "../../shop/tools/tools.server.ts";

export const GET = handle(listToolsEndpoint, async ({ query, request, headers }) => {
	if (query.id !== undefined) {
		const tool = await findTool(query.id);
		return tool ? [tool] : [];
	}
	const { q, sort, ratings } = query;
	const page = await listTools({ ...parsePage(query), q, sort, ratings: ratings === "1" });
	setPageHeaders(headers, request.url, page);
	return page.tools;
});

export const POST = handle(createToolEndpoint, ({ caller, body }) => createTool(caller, body));

export const PUT = handle(updateToolEndpoint, ({ caller, query, body }) =>
	updateTool(caller, query.id, body),
);

export const DELETE = handle(deleteToolEndpoint, ({ caller, query }) =>
	deleteTool(caller, query.id),
);

export const ALL = allowOnly("GET", "POST", "PUT", "DELETE");
