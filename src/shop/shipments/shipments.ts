/** Shipments: parcels with one or more orders of one checkout. */
import * as v from "valibot";
import { id, text, timestamp } from "../fields.ts";
import { parcelSchema } from "./parcel.ts";

/** Maximum number of orders in a parcel: all of a checkout. */
const maxOrders = 50;

/** Maximum length of a carrier's name and of a tracking number, in characters. */
export const maxTrackingLength = 60;

const trackingEntries = {
	carrier: v.optional(text(maxTrackingLength), ""),
	trackingNumber: v.optional(text(maxTrackingLength), ""),
};

export const shipmentRequest = v.object({
	orderIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(maxOrders)),
	...trackingEntries,
});
export type ShipmentRequest = v.InferOutput<typeof shipmentRequest>;

/** What an administrator sends to correct a shipment. */
export const shipmentUpdate = v.object({
	...trackingEntries,
	/** Whether to tell the customer by another mail, if the first one was sent already. */
	notify: v.optional(v.boolean()),
});
export type ShipmentUpdate = v.InferOutput<typeof shipmentUpdate>;

/** A shipment in the API. */
export const shipmentSchema = v.object({
	...parcelSchema.entries,
	checkoutId: v.string(),
	orderIds: v.array(v.string()),
	createdAt: timestamp,
});
export type Shipment = v.InferOutput<typeof shipmentSchema>;
