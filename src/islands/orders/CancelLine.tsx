import { call } from "../../http/call.ts";
import { type OrderLine, refundableRest } from "../../shop/orders/lines.ts";
import { cancelOrderEndpoint } from "../../shop/refunds/refunds.api.ts";
import type { RefundReply } from "../../shop/refunds/refunds.ts";
import { toast } from "../../stores/toasts.ts";
import { formatPrice } from "../../values/money.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { refundPartsText } from "./refund-parts.ts";

interface Props {
	line: OrderLine;
	/** Shows what came of it. */
	onCancelled: (reply: RefundReply) => void;
	onClose: () => void;
}

/** Cancels a paid order after a confirmation. */
export function CancelLine({ line, onCancelled, onClose }: Props) {
	const rest = refundableRest(line);
	const parts = refundPartsText(line, rest);
	const { sending, send } = useSend();
	const cancel = () =>
		send(
			async () => {
				const reply = await call(cancelOrderEndpoint, { params: { id: line._id } });
				onClose();
				onCancelled(reply);
			},
			(error) => {
				toast("error", errorMessage(error));
				onClose();
			},
		);
	return (
		<ConfirmDialog
			title="Cancel this order?"
			confirmLabel="Cancel order"
			cancelLabel="Keep order"
			busy={sending}
			onConfirm={cancel}
			onCancel={onClose}
		>
			<p>
				Your order of {line.quantity} × <strong>{line.name}</strong> will not be shipped, and{" "}
				{formatPrice(rest)} will be refunded to your card{parts && <> ({parts})</>}.
			</p>
		</ConfirmDialog>
	);
}
