import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { setPackedEndpoint, setStatusEndpoint } from "../../shop/orders/lines.api.ts";
import { type OrderLine, undoOfferedMs } from "../../shop/orders/lines.ts";
import type { OrderStatus } from "../../shop/orders/order-states.ts";
import { undoShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import type { Shipment } from "../../shop/shipments/shipments.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";

/** Ships orders, with a toast to undo it. `onUpdated` receives the changed order. */
export function useShipping(onUpdated: (line: OrderLine) => void) {
	const { sending, send } = useSend();

	const setStatus = async (line: OrderLine, status: OrderStatus) => {
		await call(setStatusEndpoint, { query: { id: line._id }, body: { status } });
		onUpdated({ ...line, status });
	};

	const offerUndo = (takeBack: () => Promise<void>) =>
		toast("success", messages.statusUpdated, {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => void undo(takeBack),
		});

	const ship = (line: OrderLine) =>
		send(
			async () => {
				await setStatus(line, "Shipped");
				offerUndo(() => setStatus(line, "Pending"));
			},
			(error) => toast("error", errorMessage(error)),
		);

	/** Marks an order as packed, or takes that back. */
	const setPacked = (line: OrderLine, packed: boolean) =>
		send(
			async () => {
				await call(setPackedEndpoint, { params: { id: line._id }, body: { packed } });
				const { packedAt: _, ...unpacked } = line;
				onUpdated(packed ? { ...line, packedAt: new Date().toISOString() } : unpacked);
			},
			(error) => toast("error", errorMessage(error)),
		);

	/** Shows orders, as they were before, in the parcel that they got, which is undone as a whole. */
	const parcelShipped = (lines: readonly OrderLine[], shipment: Shipment) => {
		for (const line of lines) onUpdated({ ...line, status: "Shipped", shipment });
		offerUndo(async () => {
			await call(undoShipmentEndpoint, { params: { id: shipment._id } });
			for (const line of lines) onUpdated(line);
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
