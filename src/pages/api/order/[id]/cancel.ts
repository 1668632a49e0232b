import { handle } from "../../../../http/handle.ts";
import { cancelOrder } from "../../../../shop/refunds/refund-order.server.ts";
import { cancelOrderEndpoint } from "../../../../shop/refunds/refunds.api.ts";

export const { POST, ALL } = handle(cancelOrderEndpoint, ({ caller, params }) =>
	cancelOrder(caller, params.id),
);
