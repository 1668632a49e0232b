import { handle } from "../../../../http/handle.ts";
import { changeDeliveryEndpoint } from "../../../../shop/orders/order-changes.api.ts";
import { changeDelivery } from "../../../../shop/payments/change-order.server.ts";

export const { PATCH, ALL } = handle(changeDeliveryEndpoint, ({ caller, params, body }) =>
	changeDelivery(caller, params.id, body),
);
