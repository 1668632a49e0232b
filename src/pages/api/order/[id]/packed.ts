import { handle } from "../../../../http/handle.ts";
import { setPackedEndpoint } from "../../../../shop/orders/lines.api.ts";
import { setPacked } from "../../../../shop/shipments/ship-line.server.ts";

export const { PUT, ALL } = handle(setPackedEndpoint, ({ params, body }) =>
	setPacked(params.id, body.packed),
);
