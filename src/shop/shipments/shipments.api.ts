/** The endpoint for shipments. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id, modifiedReply } from "../../values/fields.ts";
import {
	parcelReply,
	parcelsRequest,
	shipmentRequest,
	shipmentSchema,
	shipmentUpdate,
	trackingFileRequest,
	trackingPreview,
} from "./shipments.ts";

export const createShipmentEndpoint = endpoint({
	method: "POST",
	path: "/shipment",
	access: "shipping",
	status: 201,
	summary:
		"Ships paid lines of one order in one parcel, all or none, and tells the customer by e-mail once that can no longer be undone. Lines that were all shipped without a parcel get this one",
	body: shipmentRequest,
	reply: v.object({ insertedId: v.string(), shipment: shipmentSchema }),
	errors: ["not_found", "not_shippable"],
});

export const shipParcelsEndpoint = endpoint({
	method: "POST",
	path: "/shipments",
	access: "shipping",
	summary:
		"Ships several orders at once, each in a parcel with its own tracking number: all lines of an order that can be shipped, or some. Each parcel stands or falls alone; the reply has one for each, with its shipment or why it was not shipped, and the lines that it left out with their reasons",
	body: parcelsRequest,
	reply: v.object({ parcels: v.array(parcelReply) }),
});

export const readTrackingFileEndpoint = endpoint({
	method: "POST",
	path: "/shipments/file",
	access: "shipping",
	summary:
		"Reads a CSV file of tracking numbers, with the columns Order, Tracking number and Carrier: the parcels to ship, and what is wrong with each other line. Ships nothing",
	body: trackingFileRequest,
	reply: trackingPreview,
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
		"Undoes a shipment with all its lines within 30 seconds, before the customer's e-mail; lines shipped earlier stay shipped",
	params: v.object({ id }),
	reply: modifiedReply,
	errors: ["not_found", "not_shippable"],
});
