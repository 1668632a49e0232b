/** How a parcel can be followed. */
import * as v from "valibot";
import { trackingUrl } from "./carriers.ts";

/** The parcel of an order, as the API shows it with the order. */
export const parcelSchema = v.object({
	/** The shipment's id. */
	_id: v.string(),
	/** Empty if the shop has not entered it. */
	carrier: v.string(),
	trackingNumber: v.string(),
	/** Known carriers have one. */
	trackingUrl: v.exactOptional(v.string()),
});
export type Parcel = v.InferOutput<typeof parcelSchema>;

/** Converts a shipment's id, carrier and number to the API's format. */
export function toParcel(id: string, carrier: string, trackingNumber: string): Parcel {
	const url = trackingUrl(carrier, trackingNumber);
	return { _id: id, carrier, trackingNumber, ...(url && { trackingUrl: url }) };
}
