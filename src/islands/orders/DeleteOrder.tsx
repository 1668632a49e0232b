import type { ReactNode } from "react";
import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { deleteOrderEndpoint, getOrderEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { formatPrice, toCents } from "../../shop/values.ts";
import { say } from "../../stores/toasts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useSend, wordsOf } from "../ui/useSend.ts";

interface Props {
	order: Order;
	/** It is gone, by us or before. */
	onGone: () => void;
	/** It turned out to be paid for, or closed, meanwhile. */
	onPaid: (order: Order) => void;
	onClose: () => void;
	/** What will be lost, in the words of whoever asks. */
	children: ReactNode;
}

/** Asks and deletes an unpaid order. */
export function DeleteOrder({ order, onGone, onPaid, onClose, children }: Props) {
	const { sending, send } = useSend();
	const id = order._id;
	const remove = () =>
		send(
			async () => {
				await call(deleteOrderEndpoint, { query: { id } });
				say("success", messages.orderDeleted);
				onClose();
				onGone();
			},
			(error) => {
				say("error", wordsOf(error));
				onClose();
				void showAsItIs(error);
			},
		);

	const showAsItIs = async (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		if (error.code === "not_found" || error.code === "order_closed") onGone();
		if (error.code !== "already_paid") return;
		const paid = await call(getOrderEndpoint, { params: { id } }).catch(() => undefined);
		if (paid) onPaid(paid);
	};

	return (
		<ConfirmDialog
			title="Delete this order?"
			action="Delete order"
			busy={sending}
			onConfirm={remove}
			onCancel={onClose}
		>
			{children}
			<p className="text-sm text-quiet">
				Order {id}, {formatPrice(toCents(order.totalPrice))} in all. It is not paid for.
			</p>
		</ConfirmDialog>
	);
}
