import type { ReactNode } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import { formatPrice } from "../../shop/money.ts";
import { deleteOrderEndpoint, getOrderEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { toast } from "../../stores/toasts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";

interface Props {
	order: Order;
	/** Called when the order is deleted, now or earlier. */
	onDeleted: () => void;
	/** Called when the order was paid in the meantime. */
	onPaid: (order: Order) => void;
	onClose: () => void;
	/** Describes what will be deleted. */
	children: ReactNode;
}

/** Deletes an unpaid order after a confirmation. */
export function DeleteOrder({ order, onDeleted, onPaid, onClose, children }: Props) {
	const { sending, send } = useSend();
	const id = order._id;
	const deleteOrder = () =>
		send(
			async () => {
				await call(deleteOrderEndpoint, { query: { id } });
				toast("success", messages.orderDeleted);
				onClose();
				onDeleted();
			},
			(error) => {
				toast("error", errorMessage(error));
				onClose();
				void syncAfterError(error);
			},
		);

	const syncAfterError = async (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		if (error.code === "not_found" || error.code === "order_closed") onDeleted();
		if (error.code !== "already_paid") return;
		const paid = await call(getOrderEndpoint, { params: { id } }).catch(() => undefined);
		if (paid) onPaid(paid);
	};

	return (
		<ConfirmDialog
			title="Delete this order?"
			confirmLabel="Delete order"
			busy={sending}
			onConfirm={deleteOrder}
			onCancel={onClose}
		>
			{children}
			<p className="text-sm text-quiet">
				Order {id}, total {formatPrice(order.totalPrice)}, unpaid.
			</p>
		</ConfirmDialog>
	);
}
