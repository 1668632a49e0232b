import * as orderMessages from "../../messages.orders.ts";
import { formatPrice } from "../../shop/money.ts";
import type { RefundReply } from "../../shop/refunds/refunds.ts";
import { toast } from "../../stores/toasts.ts";

/** Shows what came of a refund. */
export function toastRefund({ amount, status }: RefundReply): void {
	const price = formatPrice(amount);
	if (status === "failed") toast("error", orderMessages.refundFailed(price));
	else
		toast(
			"success",
			status === "done" ? orderMessages.refundDone(price) : orderMessages.refundIsDue(price),
		);
}
