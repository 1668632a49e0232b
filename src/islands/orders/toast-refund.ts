import * as orderMessages from "../../messages.orders.ts";
import type { RefundReply } from "../../shop/refunds/refunds.ts";
import { type Toast, toast } from "../../stores/toasts.ts";
import { formatPrice } from "../../values/money.ts";

/** Returns what came of a refund. */
export function refundToast({ amount, status }: RefundReply): Toast {
	const price = formatPrice(amount);
	if (status === "failed") return { kind: "error", text: orderMessages.refundFailed(price) };
	const text =
		status === "done" ? orderMessages.refundDone(price) : orderMessages.refundIsDue(price);
	return { kind: "success", text };
}

/** Shows what came of a refund. */
export function toastRefund(reply: RefundReply): void {
	const { kind, text } = refundToast(reply);
	toast(kind, text);
}
