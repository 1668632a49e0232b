/** What the lines of a checkout cost. Apart from the cart, which an order by telephone does not have. */
import { ShopError } from "../../errors.ts";
import { type DiscountedOrder, noDiscounts } from "../../shop/offers/apply-offers.ts";
import type { PricedTool } from "../../shop/offers/discount-now.ts";
import { type OrderTotals, orderTotals } from "../../shop/orders/totals.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toCents } from "../../values/money.ts";

/** What the totals need of a line. */
export interface PricedLine {
	tool: Pick<Tool, "price">;
	quantity: number;
}

/** What the lines cost, less what offers take off, or undefined while that depends on a country that is not chosen. */
export function totalsOf(
	lines: readonly PricedLine[],
	country: string,
	{
		discounts,
		isShippingFree,
	}: Pick<DiscountedOrder, "discounts" | "isShippingFree"> = noDiscounts(lines),
): OrderTotals | undefined {
	const priced = lines.map(({ tool, quantity }, index) => ({
		unitPriceCents: toCents(tool.price),
		quantity,
		discountCents: discounts[index] ?? 0,
	}));
	try {
		return orderTotals(priced, { country, isShippingFree });
	} catch (error) {
		if (error instanceof ShopError) return undefined;
		throw error;
	}
}

/** The lines as offers see them. */
export const pricedTools = (lines: readonly (PricedLine & { toolId: string })[]): PricedTool[] =>
	lines.map(({ toolId, tool, quantity }) => ({
		...{ toolId, quantity, unitPriceCents: toCents(tool.price) },
	}));
