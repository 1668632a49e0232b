import * as texts from "../../messages/refunds.ts";
import type { RefundReply } from "../../shop/refunds/refunds.ts";
import type { Toast } from "../../stores/toasts.ts";
import { formatPrice } from "../../values/money.ts";

/** Returns what came of a refund. */
export function refundToast({ amount, status }: RefundReply): Toast {
	const price = formatPrice(amount);
	if (status === "failed") return { kind: "error", text: texts.refundRejected(price) };
	const text = status === "done" ? texts.refundDone(price) : texts.refundIsDue(price);
	return { kind: "success", text };
}
