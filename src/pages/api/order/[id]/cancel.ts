import { allowOnly, handle } from "../../../../http/handle.ts";
import { cancelOrder } from "../../../../shop/refunds/refund-order.server.ts";
import { cancelOrderEndpoint } from "../../../../shop/refunds/refunds.api.ts";

export const POST = handle(cancelOrderEndpoint, ({ caller, params }) =>
	cancelOrder(caller, params.id),
);

export const ALL = allowOnly("POST");
