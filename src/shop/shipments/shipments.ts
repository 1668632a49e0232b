/** Shipments: parcels with one or more orders of one checkout. */
import * as v from "valibot";
import { id, text, timestamp } from "../fields.ts";

/** Maximum number of orders in a parcel: all of a checkout. */
const maxOrders = 50;

/** Maximum length of a carrier's name and of a tracking number, in characters. */
const maxLength = 60;

export const shipmentRequest = v.object({
	orderIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(maxOrders)),
	carrier: v.optional(text(maxLength), ""),
	trackingNumber: v.optional(text(maxLength), ""),
});
export type ShipmentRequest = v.InferOutput<typeof shipmentRequest>;

/** A shipment in the API. */
export const shipmentSchema = v.object({
	_id: v.string(),
	checkoutId: v.string(),
	orderIds: v.array(v.string()),
	carrier: v.string(),
	trackingNumber: v.string(),
	/** Known carriers have one. */
	trackingUrl: v.exactOptional(v.string()),
	createdAt: timestamp,
});
export type Shipment = v.InferOutput<typeof shipmentSchema>;
