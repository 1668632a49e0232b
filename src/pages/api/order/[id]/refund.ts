import { allowOnly, handle } from "../../../../http/handle.ts";
import { parseIdempotencyKey } from "../../../../shop/orders/idempotency-key.server.ts";
import { idempotencyHeader } from "../../../../shop/orders/orders.ts";
import { refundOrder } from "../../../../shop/refunds/refund-order.server.ts";
import { refundOrderEndpoint } from "../../../../shop/refunds/refunds.api.ts";

export const POST = handle(refundOrderEndpoint, ({ caller, params, body, request }) =>
	refundOrder(caller, params.id, body, parseIdempotencyKey(request.headers.get(idempotencyHeader))),
);

export const ALL = allowOnly("POST");
