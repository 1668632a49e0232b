import { call } from "../../http/call.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { retryRefundEndpoint } from "../../shop/refunds/refunds.api.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { toastRefund } from "./toast-refund.ts";

/** Makes failed refunds again. `onUpdated` receives the changed order. */
export function useRefundRetry(onUpdated: (line: OrderLine) => void) {
	const { sending, send } = useSend();
	const retryRefund = ({ _id: id }: OrderLine) =>
		send(
			async () => {
				const reply = await call(retryRefundEndpoint, { params: { id } });
				toastRefund(reply);
				onUpdated(reply.order);
			},
			(error) => toast("error", errorMessage(error)),
		);
	return { sending, retryRefund };
}
