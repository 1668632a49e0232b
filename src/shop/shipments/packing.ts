/** Packing slips: which lines of an order one lists, and its path. */
import { maxCounted } from "../../messages/numbers.ts";
import { formatKilos, parcelCount } from "../../messages/shipping.ts";
import type { OrderService } from "../costs/order-service.ts";
import type { Outcome } from "../fit/outcomes.ts";
import { byBundle } from "../offers/bundle-lines.ts";
import type { OrderLine, Parcel } from "../orders/lines.ts";
import { canShip } from "../orders/order-states.ts";

/** What a packing slip shows. */
export interface PackingSlip {
	/** The order's number, as people read it. */
	number: string;
	orderedAt: Date;
	/** The recipient and the address, in the format of its country. */
	address: string[];
	phone: string;
	note: string;
	/** Whether staff have to decide on a withdrawal first. */
	asksToWithdraw: boolean;
	/** What a company calls the order; empty without. */
	reference: string;
	/** For the recipient of a gift; empty without. */
	giftNote: string;
	/** How it reaches its customer, if that is known. */
	service: OrderService | null;
	/** Whether nothing in the parcel may tell prices. */
	hidesPrices: boolean;
	lines: OrderLine[];
	/** Whether what was ordered fits the customer's bike, by order. */
	fits: ReadonlyMap<string, { outcome: Outcome; reason: string }>;
	/** Where its tools lie, by order, if that was asked for. */
	shelves: ReadonlyMap<string, string>;
}

/** Lines of one order that are to be shipped, as a packer sees them: without prices. */
export interface OrdersToShip {
	orderId: string;
	/** The order's number. */
	orderNumber: number;
	orderedAt: string;
	/** The recipient and the address. */
	address: string[];
	note: string;
	/** Whether staff have to decide on a withdrawal first. */
	asksToWithdraw: boolean;
	/** The service, and in how many parcels; null if that is not known. */
	service: string | null;
	lines: {
		_id: string;
		toolId: string;
		name: string;
		quantity: number;
		packed: boolean;
	}[];
}

/** The most orders of a pick list: one walk. As many are counted, so that a page knows whether more wait. */
export const maxPickedOrders = maxCounted;

/** Shipped lines of one order in one parcel, or shipped without one, as a packer sees them. */
export interface ShippedParcel extends OrdersToShip {
	shipment?: Parcel;
	/** Whether a carrier and a number can be added, because it has no parcel yet. */
	canAddTracking: boolean;
}

/** What a packing slip was asked for; everything if both are empty. */
export interface PackingRequest {
	lineIds: readonly string[];
	/** The shipment's id. */
	shipmentId: string | undefined;
}

/**
 * Returns the orders to pack: those of the request, or all that can be shipped, or else all that were
 * shipped, each with the pieces that are to be shipped. Never one that is unpaid, cancelled or refunded before it was shipped.
 */
export function linesToPack(
	lines: readonly OrderLine[],
	{ lineIds, shipmentId }: PackingRequest,
): OrderLine[] {
	const packable = lines
		.filter((line) => canShip(line) || line.status === "Shipped")
		.map((line) => ({ ...line, quantity: line.toShip ?? line.quantity }));
	if (shipmentId !== undefined)
		return packable.filter(({ shipment }) => shipment?._id === shipmentId);
	if (lineIds.length > 0) return packable.filter(({ _id }) => lineIds.includes(_id));
	const unshipped = packable.filter(canShip);
	return unshipped.length > 0 ? unshipped : packable;
}

/** The lines of a slip in its order: those of a kit stand together, and the first of them has its heading. */
export const slipRows = (lines: readonly OrderLine[]) =>
	byBundle(lines, ({ bundle }) => bundle?.productCode).flatMap((own) =>
		own.map((line, index) => ({ line, kit: index === 0 ? line.bundle : undefined })),
	);

/**
 * The path of an order's packing slip: of all, of some lines, or of a shipment. Not in paths/site.ts,
 * which every page with an island loads.
 */
export function packingPath(
	orderId: string,
	{
		lineIds = [],
		shipmentId,
	}: { lineIds?: readonly string[]; shipmentId?: string | undefined } = {},
): string {
	const query = lineIds.map((id) => `order=${encodeURIComponent(id)}`);
	if (shipmentId !== undefined) query.push(`shipment=${encodeURIComponent(shipmentId)}`);
	return `/dashboard/packing/${encodeURIComponent(orderId)}?${query.join("&")}`;
}

/** What is printed: each order's packing slip, its address label, or one after the other; or one pick list of all. */
export const sheetKinds = ["slips", "labels", "both", "picks"] as const;
export type SheetKind = (typeof sheetKinds)[number];

/** The path of the packing slips or labels of lines, each order's on a page of its own. */
export function packingSlipsPath(lineIds: readonly string[], sheets: SheetKind = "slips"): string {
	const query = lineIds.map((id) => `order=${encodeURIComponent(id)}`);
	if (sheets !== "slips") query.push(`sheets=${sheets}`);
	return `/dashboard/packing/slips?${query.join("&")}`;
}

/** A service as packers read it: "Express, 2 parcels, 3.4 kg". */
export function serviceText({ name, parcels, grams }: OrderService): string {
	const facts = [parcels > 1 ? parcelCount(parcels) : "", grams ? formatKilos(grams) : ""];
	return [name, ...facts].filter(Boolean).join(", ");
}
