/** Packing slips: which orders of a checkout one lists, and its path. */
import type { Outcome } from "../fit/outcomes.ts";
import { canShip, type Order } from "../orders/orders.ts";
import type { Parcel } from "./parcel.ts";

/** What a packing slip shows. */
export interface PackingSlip {
	/** The checkout's id. */
	number: string;
	orderedAt: Date;
	/** The recipient and the address, in the format of its country. */
	address: string[];
	phone: string;
	note: string;
	orders: Order[];
	/** Whether what was ordered fits the customer's bike, by order. */
	fits: ReadonlyMap<string, { outcome: Outcome; reason: string }>;
}

/** Orders of one checkout that are to be shipped, as a packer sees them: without prices. */
export interface OrdersToShip {
	checkoutId: string;
	orderedAt: string;
	/** The recipient and the address. */
	address: string[];
	note: string;
	orders: { _id: string; name: string; quantity: number; packed: boolean }[];
}

/** Shipped orders of one checkout in one parcel, or shipped without one, as a packer sees them. */
export interface ShippedParcel extends OrdersToShip {
	shipment?: Parcel;
	/** Whether a carrier and a number can be added, because it has no parcel yet. */
	canAddTracking: boolean;
}

/** The lists of packers. */
export const packingViews = ["toShip", "shipped"] as const;
export type PackingView = (typeof packingViews)[number];

/** What a packing slip was asked for; everything if both are empty. */
export interface PackingRequest {
	orderIds: readonly string[];
	/** The shipment's id. */
	shipmentId: string | undefined;
}

/**
 * Returns the orders to pack: those of the request, or all that can be shipped, or else all that were
 * shipped. Never one that is unpaid, cancelled or refunded before it was shipped.
 */
export function ordersToPack(
	orders: readonly Order[],
	{ orderIds, shipmentId }: PackingRequest,
): Order[] {
	const packable = orders.filter((order) => canShip(order) || order.status === "Shipped");
	if (shipmentId !== undefined)
		return packable.filter(({ shipment }) => shipment?._id === shipmentId);
	if (orderIds.length > 0) return packable.filter(({ _id }) => orderIds.includes(_id));
	const unshipped = packable.filter(canShip);
	return unshipped.length > 0 ? unshipped : packable;
}

/**
 * The path of a checkout's packing slip: of all, of some orders, or of a shipment. Not in site-paths.ts,
 * which every page with an island loads.
 */
export function packingPath(
	checkoutId: string,
	{
		orderIds = [],
		shipmentId,
	}: { orderIds?: readonly string[]; shipmentId?: string | undefined } = {},
): string {
	const query = orderIds.map((id) => `order=${encodeURIComponent(id)}`);
	if (shipmentId !== undefined) query.push(`shipment=${encodeURIComponent(shipmentId)}`);
	return `/dashboard/packing/${encodeURIComponent(checkoutId)}?${query.join("&")}`;
}

/** What is printed of each checkout: its packing slip, its address label, or one after the other. */
export const sheetKinds = ["slips", "labels", "both"] as const;
export type SheetKind = (typeof sheetKinds)[number];

/** The path of the packing slips or labels of orders, each checkout's on a page of its own. */
export function packingSlipsPath(orderIds: readonly string[], sheets: SheetKind = "slips"): string {
	const query = orderIds.map((id) => `order=${encodeURIComponent(id)}`);
	if (sheets !== "slips") query.push(`sheets=${sheets}`);
	return `/dashboard/packing?${query.join("&")}`;
}
