import type { ReactNode } from "react";
import type { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/orders.ts";
import { deleteLineEndpoint, getLineEndpoint } from "../../shop/orders/lines.api.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { formatPrice } from "../../values/money.ts";
import { DeleteDialog } from "../ui/DeleteDialog.tsx";

interface Props {
	line: OrderLine;
	/** Called when the order is deleted, now or earlier. */
	onDeleted: () => void;
	/** Called when the order was paid in the meantime. */
	onPaid: (line: OrderLine) => void;
	onClose: () => void;
	/** Describes what will be deleted. */
	children: ReactNode;
}

/** Deletes an unpaid order after a confirmation. */
export function DeleteLine({ line, onDeleted, onPaid, onClose, children }: Props) {
	const id = line._id;
	const showPaid = async (error: ShopError) => {
		if (error.code !== "already_paid") return;
		const paid = await call(getLineEndpoint, { params: { id } }).catch(() => undefined);
		if (paid) onPaid(paid);
	};
	return (
		<DeleteDialog
			title={texts.deleteQuestion}
			confirmLabel={texts.deleteOrder}
			request={() => call(deleteLineEndpoint, { query: { id } })}
			deletedMessage={messages.lineDeleted}
			onDeleted={onDeleted}
			deletedEarlier={["not_found", "order_closed"]}
			onError={showPaid}
			onClose={onClose}
		>
			{children}
			<p className="text-sm text-quiet">
				{texts.unpaidOrder(formatOrderNumber(line.orderNumber), formatPrice(line.totalPrice))}
			</p>
		</DeleteDialog>
	);
}
