/** What the lists of tools share: the API call and the labels of the sorts. */
import { callPage } from "../../http/call.ts";
import { listToolsEndpoint } from "../../shop/tools/tools.api.ts";
import type { Tool, ToolSort } from "../../shop/tools/tools.ts";
import type { PageQuery } from "../ui/list-pages.ts";

export const defaultSort: ToolSort = "-createdAt";

export const sortLabels = {
	"-createdAt": "Newest",
	name: "Name",
	price: "Lowest price",
	"-price": "Highest price",
	quantity: "Lowest stock",
} as const satisfies Record<ToolSort, string>;

export const fetchTools = (query: PageQuery<ToolSort>) => callPage(listToolsEndpoint, { query });

export const getToolId = (tool: Tool) => tool._id;
