import { currencySign } from "../../config/config.ts";
import * as common from "../../messages.common.ts";
import * as texts from "../../messages.products.ts";
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
								{common.tool}
							</th>
							<th scope="col">{common.priceIn(currencySign)}</th>
							<th scope="col">{texts.stock}</th>
							<th scope="col">{texts.minimum}</th>
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

function NoTools() {
	return (
		<div className="grid justify-items-start gap-4 py-4">
			<p>{messages.noTools}</p>
			<a className="btn btn-primary" href={sitePaths.addProducts}>
				{common.addProducts}
			</a>
		</div>
	);
}
