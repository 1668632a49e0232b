/** The endpoint for shipments. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id, modifiedReply } from "../../values/fields.ts";
import { shipmentRequest, shipmentSchema, shipmentUpdate } from "./shipments.ts";

export const createShipmentEndpoint = endpoint({
	method: "POST",
	path: "/shipment",
	access: "shipping",
	status: 201,
	summary:
		"Ships paid orders of one checkout in one parcel, all or none, and tells the customer by mail once that can no longer be undone. Orders that were all shipped without a parcel get this one",
	body: shipmentRequest,
	reply: v.object({ insertedId: v.string(), shipment: shipmentSchema }),
	errors: ["not_found", "not_shippable"],
});

export const updateShipmentEndpoint = endpoint({
	method: "PATCH",
	path: "/shipment/{id}",
	access: "shipping",
	summary:
		"Corrects the carrier and the tracking number of a shipment, and tells the customer if `notify` is set",
	params: v.object({ id }),
	body: shipmentUpdate,
	reply: shipmentSchema,
	errors: ["not_found"],
});

export const undoShipmentEndpoint = endpoint({
	method: "DELETE",
	path: "/shipment/{id}",
	access: "shipping",
	summary:
		"Takes back a shipment with all its orders within 30 seconds, before the customer's mail; orders that were shipped before it stay shipped",
	params: v.object({ id }),
	reply: modifiedReply,
	errors: ["not_found", "not_shippable"],
});
