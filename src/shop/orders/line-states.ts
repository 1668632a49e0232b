/** The state of a line: what its flags mean, and what can be done with it. */
import { toCents, toPrice } from "../../values/money.ts";
import type { PaidParts } from "../costs/tax.ts";
import type { OrderLine, Parcel } from "./lines.ts";
import { isPaid, type OrderState, orderStateOf } from "./order-states.ts";
import { type OrderStatus, orderStatuses } from "./order-statuses.ts";

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

/** The fields of a line that tell its state. */
export type LineFlags = Pick<
	OrderLine,
	| "paid"
	| "refunded"
	| "refundedPrice"
	| "refundDue"
	| "failedRefundPrice"
	| "cancelled"
	| "restocked"
	| "disputed"
	| "withdrawn"
	| "toShip"
>;

/** The columns that tell the state of a line. */
export interface FlagColumns {
	status: OrderStatus;
	quantity: number;
	totalCents: number;
	shippingCents: number;
	taxCents: number;
	transactionId: string | null;
	closedAt: Date | null;
	closeReason: string | null;
	refundedAt: Date | null;
	refundedCents: number;
	refundDueCents: number;
	refundFailedCents: number;
	cancelledAt: Date | null;
	restockedAt: Date | null;
	restockedPieces: number;
	withdrawnAt: Date | null;
	disputedAt: Date | null;
}

/**
 * How many pieces of a line are to be shipped: money and goods are two facts, so that a refund of money alone changes
 * nothing. `piecesToShip` of db/order-conditions.ts is the same in SQL, and a test holds one against the other.
 */
export function piecesToShip(row: FlagColumns): number {
	const refundedCents = row.refundedCents + row.refundDueCents;
	const paidCents = row.totalCents + row.shippingCents + row.taxCents;
	const isHeld =
		row.refundedAt ?? row.restockedAt ?? row.cancelledAt ?? row.withdrawnAt ?? row.disputedAt;
	const isOwed =
		isPaid(row) &&
		row.status === "Pending" &&
		!isHeld &&
		(refundedCents === 0 || refundedCents < paidCents);
	return isOwed ? row.quantity - row.restockedPieces : 0;
}

/** Converts the state of a line to the API's format. */
export function toFlags(row: FlagColumns): LineFlags {
	const isRefunded = row.closeReason === "refunded" || row.refundedAt !== null;
	const toShip = piecesToShip(row);
	const isRestocked = row.restockedAt !== null || row.restockedPieces === row.quantity;
	return {
		paid: isPaid(row),
		...(toShip > 0 && { toShip }),
		...(isRefunded && { refunded: true }),
		...(!isRefunded && row.refundedCents > 0 && { refundedPrice: toPrice(row.refundedCents) }),
		...(row.refundDueCents > 0 && { refundDue: true }),
		...(!isRefunded &&
			row.refundFailedCents > 0 && { failedRefundPrice: toPrice(row.refundFailedCents) }),
		...(row.cancelledAt && { cancelled: true }),
		...(isRestocked && { restocked: true }),
		...(row.withdrawnAt && { withdrawn: true }),
		...(row.disputedAt && { disputed: true }),
	};
}

/** What customers and administrators read of a line's state. */
export const publicStates = [
	"Unpaid",
	...orderStatuses,
	"Cancelled",
	"Refunded",
	"Partly refunded",
	"Disputed",
] as const;
export type PublicState = (typeof publicStates)[number];

const stateNames: Record<OrderState, PublicState> = {
	unpaid: "Unpaid",
	processing: "Unpaid",
	expired: "Unpaid",
	paid: "Pending",
	partlyShipped: "Pending",
	shipped: "Shipped",
	withdrawn: "Pending",
	refunding: "Pending",
	cancelled: "Cancelled",
	refunded: "Refunded",
	disputed: "Disputed",
};

/** The public state of a line. */
export function publicState(line: LineFlags & Pick<OrderLine, "status">): PublicState {
	const name = stateNames[orderStateOf([line])];
	const isPartlyRefunded = line.refundedPrice !== undefined && line.paid;
	return isPartlyRefunded && (name === "Pending" || name === "Shipped") ? "Partly refunded" : name;
}

/** Whether staff can ship the line: some of its pieces are to be shipped. */
export function canShip({ toShip = 0 }: Pick<OrderLine, "toShip">): boolean {
	return toShip > 0;
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
} as const satisfies Record<
	string,
	(line: LineFlags & Pick<OrderLine, "status">) => boolean | undefined
>;
export type ShippingObstacle = keyof typeof shippingObstacles;
export const shippingObstacleNames = Object.keys(shippingObstacles) as ShippingObstacle[];

/** Why the line can't be shipped; undefined if it can. */
export function whyNotShipped(
	line: LineFlags & Pick<OrderLine, "status">,
): ShippingObstacle | undefined {
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
export function canCancel(line: LineFlags & Pick<OrderLine, "status">): boolean {
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
