import { useState } from "react";
import * as messages from "../../messages.ts";
import type { ListPage } from "../../shop/paging.ts";
import { cataloguePageSize, type Tool, type ToolSort } from "../../shop/tools/tools.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import type { ListQuery } from "../ui/list-query.ts";
import { useList } from "../ui/useList.ts";
import { ToolCard } from "./ToolCard.tsx";
import { defaultSort, fetchTools, getToolId, sortLabels } from "./tool-list.ts";

const DeleteTool = lazyDialog(
	async () => (await importChunk(() => import("./DeleteTool.tsx"))).DeleteTool,
);

interface Props {
	/** The page that the server rendered. */
	initialPage: ListPage<Tool>;
	listQuery: ListQuery<ToolSort>;
	/** Whether the user is an administrator, whose cards have Update and Delete. */
	isAdmin: boolean;
}

/** All tools in a grid. */
export function ToolGrid({ initialPage, listQuery, isAdmin }: Props) {
	const [toDelete, setToDelete] = useState<Tool>();
	const list = useList({
		fetchPage: fetchTools,
		getId: getToolId,
		listQuery,
		defaultSort,
		pageSize: cataloguePageSize,
		initialPage,
	});
	return (
		<>
			<h2 className="sr-only">The tools</h2>
			<ListView
				list={list}
				itemNames={["tool", "tools"]}
				searchPlaceholder="Tool name"
				sortLabels={sortLabels}
				empty={<p>{messages.noTools}</p>}
			>
				{(tools) => (
					<ul className="tool-grid">
						{tools.map((tool) => (
							<li key={tool._id}>
								<ToolCard tool={tool} onDelete={isAdmin ? () => setToDelete(tool) : undefined} />
							</li>
						))}
					</ul>
				)}
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
