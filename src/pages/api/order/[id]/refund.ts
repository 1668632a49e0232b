import { allowOnly, handle } from "../../../../http/handle.ts";
import { refundOrder } from "../../../../shop/refunds/refund-order.server.ts";
import { refundOrderEndpoint } from "../../../../shop/refunds/refunds.api.ts";

export const POST = handle(refundOrderEndpoint, async ({ caller, params, body, requestKey }) =>
	refundOrder(caller, params.id, body, await requestKey()),
);

export const ALL = allowOnly("POST");
