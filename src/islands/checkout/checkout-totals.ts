/** What the lines of a checkout cost. Apart from the cart, which an order by telephone does not have. */
import { tax } from "../../config/config.ts";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages.checkout.ts";
import { deliveryDates, deliveryDays } from "../../shop/orders/delivery-dates.ts";
import {
	type Destination,
	needsWeights,
	pickupId,
	type ShippingConfig,
	type ShippingOption,
	shippingOptions,
} from "../../shop/orders/shipping.ts";
import { type OrderTotals, orderTotals } from "../../shop/orders/totals.ts";
import { toCents } from "../../values/money.ts";

/** What the totals need of a line. */
export interface PricedLine {
	/** `grams` is what one weighs. */
	tool: { price: number; grams?: number };
	quantity: number;
}

/** What the lines weigh together, if that counts. */
export function gramsOf(lines: readonly PricedLine[], shipping: ShippingConfig): number {
	if (!needsWeights(shipping)) return 0;
	return lines.reduce((sum, line) => sum + gramsOfTool(line, shipping) * line.quantity, 0);
}

const gramsOfTool = ({ tool }: PricedLine, { defaultGrams = 0 }: ShippingConfig) =>
	tool.grams ?? defaultGrams;

/** The ways in which the lines reach their customer; none while the country is not chosen. */
export function optionsOf(
	lines: readonly PricedLine[],
	destination: Destination,
	shipping: ShippingConfig,
): ShippingOption[] {
	const itemsCents = lines.reduce(
		(sum, { tool, quantity }) => sum + toCents(tool.price) * quantity,
		0,
	);
	if (destination.country === "") return [];
	return shippingOptions({ itemsCents, grams: gramsOf(lines, shipping) }, destination, shipping);
}

/** What the lines cost, or undefined while that depends on a country that is not chosen. */
export function totalsOf(
	lines: readonly PricedLine[],
	destination: Destination & { service?: string | undefined },
	shipping: ShippingConfig,
): OrderTotals | undefined {
	const weighs = needsWeights(shipping);
	const priced = lines.map((line) => ({
		unitPriceCents: toCents(line.tool.price),
		quantity: line.quantity,
		grams: weighs ? gramsOfTool(line, shipping) : 0,
	}));
	try {
		return orderTotals(priced, destination, { shipping, tax });
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
	const dates = deliveryDates(now, option ? option.days : deliveryDays(country, shipping));
	if (!dates) return undefined;
	return option?.id === pickupId ? texts.readyWhen(dates) : texts.arrives(dates);
}

/** Where orders are fetched, in a line. */
export const pickupOf = ({ pickup }: ShippingConfig): string | undefined =>
	pickup && [pickup.line1, pickup.city].join(", ");
