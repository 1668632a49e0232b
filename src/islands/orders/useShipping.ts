import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import type { OrderStatus } from "../../shop/orders/order-states.ts";
import { setPackedEndpoint, setStatusEndpoint } from "../../shop/orders/orders.api.ts";
import { type Order, undoOfferedMs } from "../../shop/orders/orders.ts";
import { undoShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import type { Shipment } from "../../shop/shipments/shipments.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";

/** Ships orders, with a toast to undo it. `onUpdated` receives the changed order. */
export function useShipping(onUpdated: (order: Order) => void) {
	const { sending, send } = useSend();

	const setStatus = async (order: Order, status: OrderStatus) => {
		await call(setStatusEndpoint, { query: { id: order._id }, body: { status } });
		onUpdated({ ...order, status });
	};

	const offerUndo = (takeBack: () => Promise<void>) =>
		toast("success", messages.statusUpdated, {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => void undo(takeBack),
		});

	const ship = (order: Order) =>
		send(
			async () => {
				await setStatus(order, "Shipped");
				offerUndo(() => setStatus(order, "Pending"));
			},
			(error) => toast("error", errorMessage(error)),
		);

	/** Marks an order as packed, or takes that back. */
	const setPacked = (order: Order, packed: boolean) =>
		send(
			async () => {
				await call(setPackedEndpoint, { params: { id: order._id }, body: { packed } });
				const { packedAt: _, ...unpacked } = order;
				onUpdated(packed ? { ...order, packedAt: new Date().toISOString() } : unpacked);
			},
			(error) => toast("error", errorMessage(error)),
		);

	/** Shows orders, as they were before, in the parcel that they got, which is undone as a whole. */
	const parcelShipped = (orders: readonly Order[], shipment: Shipment) => {
		for (const order of orders) onUpdated({ ...order, status: "Shipped", shipment });
		offerUndo(async () => {
			await call(undoShipmentEndpoint, { params: { id: shipment._id } });
			for (const order of orders) onUpdated(order);
		});
	};

	// Not with `send`, which drops calls while another order is being shipped, when the toast is gone already.
	const undo = async (takeBack: () => Promise<void>) => {
		try {
			await takeBack();
			toast("success", messages.statusUpdated);
		} catch (error) {
			if (redirectIfSignedOut(error)) return;
			const tooLate = error instanceof ShopError && error.code === "not_shippable";
			toast("error", tooLate ? messages.undoTooLate : errorMessage(error));
		}
	};

	return { sending, ship, setPacked, parcelShipped };
}
