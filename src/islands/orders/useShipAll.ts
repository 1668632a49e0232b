import { useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import * as workspace from "../../messages.workspace.ts";
import { canShip, type Order, undoOfferedMs } from "../../shop/orders/orders.ts";
import { byCheckout } from "../../shop/orders/orders-workspace.ts";
import {
	createShipmentEndpoint,
	undoShipmentEndpoint,
} from "../../shop/shipments/shipments.api.ts";
import type { Shipment } from "../../shop/shipments/shipments.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";

/** An order that was not shipped, and why. */
export interface NotShipped {
	order: Order;
	reason: string;
}

interface Parcel {
	orders: Order[];
	shipment: Shipment;
}

/** Parcels that are sent to the server at the same time. */
const atOnce = 4;

/** Ships many orders, those of a checkout in one parcel, with one toast to undo all. `onUpdated` receives each changed order. */
export function useShipAll(onUpdated: (order: Order) => void) {
	const { sending, send } = useSend();
	const [notShipped, setNotShipped] = useState<readonly NotShipped[]>([]);

	const shipAll = (chosen: readonly Order[]) =>
		send(async () => {
			const failed: NotShipped[] = chosen
				.filter((order) => !canShip(order))
				.map((order) => ({ order, reason: workspace.notToShip }));
			const parcels: Parcel[] = [];
			const waiting = byCheckout(chosen.filter(canShip));
			const work = async () => {
				for (let group = waiting.shift(); group; group = waiting.shift()) {
					try {
						const orderIds = group.map(({ _id }) => _id);
						const { shipment } = await call(createShipmentEndpoint, { body: { orderIds } });
						parcels.push({ orders: group, shipment });
						for (const order of group) onUpdated({ ...order, status: "Shipped", shipment });
					} catch (error) {
						if (redirectIfSignedOut(error)) return;
						const reason = errorMessage(error);
						failed.push(...group.map((order) => ({ order, reason })));
					}
				}
			};
			await Promise.all(Array.from({ length: atOnce }, work));
			setNotShipped(failed);
			if (parcels.length > 0) offerUndo(parcels);
		});

	const offerUndo = (parcels: readonly Parcel[]) =>
		toast("success", workspace.shippedCount(parcels.flatMap(({ orders }) => orders).length), {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => void undo(parcels),
		});

	// Not with `send`, which drops calls while other orders are being shipped, when the toast is gone already.
	const undo = async (parcels: readonly Parcel[]) => {
		try {
			await Promise.all(
				parcels.map(async ({ orders, shipment }) => {
					await call(undoShipmentEndpoint, { params: { id: shipment._id } });
					for (const order of orders) onUpdated(order);
				}),
			);
			toast("success", workspace.undone);
		} catch (error) {
			if (!redirectIfSignedOut(error)) toast("error", errorMessage(error));
		}
	};

	return { sending, notShipped, shipAll };
}
