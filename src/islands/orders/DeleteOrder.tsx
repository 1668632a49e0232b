import type { ReactNode } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import type { ShopError } from "../../shop/errors.ts";
import { formatPrice } from "../../shop/money.ts";
import { deleteOrderEndpoint, getOrderEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { DeleteDialog } from "../ui/DeleteDialog.tsx";

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
	const id = order._id;
	const showPaid = async (error: ShopError) => {
		if (error.code !== "already_paid") return;
		const paid = await call(getOrderEndpoint, { params: { id } }).catch(() => undefined);
		if (paid) onPaid(paid);
	};
	return (
		<DeleteDialog
			title="Delete this order?"
			confirmLabel="Delete order"
			request={() => call(deleteOrderEndpoint, { query: { id } })}
			deletedMessage={messages.orderDeleted}
			onDeleted={onDeleted}
			deletedEarlier={["not_found", "order_closed"]}
			onError={showPaid}
			onClose={onClose}
		>
			{children}
			<p className="text-sm text-quiet">
				Order {id}, total {formatPrice(order.totalPrice)}, unpaid.
			</p>
		</DeleteDialog>
	);
}
