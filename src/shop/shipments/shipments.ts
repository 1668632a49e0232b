/** Shipments: parcels with one or more lines of one order. */
import * as v from "valibot";
import * as shippingMessages from "../../messages/shipping.ts";
import { id, pastedText, text, timestamp } from "../../values/fields.ts";
import { shippingObstacleNames } from "../orders/line-actions.ts";
import { parcelSchema } from "../orders/lines.ts";

/** Maximum number of lines in a parcel: all of an order. */
const maxLines = 50;

/** Maximum length of a carrier's name, in characters. */
export const maxCarrierLength = 60;

/** Maximum length of a tracking number, in characters. The longest ones, of USPS with a postal code, have 34. */
export const maxTrackingLength = 40;

/** The name of a carrier, which may be empty. */
export const carrierName = text(maxCarrierLength);

/** A tracking number as carriers print them, which may be empty. */
export const trackingNumber = v.pipe(
	pastedText(maxTrackingLength),
	v.regex(/^[A-Za-z0-9 -]*$/, shippingMessages.trackingNumberInvalid),
);

const trackingEntries = {
	carrier: v.optional(carrierName, ""),
	trackingNumber: v.optional(trackingNumber, ""),
};

export const shipmentRequest = v.object({
	lineIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(maxLines)),
	...trackingEntries,
});
export type ShipmentRequest = v.InferOutput<typeof shipmentRequest>;

/** Maximum number of parcels that are shipped at once. */
export const maxParcels = 100;

/** A parcel among several: of the lines of an order that can be shipped, or of some of them. */
const parcelRequest = v.pipe(
	v.object({
		orderId: v.optional(id),
		lineIds: v.optional(shipmentRequest.entries.lineIds),
		...trackingEntries,
	}),
	v.check(({ orderId, lineIds }) => orderId !== undefined || lineIds !== undefined),
);
export type ParcelRequest = v.InferOutput<typeof parcelRequest>;

export const parcelsRequest = v.object({
	parcels: v.pipe(v.array(parcelRequest), v.minLength(1), v.maxLength(maxParcels)),
});

/** Maximum length of a file of tracking numbers, in characters. */
export const maxFileLength = 200_000;

export const trackingFileRequest = v.object({
	file: v.pipe(v.string(), v.maxLength(maxFileLength)),
});

/** A line that was asked for, or is of the order, but is in no parcel, and why. */
const leftOutLine = v.object({
	_id: v.string(),
	name: v.string(),
	reason: v.picklist([...shippingObstacleNames, "otherOrder"]),
});
export type LeftOutLine = v.InferOutput<typeof leftOutLine>;

/** What a file of tracking numbers says: a parcel for each order, and an error for each line that can't be used. */
export const trackingPreview = v.object({
	parcels: v.array(
		v.object({
			/** The line of the file, from 1. */
			line: v.number(),
			orderId: v.string(),
			orderNumber: v.number(),
			recipient: v.string(),
			/** The lines of the order that can be shipped. */
			lines: v.array(v.object({ _id: v.string(), name: v.string(), quantity: v.number() })),
			/** Its other lines. */
			leftOut: v.array(leftOutLine),
			carrier: v.string(),
			trackingNumber: v.string(),
		}),
	),
	errors: v.array(v.object({ line: v.number(), message: v.string() })),
});
export type TrackingPreview = v.InferOutput<typeof trackingPreview>;

/** What an administrator sends to correct a shipment. */
export const shipmentUpdate = v.object({
	...trackingEntries,
	/** Whether to tell the customer by another e-mail, if the first one was sent already. */
	notify: v.optional(v.boolean()),
});
export type ShipmentUpdate = v.InferOutput<typeof shipmentUpdate>;

/** A shipment in the API. */
export const shipmentSchema = v.object({
	...parcelSchema.entries,
	orderId: v.string(),
	lineIds: v.array(v.string()),
	createdAt: timestamp,
});
export type Shipment = v.InferOutput<typeof shipmentSchema>;

/** What became of a parcel among several. */
export const parcelReply = v.union([
	v.object({ shipment: shipmentSchema, leftOut: v.array(leftOutLine) }),
	v.object({ error: v.literal("not_found") }),
	v.object({ error: v.literal("not_shippable"), leftOut: v.array(leftOutLine) }),
]);
export type ParcelReply = v.InferOutput<typeof parcelReply>;
