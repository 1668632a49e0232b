import { handle } from "../../http/handle.ts";
import { createShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import { createShipment } from "../../shop/shipments/shipments.server.ts";

export const { POST, ALL } = handle(createShipmentEndpoint, async ({ caller, body }) => {
	const shipment = await createShipment(caller, body);
	return { insertedId: shipment._id, shipment };
});
