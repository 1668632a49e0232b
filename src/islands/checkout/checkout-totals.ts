/** What the lines of a checkout cost. Apart from the cart, which an order by telephone does not have. */
import { ShopError } from "../../errors.ts";
import { type OrderTotals, orderTotals } from "../../shop/orders/totals.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toCents } from "../../values/money.ts";

/** What the totals need of a line. */
export interface PricedLine {
	tool: Pick<Tool, "price">;
	quantity: number;
}

/** What the lines cost, or undefined while that depends on a country that is not chosen. */
export function totalsOf(lines: readonly PricedLine[], country: string): OrderTotals | undefined {
	const priced = lines.map(({ tool, quantity }) => ({
		unitPriceCents: toCents(tool.price),
		quantity,
	}));
	try {
		return orderTotals(priced, { country });
	} catch (error) {
		if (error instanceof ShopError) return undefined;
		throw error;
	}
}
