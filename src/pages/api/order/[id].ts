import { allowOnly, handle } from "../../../http/handle.ts";
import { getLineEndpoint, payLineEndpoint } from "../../../shop/orders/lines.api.ts";
import { getLine } from "../../../shop/orders/lines.server.ts";
import { payLine } from "../../../shop/payments/payments.server.ts";

export const { GET } = handle(getLineEndpoint, ({ caller, params }) => getLine(caller, params.id));

export const { PATCH } = handle(payLineEndpoint, ({ caller, params, body }) =>
	payLine(caller, params.id, body.transactionId),
);

export const ALL = allowOnly("GET", "PATCH");
