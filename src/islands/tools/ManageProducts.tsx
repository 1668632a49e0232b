import { useState } from "react";
import type { ListPage } from "../../http/paging.ts";
import * as messages from "../../messages.ts";
import { managedPageSize, type Tool, type ToolSort } from "../../shop/tools/tools.ts";
import { sitePaths } from "../../site.ts";
import type { Asked } from "../ui/asked.ts";
import { ListFrame } from "../ui/ListFrame.tsx";
import { onDemand } from "../ui/onDemand.tsx";
import { useList } from "../ui/useList.ts";
import { fetchTools, idOfTool, sortWords, standardSort } from "./list.ts";
import { ToolRow } from "./ToolRow.tsx";

const DeleteTool = onDemand(async () => (await import("./DeleteTool.tsx")).DeleteTool);

interface Props {
	/** E-mail of the administrator. */
	email: string;
	/** The page the server has rendered. */
	first: ListPage<Tool>;
	asked: Asked<ToolSort>;
}

/** All tools as rows: price, stock and minimum change in place. */
export function ManageProducts({ email, first, asked }: Props) {
	const [doomed, setDoomed] = useState<Tool>();
	const list = useList({
		fetchPage: fetchTools,
		idOf: idOfTool,
		asked,
		standard: standardSort,
		pageSize: managedPageSize,
		first,
	});
	return (
		<>
			<ListFrame
				list={list}
				nouns={["tool", "tools"]}
				searches="Name of a tool"
				sorts={sortWords}
				empty={<NoTools />}
			>
				{(tools) => (
					<table className="rows tool-rows">
						<thead>
							<tr>
								<th scope="col" colSpan={2}>
									Tool
								</th>
								<th scope="col">Price ($)</th>
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
									onGone={list.drop}
									onDelete={setDoomed}
								/>
							))}
						</tbody>
					</table>
				)}
			</ListFrame>
			{doomed && (
				<DeleteTool
					tool={doomed}
					onGone={() => list.drop(doomed._id)}
					onClose={() => setDoomed(undefined)}
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
