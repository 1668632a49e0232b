import * as messages from "../../messages.ts";
import { formatPrice } from "../../shop/money.ts";
import type { RefundReply } from "../../shop/refunds/refunds.ts";
import { toast } from "../../stores/toasts.ts";

/** Shows what came of a refund. */
export function toastRefund({ amount, status }: RefundReply): void {
	const price = formatPrice(amount);
	if (status === "failed") toast("error", messages.refundFailed(price));
	else
		toast("success", status === "done" ? messages.refundDone(price) : messages.refundIsDue(price));
}
