import { handle } from "../../http/handle.ts";
import { shipParcels } from "../../shop/shipments/ship-parcels.server.ts";
import { shipParcelsEndpoint } from "../../shop/shipments/shipments.api.ts";

export const { POST, ALL } = handle(shipParcelsEndpoint, async ({ caller, body }) => ({
	parcels: await shipParcels(caller, body.parcels),
}));
