import { handle } from "../../../../http/handle.ts";
import { addLineEndpoint } from "../../../../shop/orders/order-changes.api.ts";
import { addLine } from "../../../../shop/payments/change-order.server.ts";

export const { POST, ALL } = handle(addLineEndpoint, ({ caller, params, body }) =>
	addLine(caller, params.id, body),
);
