import { allowOnly, handle } from "../../../http/handle.ts";
import { buyLabelEndpoint, voidLabelEndpoint } from "../../../shop/shipments/labels.api.ts";
import { buyLabel, voidLabel } from "../../../shop/shipments/labels.server.ts";

export const { PUT } = handle(buyLabelEndpoint, ({ caller, params, body }) =>
	buyLabel(caller, params.id, body.rate),
);

export const { DELETE } = handle(voidLabelEndpoint, ({ params }) => voidLabel(params.id));

export const ALL = allowOnly("PUT", "DELETE");
