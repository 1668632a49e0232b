import { allowOnly, handle } from "../../../http/handle.ts";
import { getLineEndpoint, payOrderEndpoint } from "../../../shop/orders/lines.api.ts";
import { getLine } from "../../../shop/orders/lines.server.ts";
import { payOrder } from "../../../shop/payments/payments.server.ts";

export const { GET } = handle(getLineEndpoint, ({ caller, params }) => getLine(caller, params.id));

export const { PATCH } = handle(payOrderEndpoint, ({ caller, params, body }) =>
	payOrder(caller, params.id, body.transactionId),
);

export const ALL = allowOnly("GET", "PATCH");
