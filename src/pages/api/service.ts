import { handle, only } from "../../http/handle.ts";
import { describePage, pageOf } from "../../http/paging.ts";
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
	const page = await listTools({ ...pageOf(query), q: query.q, sort: query.sort });
	describePage(headers, request.url, page);
	return page.tools;
});

export const POST = handle(createToolEndpoint, ({ caller, body }) => createTool(caller, body));

export const PUT = handle(updateToolEndpoint, ({ caller, query, body }) =>
	updateTool(caller, query.id, body),
);

export const DELETE = handle(deleteToolEndpoint, ({ caller, query }) =>
	deleteTool(caller, query.id),
);

export const ALL = only("GET", "POST", "PUT", "DELETE");
