import { currencySign } from "../../config/config.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/products.ts";
import { managedPageSize, type Tool, type ToolSort } from "../../shop/tools/tools.ts";
import { Empty } from "../ui/Empty.tsx";
import type { List } from "../ui/useList.ts";
import { ToolList, type ToolListProps } from "./ToolList.tsx";
import { ToolRow } from "./ToolRow.tsx";

interface Props extends ToolListProps {
	/** E-mail of the administrator. */
	email: string;
}

/** All tools as rows, in which price, stock and minimum can be edited. */
export function ManageProducts({ email, ...props }: Props) {
	return (
		<ToolList {...props} pageSize={managedPageSize} empty={empty}>
			{(tools, list, onDelete) => (
				<table className="rows tool-rows">
					<thead>
						<tr>
							<th scope="col" aria-sort={sortOf(list, "name")}>
								{common.tool}
							</th>
							<th scope="col" className="number" aria-sort={sortOf(list, "price")}>
								{common.priceIn(currencySign)}
							</th>
							<th scope="col" className="number" aria-sort={sortOf(list, "quantity")}>
								{texts.stock}
							</th>
							<th scope="col" className="number">
								{texts.minimum}
							</th>
							<th scope="col">{common.change}</th>
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
								onDelete={onDelete}
							/>
						))}
					</tbody>
				</table>
			)}
		</ToolList>
	);
}

const empty = <Empty picture="no-results" text={messages.noTools} hint={texts.waysToAdd} />;

/** How a column is sorted, if the list is sorted by it. */
function sortOf({ listQuery: { sort } }: List<Tool, ToolSort>, column: string) {
	if (sort === column) return "ascending";
	return sort === `-${column}` ? "descending" : undefined;
}
