import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import { setStatusEndpoint } from "../../shop/orders/orders.api.ts";
import { type Order, type OrderStatus, undoOfferedMs } from "../../shop/orders/orders.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";

/** Ships orders, and takes it back for a while; `show` gets the order as it is then. */
export function useShipping(onUpdated: (order: Order) => void) {
	const { sending, send } = useSend();

	const setStatus = async (order: Order, status: OrderStatus) => {
		await call(setStatusEndpoint, { query: { id: order._id }, body: { status } });
		onUpdated({ ...order, status });
	};

	const ship = (order: Order) =>
		send(
			async () => {
				await setStatus(order, "Shipped");
				toast("success", messages.statusUpdated, {
					label: messages.undo,
					durationMs: undoOfferedMs,
					run: () => void undo(order),
				});
			},
			(error) => toast("error", errorMessage(error)),
		);

	// Not by `send`: it would be dropped while another order is being shipped, and the toast is gone.
	const undo = async (order: Order) => {
		try {
			await setStatus(order, "Pending");
			toast("success", messages.statusUpdated);
		} catch (error) {
			if (redirectIfSignedOut(error)) return;
			const tooLate = error instanceof ShopError && error.code === "not_shippable";
			toast("error", tooLate ? messages.undoTooLate : errorMessage(error));
		}
	};

	return { sending, ship };
}
