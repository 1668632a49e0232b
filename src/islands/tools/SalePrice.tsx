import * as texts from "../../messages/tool.ts";
import { percentOff } from "../../shop/offers/sales.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { formatPrice } from "../../values/money.ts";

/** What stands beside a reduced price, the island version of components/SalePrice.astro. */
export function SalePrice({ tool: { price, sale } }: { tool: Pick<Tool, "price" | "sale"> }) {
	if (!sale) return null;
	return (
		<>
			{" "}
			<s className="price-before text-quiet">
				<span className="sr-only">{texts.lowestBefore}: </span>
				{formatPrice(sale.before)}
			</s>{" "}
			<span className="sale">{texts.reduced(percentOff(sale.before, price))}</span>
		</>
	);
}
