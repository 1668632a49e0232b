/** What the lines of a checkout cost. */
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages/checkout.ts";
import { deliveryDates, deliveryDays } from "../../shop/costs/delivery-dates.ts";
import { isAllByMail } from "../../shop/costs/order-costs.ts";
import {
	type Destination,
	needsWeights,
	pickupId,
	type ShippingConfig,
	type ShippingOption,
	shippingOptions,
} from "../../shop/costs/shipping.ts";
import {
	isOnlyCards,
	type OrderTotals,
	orderTotals,
	type PricingConfig,
	type RequestedLine,
	sharedCents,
} from "../../shop/costs/totals.ts";
import { type DiscountedOrder, noDiscounts, type PricedTool } from "../../shop/offers/discounts.ts";
import { toCents } from "../../values/money.ts";

/** What the totals need of a line. */
export interface PricedLine {
	/** `grams` is what one weighs. */
	tool: { price: number; grams?: number; isGiftCard?: boolean };
	quantity: number;
}

/** What offers take off the lines, in their order, and whether one of them pays for shipping. */
type Discounts = Pick<DiscountedOrder, "discounts" | "isShippingFree">;

/** What the lines weigh together, if that counts. */
export function gramsOf(lines: readonly PricedLine[], shipping: ShippingConfig): number {
	if (!needsWeights(shipping)) return 0;
	return lines.reduce((sum, line) => sum + gramsOfTool(line, shipping) * line.quantity, 0);
}

const gramsOfTool = ({ tool }: PricedLine, { defaultGrams = 0 }: ShippingConfig) =>
	tool.isGiftCard ? 0 : (tool.grams ?? defaultGrams);

/** The lines as the totals take them. */
function toPriced(
	lines: readonly PricedLine[],
	shipping: ShippingConfig,
	{ discounts }: Discounts,
): (RequestedLine & { grams: number })[] {
	const weighs = needsWeights(shipping);
	return lines.map((line, index) => ({
		unitPriceCents: toCents(line.tool.price),
		quantity: line.quantity,
		discountCents: discounts[index] ?? 0,
		grams: weighs ? gramsOfTool(line, shipping) : 0,
		isGiftCard: line.tool.isGiftCard ?? false,
	}));
}

/** The ways in which the lines reach their customer; none while the country is not chosen. */
export function optionsOf(
	lines: readonly PricedLine[],
	destination: Destination,
	shipping: ShippingConfig,
	discounts: Discounts = noDiscounts(lines),
): ShippingOption[] {
	if (destination.country === "") return [];
	const { isShippingFree } = discounts;
	const priced = toPriced(lines, shipping, discounts);
	if (isOnlyCards(priced)) return [];
	const goods = {
		itemsCents: priced.reduce((sum, one) => sum + sharedCents(one), 0),
		grams: gramsOf(lines, shipping),
	};
	return shippingOptions({ ...goods, isShippingFree }, destination, shipping);
}

/** What the lines cost, less what offers take off, or undefined while that depends on a country that is not chosen. */
export function totalsOf(
	lines: readonly PricedLine[],
	destination: Destination & { service?: string | undefined },
	{ shipping, tax }: PricingConfig,
	discounts: Discounts = noDiscounts(lines),
): OrderTotals | undefined {
	const { isShippingFree } = discounts;
	const priced = toPriced(lines, shipping, discounts);
	try {
		return orderTotals(priced, { ...destination, isShippingFree }, { shipping, tax });
	} catch (error) {
		if (error instanceof ShopError) return undefined;
		throw error;
	}
}

/** When an order that is paid now arrives or can be fetched, in a sentence. */
export function arrivalOf(
	now: number,
	country: string,
	shipping: ShippingConfig,
	totals: OrderTotals | undefined,
): string | undefined {
	const option = totals?.option;
	if (totals && isAllByMail(totals)) return texts.cardsByMail;
	const dates = deliveryDates(now, option ? option.days : deliveryDays(country, shipping));
	if (!dates) return undefined;
	return option?.id === pickupId ? texts.readyWhen(dates) : texts.arrives(dates);
}

/** Where orders are fetched, in a line. */
export const pickupOf = ({ pickup }: ShippingConfig): string | undefined =>
	pickup && [pickup.line1, pickup.city].join(", ");

/** The lines as offers see them. */
export const pricedTools = (lines: readonly (PricedLine & { toolId: string })[]): PricedTool[] =>
	lines.map(({ toolId, tool, quantity }) => ({
		toolId,
		quantity,
		unitPriceCents: toCents(tool.price),
	}));
