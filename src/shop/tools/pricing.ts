/** What a tool costs, as each page, card, feed, call and embed says it. */
import { toCents, toPrice } from "../../values/money.ts";
import type { Tool } from "./tools.ts";
import { parseContents, type UnitPrice, unitPriceOf } from "./unit-price.ts";

/** What one pays at least: as many pieces as the minimum order, and their price. */
export interface SmallestOrder {
	quantity: number;
	price: number;
}

export interface Pricing {
	/** The price of a piece. */
	price: number;
	/** The sale that has reduced the price, and what the smallest order cost before. */
	sale?: NonNullable<Tool["sale"]> & { smallestBefore: number };
	/** What so much costs of what is sold by volume, weight or length, and what the smallest order holds. */
	measured?: UnitPrice & { holds: NonNullable<ReturnType<typeof parseContents>> };
	smallestOrder: SmallestOrder;
}

/** The price of so many pieces, in the currency of `price`. */
const priceOf = (price: number, quantity: number) => toPrice(toCents(price) * quantity);

/**
 * Returns what a tool costs: `price` is that of a piece, as the specification has it, and `smallestOrder` what one can
 * really pay. Offers, the product feed, the buy bar and cards say the latter.
 */
export function pricingOf(
	tool: Pick<Tool, "price" | "minOrderQuantity" | "sale" | "contents">,
): Pricing {
	const { price, minOrderQuantity: quantity, sale, contents } = tool;
	const unit = unitPriceOf(tool);
	const piece = contents === undefined ? undefined : parseContents(contents);
	return {
		price,
		...(sale && { sale: { ...sale, smallestBefore: priceOf(sale.before, quantity) } }),
		...(unit &&
			piece && {
				measured: {
					...unit,
					holds: { ...piece, amount: Number((piece.amount * quantity).toFixed(3)) },
				},
			}),
		smallestOrder: { quantity, price: priceOf(price, quantity) },
	};
}
