import { handle } from "../../../../../http/handle.ts";
import { retryRefund } from "../../../../../shop/refunds/refund-order.server.ts";
import { retryRefundEndpoint } from "../../../../../shop/refunds/refunds.api.ts";

export const { POST, ALL } = handle(retryRefundEndpoint, ({ caller, params }) =>
	retryRefund(caller, params.id),
);
