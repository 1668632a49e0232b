/** A parcel in the API. Without the carriers, which most pages do not need. */
import * as v from "valibot";

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
