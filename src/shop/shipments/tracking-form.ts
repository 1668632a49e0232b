/** The form of a parcel's carrier and tracking number. */
import * as v from "valibot";
import * as shippingMessages from "../../messages/shipping.ts";
import { carriers } from "../orders/carriers.ts";
import { carrierName, trackingNumber } from "./shipments.ts";

/** What is chosen from the list if the carrier is none of the usual ones. */
export const otherCarrier = "other";

/** Requires a carrier: without one, nobody can use the number. */
export const trackingForm = v.pipe(
	v.object({
		choice: v.pipe(
			v.string(shippingMessages.carrierRequired),
			v.minLength(1, shippingMessages.carrierRequired),
		),
		otherName: v.optional(carrierName, ""),
		trackingNumber: v.optional(trackingNumber, ""),
		notify: v.optional(v.boolean(), false),
	}),
	v.forward(
		v.partialCheck(
			[["choice"], ["otherName"]],
			({ choice, otherName }) => choice !== otherCarrier || otherName !== "",
			shippingMessages.carrierRequired,
		),
		["otherName"],
	),
	v.transform(({ trackingNumber, notify, ...carrier }) => ({
		carrier: carrierOf(carrier),
		trackingNumber,
		notify,
	})),
);

export type TrackingInput = v.InferInput<typeof trackingForm>;
export type TrackingOutput = v.InferOutput<typeof trackingForm>;

/** The carrier's name, from the list or as it was typed. */
export function carrierOf({ choice, otherName }: { choice: string; otherName: string }): string {
	return choice === otherCarrier ? otherName : choice;
}

/** What the form is filled with to correct a carrier and number. */
export function trackingDefaults(
	{ carrier, trackingNumber } = { carrier: "", trackingNumber: "" },
) {
	const isUsual = carrier === "" || carriers.includes(carrier);
	return {
		choice: isUsual ? carrier : otherCarrier,
		otherName: isUsual ? "" : carrier,
		trackingNumber,
		notify: false,
	};
}
