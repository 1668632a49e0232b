import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/products.ts";
import { cataloguePageSize } from "../../shop/tools/tools.ts";
import { ToolCard } from "./ToolCard.tsx";
import { ToolList, type ToolListProps } from "./ToolList.tsx";

interface Props extends ToolListProps {
	/** Whether the user is an administrator, whose cards have Update and Delete. */
	isAdmin: boolean;
}

/** All tools in a grid. */
export function ToolGrid({ isAdmin, ...props }: Props) {
	return (
		<>
			<h2 className="sr-only">{texts.theTools}</h2>
			<ToolList {...props} pageSize={cataloguePageSize} empty={<p>{messages.noTools}</p>}>
				{(tools, _list, onDelete) => (
					<ul className="tool-grid">
						{tools.map((tool) => (
							<li key={tool._id}>
								<ToolCard tool={tool} onDelete={isAdmin ? () => onDelete(tool) : undefined} />
							</li>
						))}
					</ul>
				)}
			</ToolList>
		</>
	);
}
