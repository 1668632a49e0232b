import { useState } from "react";
import * as messages from "../../messages.ts";
import { currencySign } from "../../shop/config/config.ts";
import type { ListPage } from "../../shop/paging.ts";
import { managedPageSize, type Tool, type ToolSort } from "../../shop/tools/tools.ts";
import { sitePaths } from "../../site-paths.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import type { ListQuery } from "../ui/list-query.ts";
import { useList } from "../ui/useList.ts";
import { ToolRow } from "./ToolRow.tsx";
import { defaultSort, fetchTools, getToolId, sortLabels } from "./tool-list.ts";

const DeleteTool = lazyDialog(
	async () => (await importChunk(() => import("./DeleteTool.tsx"))).DeleteTool,
);

interface Props {
	/** E-mail of the administrator. */
	email: string;
	/** The page that the server rendered. */
	initialPage: ListPage<Tool>;
	listQuery: ListQuery<ToolSort>;
}

/** All tools as rows, in which price, stock and minimum can be edited. */
export function ManageProducts({ email, initialPage, listQuery }: Props) {
	const [toDelete, setToDelete] = useState<Tool>();
	const list = useList({
		fetchPage: fetchTools,
		getId: getToolId,
		listQuery,
		defaultSort,
		pageSize: managedPageSize,
		initialPage,
	});
	return (
		<>
			<ListView
				list={list}
				itemNames={["tool", "tools"]}
				searchPlaceholder="Tool name"
				sortLabels={sortLabels}
				empty={<NoTools />}
			>
				{(tools) => (
					<table className="rows tool-rows">
						<thead>
							<tr>
								<th scope="col" colSpan={2}>
									Tool
								</th>
								<th scope="col">Price ({currencySign})</th>
								<th scope="col">Stock</th>
								<th scope="col">Minimum</th>
								<th scope="col">Change</th>
							</tr>
						</thead>
						<tbody>
							{tools.map((tool) => (
								<ToolRow
									key={tool._id}
									tool={tool}
									email={email}
									onChanged={list.replace}
									onDeleted={list.remove}
									onDelete={setToDelete}
								/>
							))}
						</tbody>
					</table>
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

function NoTools() {
	return (
		<div className="grid justify-items-start gap-4 py-4">
			<p>{messages.noTools}</p>
			<a className="btn btn-primary" href={sitePaths.addProducts}>
				Add products
			</a>
		</div>
	);
}
