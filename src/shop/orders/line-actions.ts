/** What can be done with a line in its state. */
import { toCents, toPrice } from "../../values/money.ts";
import type { PaidParts } from "../costs/tax.ts";
import type { OrderLine, Parcel } from "./lines.ts";
import { canShip, type LineFlags, type LineState } from "./order-states.ts";

/** Whether the customer can pay: not paid, not refunded, not expired. `now` in UTC milliseconds. */
export function awaitsPayment(
	line: Pick<OrderLine, "paid" | "expiresAt" | "refunded">,
	now: number,
): boolean {
	return !line.paid && !line.refunded && Date.parse(line.expiresAt) > now;
}

/** The specification's colour of a status: Pending has the error colour only once the line is paid. */
export function statusTone(line: Pick<OrderLine, "paid" | "status">): "error" | "success" {
	return line.paid && line.status === "Pending" ? "error" : "success";
}

/** What keeps a line out of a parcel, the first that holds. */
const shippingObstacles = {
	shipped: ({ status }) => status === "Shipped",
	cancelled: ({ cancelled }) => cancelled,
	disputed: ({ disputed }) => disputed,
	withdrawn: ({ withdrawn }) => withdrawn,
	restocked: ({ restocked }) => restocked,
	unpaid: ({ paid, refunded }) => !paid && !refunded,
	refundDue: ({ refundDue }) => refundDue,
	refunded: () => true,
} as const satisfies Record<string, (line: LineState) => boolean | undefined>;
export type ShippingObstacle = keyof typeof shippingObstacles;
export const shippingObstacleNames = Object.keys(shippingObstacles) as ShippingObstacle[];

/** Why the line can't be shipped; undefined if it can. */
export function whyNotShipped(line: LineState): ShippingObstacle | undefined {
	if (canShip(line)) return undefined;
	return shippingObstacleNames.find((name) => shippingObstacles[name](line));
}

/** Returns a line as it is once it was shipped, in a parcel or without: none of its pieces is left to ship. */
export function asShipped({ toShip: _, ...line }: OrderLine, parcel?: Parcel): OrderLine {
	return { ...line, status: "Shipped", ...(parcel && { shipment: parcel }) };
}

/** Returns a line as it is once that was undone, with as many pieces to ship as before. */
export function asWaiting({ shipment: _, ...line }: OrderLine, toShip: number): OrderLine {
	return { ...line, status: "Pending", toShip };
}

/**
 * Whether an administrator can add a carrier and a tracking number to the line: it was shipped without
 * a parcel, and is not refunded. `isShippedAlone` in shipments.server.ts is the same in SQL.
 */
export function canAddTracking(
	line: Pick<OrderLine, "paid" | "status" | "shipment" | "refunded">,
): boolean {
	return line.paid && line.status === "Shipped" && !line.shipment && !line.refunded;
}

/** Whether an administrator can refund the line: something is left, and nothing is due or disputed. */
export function canRefund(line: LineFlags): boolean {
	return line.paid && !line.refunded && !line.refundDue && !line.disputed;
}

/** Whether its customer can cancel the line: it can be refunded and was not shipped. */
export function canCancel(line: LineState): boolean {
	return canRefund(line) && line.status === "Pending" && !line.cancelled;
}

/** The parts of what a line costs, in minor units. */
export function partsOfLine({
	totalPrice,
	discountPrice = 0,
	shippingPrice = 0,
	taxPrice = 0,
	includedTaxPrice = 0,
}: Pick<
	OrderLine,
	"totalPrice" | "discountPrice" | "shippingPrice" | "taxPrice" | "includedTaxPrice"
>): PaidParts {
	return {
		itemsCents: toCents(totalPrice) - toCents(discountPrice),
		shippingCents: toCents(shippingPrice),
		taxCents: toCents(taxPrice),
		includedTaxCents: toCents(includedTaxPrice),
	};
}

/** What is left of what a line has paid, with its part of shipping and tax, as a price. */
export function refundableRest(
	line: Parameters<typeof partsOfLine>[0] & Pick<OrderLine, "refundedPrice">,
): number {
	const { itemsCents, shippingCents, taxCents } = partsOfLine(line);
	return toPrice(itemsCents + shippingCents + taxCents - toCents(line.refundedPrice ?? 0));
}
