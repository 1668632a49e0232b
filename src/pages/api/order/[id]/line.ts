import { handle } from "../../../../http/handle.ts";
import { setLineEndpoint } from "../../../../shop/orders/order-changes.api.ts";
import { setLine } from "../../../../shop/payments/change-order.server.ts";

export const { POST, ALL } = handle(setLineEndpoint, ({ caller, params, body }) =>
	setLine(caller, params.id, body),
);
