import { allowOnly, handle } from "../../../http/handle.ts";
import {
	undoShipmentEndpoint,
	updateShipmentEndpoint,
} from "../../../shop/shipments/shipments.api.ts";
import { undoShipment, updateShipment } from "../../../shop/shipments/shipments.server.ts";

export const { PATCH } = handle(updateShipmentEndpoint, ({ caller, params, body }) =>
	updateShipment(caller, params.id, body),
);

export const { DELETE } = handle(undoShipmentEndpoint, ({ caller, params }) =>
	undoShipment(caller, params.id),
);

export const ALL = allowOnly("PATCH", "DELETE");
