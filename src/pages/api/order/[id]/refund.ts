import { allowOnly, handle } from "../../../../http/handle.ts";
import { readRefundable } from "../../../../shop/refunds/payment-of-refunds.server.ts";
import { refundOrder } from "../../../../shop/refunds/refund-order.server.ts";
import { refundableEndpoint, refundOrderEndpoint } from "../../../../shop/refunds/refunds.api.ts";

export const { GET } = handle(refundableEndpoint, ({ params }) => readRefundable(params.id));

export const { POST } = handle(refundOrderEndpoint, async ({ caller, params, body, requestKey }) =>
	refundOrder(caller, params.id, body, await requestKey()),
);

export const ALL = allowOnly("GET", "POST");
