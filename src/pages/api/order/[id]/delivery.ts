import { allowOnly, handle } from "../../../../http/handle.ts";
import { changeDeliveryEndpoint } from "../../../../shop/orders/order-changes.api.ts";
import { changeDelivery } from "../../../../shop/payments/change-order.server.ts";

export const PATCH = handle(changeDeliveryEndpoint, ({ caller, params, body }) =>
	changeDelivery(caller, params.id, body),
);

export const ALL = allowOnly("PATCH");
