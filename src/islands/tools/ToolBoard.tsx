import { useState } from "react";
import type { ListPage } from "../../http/paging.ts";
import * as messages from "../../messages.ts";
import { cataloguePageSize, type Tool, type ToolSort } from "../../shop/tools/tools.ts";
import type { Asked } from "../ui/asked.ts";
import { ListFrame } from "../ui/ListFrame.tsx";
import { onDemand } from "../ui/onDemand.tsx";
import { useList } from "../ui/useList.ts";
import { fetchTools, idOfTool, sortWords, standardSort } from "./list.ts";
import { ToolCard } from "./ToolCard.tsx";

const DeleteTool = onDemand(async () => (await import("./DeleteTool.tsx")).DeleteTool);

interface Props {
	/** The page the server has rendered. */
	first: ListPage<Tool>;
	asked: Asked<ToolSort>;
	/** Whether the visitor is an administrator: their cards carry Update and Delete. */
	manages: boolean;
}

/** All tools in a grid. */
export function ToolBoard({ first, asked, manages }: Props) {
	const [doomed, setDoomed] = useState<Tool>();
	const list = useList({
		fetchPage: fetchTools,
		idOf: idOfTool,
		asked,
		standard: standardSort,
		pageSize: cataloguePageSize,
		first,
	});
	return (
		<>
			<h2 className="sr-only">The tools</h2>
			<ListFrame
				list={list}
				nouns={["tool", "tools"]}
				searches="Name of a tool"
				sorts={sortWords}
				empty={<p>{messages.noTools}</p>}
			>
				{(tools) => (
					<ul className="tool-grid">
						{tools.map((tool) => (
							<li key={tool._id}>
								<ToolCard tool={tool} onDelete={manages ? () => setDoomed(tool) : undefined} />
							</li>
						))}
					</ul>
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
