/** The endpoint for shipments. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { shipmentRequest, shipmentSchema } from "./shipments.ts";

export const createShipmentEndpoint = endpoint({
	method: "POST",
	path: "/shipment",
	access: "admin",
	status: 201,
	summary:
		"Ships paid orders of one checkout in one parcel, all or none, and tells the customer by mail once that can no longer be undone",
	body: shipmentRequest,
	reply: v.object({ insertedId: v.string(), shipment: shipmentSchema }),
	errors: ["not_found", "not_shippable"],
});
