import * as common from "../../messages.common.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { formatPrice } from "../../values/money.ts";

interface Props {
	tool: Tool;
}

/** Price, minimum order and stock of a tool. */
export function ToolFacts({ tool }: Props) {
	return (
		<dl className="tool-facts">
			<div>
				<dt>{common.price}</dt>
				<dd className="price">{formatPrice(tool.price)}</dd>
			</div>
			<div>
				<dt>{common.minimumOrder}</dt>
				<dd>{tool.minOrderQuantity}</dd>
			</div>
			<div>
				<dt>{common.available}</dt>
				<dd>{tool.quantity}</dd>
			</div>
		</dl>
	);
}
