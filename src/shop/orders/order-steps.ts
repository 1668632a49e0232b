/** The steps that buyers see: of buying, and of an order on its way. */
import { checkoutStepNames, orderStepNames } from "../../messages/steps.ts";
import { sitePaths } from "../../paths/site.ts";
import type { OrderLine } from "./lines.ts";
import { isLeft, orderStateOf } from "./order-states.ts";

/** The steps of buying. */
export const checkoutSteps = checkoutStepNames.map((name, index) =>
	index === 0 ? { name, href: sitePaths.cart } : { name },
);

type StepLine = Pick<OrderLine, "paid" | "status" | "packedAt"> &
	Pick<OrderLine, "refunded" | "cancelled" | "disputed" | "restocked" | "toShip">;

/**
 * The index of the present step of an order in `orderStepNames`: what comes next. Undefined for an order that is not on
 * this way: not paid, cancelled, refunded or disputed. Nobody tells the shop that a parcel has arrived, so that the last step is
 * never done.
 */
export function orderStepOf(lines: readonly StepLine[]): number | undefined {
	const state = orderStateOf(lines);
	if (state === "shipped") return orderStepNames.indexOf("Delivered");
	if (state !== "paid" && state !== "partlyShipped") return undefined;
	const left = lines.filter(isLeft);
	const isPacked = left.every(({ packedAt, status }) => packedAt || status === "Shipped");
	return orderStepNames.indexOf(isPacked ? "Shipped" : "Packed");
}
