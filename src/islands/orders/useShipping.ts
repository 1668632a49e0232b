import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { setStatusEndpoint } from "../../shop/orders/orders.api.ts";
import { type Order, type OrderStatus, undoOfferedMs } from "../../shop/orders/orders.ts";
import { say } from "../../stores/toasts.ts";
import { signsInAgain, useSend, wordsOf } from "../ui/useSend.ts";

/** Ships orders, and takes it back for a while; `show` gets the order as it is then. */
export function useShipping(show: (order: Order) => void) {
	const { sending, send } = useSend();

	const set = async (order: Order, status: OrderStatus) => {
		await call(setStatusEndpoint, { query: { id: order._id }, body: { status } });
		show({ ...order, status });
	};

	const ship = (order: Order) =>
		send(
			async () => {
				await set(order, "Shipped");
				say("success", messages.statusUpdated, {
					label: messages.undo,
					durationMs: undoOfferedMs,
					run: () => void undo(order),
				});
			},
			(error) => say("error", wordsOf(error)),
		);

	// Not by `send`: it would be dropped while another order is being shipped, and the toast is gone.
	const undo = async (order: Order) => {
		try {
			await set(order, "Pending");
			say("success", messages.statusUpdated);
		} catch (error) {
			if (signsInAgain(error)) return;
			const late = error instanceof ShopError && error.code === "not_shippable";
			say("error", late ? messages.undoTooLate : wordsOf(error));
		}
	};

	return { sending, ship };
}
