import { type ReactNode, useState } from "react";
import { callPage } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as lists from "../../messages/lists.ts";
import * as texts from "../../messages/products.ts";
import { listToolsEndpoint } from "../../shop/tools/tools.api.ts";
import type { Tool, ToolSort } from "../../shop/tools/tools.ts";
import type { ListPage } from "../../values/paging.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import type { PageQuery } from "../ui/list-pages.ts";
import type { ListQuery } from "../ui/list-query.ts";
import { type List, useList } from "../ui/useList.ts";

const DeleteTool = lazyDialog(() => import("./DeleteTool.tsx"), "DeleteTool");

const sortLabels = {
	"-createdAt": texts.newest,
	name: common.name,
	price: texts.lowestPrice,
	"-price": texts.highestPrice,
	quantity: texts.lowestStock,
} as const satisfies Record<ToolSort, string>;

const fetchTools = (query: PageQuery<ToolSort>) =>
	callPage(listToolsEndpoint, { query: { ...query, ratings: "1" } });

const getToolId = (tool: Tool) => tool._id;

/** The list that the server rendered. */
export interface ToolListProps {
	initialPage: ListPage<Tool>;
	listQuery: ListQuery<ToolSort>;
}

interface Props extends ToolListProps {
	pageSize: number;
	/** Shown if there are no tools. */
	empty: ReactNode;
	/** Renders the tools. `onDelete` opens the dialog that deletes one. */
	children: (
		tools: Tool[],
		list: List<Tool, ToolSort>,
		onDelete: (tool: Tool) => void,
	) => ReactNode;
}

/** All tools, to search and sort, with a dialog that deletes one. */
export function ToolList({ initialPage, listQuery, pageSize, empty, children }: Props) {
	const [toDelete, setToDelete] = useState<Tool>();
	const list = useList<Tool, ToolSort>({
		fetchPage: fetchTools,
		getId: getToolId,
		listQuery,
		defaultSort: "-createdAt",
		pageSize,
		initialPage,
	});
	return (
		<>
			<ListView
				list={list}
				itemNames={lists.listedTools}
				searchPlaceholder={texts.toolName}
				sortLabels={sortLabels}
				empty={empty}
			>
				{(tools) => children(tools, list, setToDelete)}
			</ListView>
			{toDelete && (
				<DeleteTool
					tool={toDelete}
					onDeleted={() => list.remove(toDelete._id)}
					onClose={() => setToDelete(undefined)}
				/>
			)}
		</>
	);
}
