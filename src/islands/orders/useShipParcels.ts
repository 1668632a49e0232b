import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/shipping.ts";
import { canShip } from "../../shop/orders/order-states.ts";
import type { WorkspaceOrder } from "../../shop/orders/orders-workspace.ts";
import { shipParcelsEndpoint, undoShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import { maxParcels, type ParcelReply, type Shipment } from "../../shop/shipments/shipments.ts";
import { fullNameOf } from "../../shop/tools/sold-names.ts";
import { toast } from "../../stores/toasts.ts";
import { useSend } from "../ui/useSend.ts";
import { offerUndoOfShipping } from "./offer-undo-of-shipping.ts";

/** Lines of one order that are shipped together. */
export interface ParcelToShip {
	orderId: string;
	orderNumber: number;
	recipient: string;
	lines: readonly { _id: string; name: string; quantity: number }[];
}

export type TrackedParcel = ParcelToShip & { carrier?: string; trackingNumber?: string };

/** A parcel that was not shipped, and why. */
export interface NotShipped {
	parcel: ParcelToShip;
	reason: string;
}

/** What of an order can be shipped, as a parcel; no lines if nothing can. */
export function parcelOf({ id, lines }: WorkspaceOrder): ParcelToShip {
	const [first] = lines;
	return {
		orderId: id,
		orderNumber: first?.orderNumber ?? 0,
		recipient: first?.UserName ?? "",
		lines: lines.filter(canShip).map((line) => ({
			_id: line._id,
			name: fullNameOf(line),
			quantity: line.toShip ?? 0,
		})),
	};
}

const reasonOf = (reply: Extract<ParcelReply, { error: string }>) =>
	"leftOut" in reply && reply.leftOut.length > 0
		? texts.leftOut(reply.leftOut)
		: new ShopError(reply.error).message;

interface Handlers {
	onShipped: (parcel: ParcelToShip, shipment: Shipment) => void;
	onUndone: (parcel: ParcelToShip, shipment: Shipment) => void;
	/** Offers to undo them; with a toast of this page by default. */
	offerUndo?: (shipments: readonly Shipment[]) => void;
}

/** Ships parcels, each with a tracking number or without, with one toast to undo all. */
export function useShipParcels({ onShipped, onUndone, offerUndo }: Handlers) {
	const { sending, send } = useSend();

	/** Returns the parcels that were not shipped. Throws ShopError if none could be sent. */
	const shipParcels = async (parcels: readonly TrackedParcel[]): Promise<NotShipped[]> => {
		const shipped: (readonly [ParcelToShip, Shipment])[] = [];
		const failed: NotShipped[] = [];
		for (let start = 0; start < parcels.length; start += maxParcels) {
			const some = parcels.slice(start, start + maxParcels);
			const body = {
				parcels: some.map(({ lines, carrier, trackingNumber }) => ({
					lineIds: lines.map(({ _id }) => _id),
					carrier,
					trackingNumber,
				})),
			};
			const replies = await call(shipParcelsEndpoint, { body });
			for (const [index, reply] of replies.parcels.entries()) {
				const parcel = some[index];
				if (!parcel) continue;
				if ("error" in reply) failed.push({ parcel, reason: reasonOf(reply) });
				else {
					shipped.push([parcel, reply.shipment]);
					onShipped(parcel, reply.shipment);
				}
			}
		}
		if (shipped.length > 0 && offerUndo) offerUndo(shipped.map(([, shipment]) => shipment));
		else if (shipped.length > 0)
			offerUndoOfShipping(texts.shippedCount(shipped.length), async () => {
				await Promise.all(
					shipped.map(async ([parcel, shipment]) => {
						await call(undoShipmentEndpoint, { params: { id: shipment._id } });
						onUndone(parcel, shipment);
					}),
				);
				toast("success", texts.shippingUndone);
			});
		return failed;
	};

	return { sending, send, shipParcels };
}
