import { currencySign } from "../../config/config.ts";
import * as messages from "../../messages.ts";
import { managedPageSize } from "../../shop/tools/tools.ts";
import { sitePaths } from "../../site-paths.ts";
import { ToolList, type ToolListProps } from "./ToolList.tsx";
import { ToolRow } from "./ToolRow.tsx";

interface Props extends ToolListProps {
	/** E-mail of the administrator. */
	email: string;
}

/** All tools as rows, in which price, stock and minimum can be edited. */
export function ManageProducts({ email, ...props }: Props) {
	return (
		<ToolList {...props} pageSize={managedPageSize} empty={<NoTools />}>
			{(tools, list, onDelete) => (
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
								onDelete={onDelete}
							/>
						))}
					</tbody>
				</table>
			)}
		</ToolList>
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
