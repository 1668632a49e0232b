import { allowOnly, handle } from "../../../../http/handle.ts";
import { setPackedEndpoint } from "../../../../shop/orders/orders.api.ts";
import { setPacked } from "../../../../shop/orders/orders.server.ts";

export const PUT = handle(setPackedEndpoint, ({ params, body }) =>
	setPacked(params.id, body.packed),
);

export const ALL = allowOnly("PUT");
