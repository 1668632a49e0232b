import { allowOnly, handle } from "../../../../../http/handle.ts";
import { retryRefund } from "../../../../../shop/refunds/refund-order.server.ts";
import { retryRefundEndpoint } from "../../../../../shop/refunds/refunds.api.ts";

export const POST = handle(retryRefundEndpoint, ({ caller, params }) =>
	retryRefund(caller, params.id),
);

export const ALL = allowOnly("POST");
