import { allowOnly, handle } from "../../../http/handle.ts";
import { getOrderEndpoint, payOrderEndpoint } from "../../../shop/orders/orders.api.ts";
import { getOrder } from "../../../shop/orders/orders.server.ts";
import { payOrder } from "../../../shop/payments/payments.server.ts";

export const GET = handle(getOrderEndpoint, ({ caller, params }) => getOrder(caller, params.id));

export const PATCH = handle(payOrderEndpoint, ({ caller, params, body }) =>
	payOrder(caller, params.id, body.transactionId),
);

export const ALL = allowOnly("GET", "PATCH");
