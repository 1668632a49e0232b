/** Labels of carriers: what the API takes and returns. */
import * as v from "valibot";
import { id } from "../../values/fields.ts";
import { labelStates } from "./label-states.ts";

/** The heaviest parcel, in grams: no carrier takes more. */
const maxGrams = 70_000;

export const labelRequest = v.object({
	/** The lines, all of one order. */
	lineIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(50)),
	/** What the parcel weighs with its box; by default what its tools weigh. */
	grams: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxGrams))),
});
export type LabelRequest = v.InferOutput<typeof labelRequest>;

const rateSchema = v.object({
	_id: v.string(),
	carrier: v.string(),
	service: v.string(),
	price: v.number(),
	currency: v.string(),
	/** In how many days it arrives; null if the carrier does not say. */
	days: v.nullable(v.number()),
});

export const ratedLabelSchema = v.object({
	_id: v.string(),
	grams: v.number(),
	/** The cheapest first. */
	rates: v.array(rateSchema),
});
export type RatedLabel = v.InferOutput<typeof ratedLabelSchema>;

export const labelSchema = v.object({
	_id: v.string(),
	state: v.picklist(labelStates),
	carrier: v.string(),
	service: v.string(),
	trackingNumber: v.string(),
	/** The PDF. */
	url: v.exactOptional(v.string()),
	/** The shipment; missing if its lines could no longer be shipped. */
	shipmentId: v.exactOptional(v.string()),
});
export type Label = v.InferOutput<typeof labelSchema>;
