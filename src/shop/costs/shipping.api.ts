/** The endpoint that tells what shipping costs. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";

const strings = v.pipe(v.array(v.string()), v.readonly());
const countries = v.union([v.literal("all"), strings]);
const days = v.optional(v.tuple([v.number(), v.number()]));
const steps = v.optional(
	v.pipe(v.array(v.object({ from: v.number(), price: v.number() })), v.readonly()),
);

/** Rates as in shop.config.ts, whose documentation explains them: docs/your-own-shop.md. */
const shippingSchema = v.object({
	countries,
	rates: v.pipe(
		v.array(
			v.object({
				countries,
				postalCodes: v.optional(strings),
				service: v.optional(v.string()),
				price: v.number(),
				byValue: steps,
				byWeight: steps,
				parcelGrams: v.optional(v.number()),
				freeFrom: v.optional(v.number()),
				days,
			}),
		),
		v.readonly(),
	),
	defaultGrams: v.optional(v.number()),
	pickup: v.optional(
		v.object({
			line1: v.string(),
			city: v.string(),
			region: v.optional(v.string()),
			postalCode: v.optional(v.string()),
			country: v.string(),
			text: v.optional(v.string()),
			days,
		}),
	),
});

/** The tax, in the words of shop.config.ts. */
const taxSchema = v.variant("mode", [
	v.object({
		mode: v.literal("included"),
		label: v.string(),
		percent: v.number(),
		rates: v.optional(v.pipe(v.array(v.object({ countries, percent: v.number() })), v.readonly())),
	}),
	v.object({ mode: v.literal("stripe"), behaviour: v.picklist(["inclusive", "exclusive"]) }),
	v.object({ mode: v.literal("none") }),
]);

export const readShippingEndpoint = endpoint({
	method: "GET",
	path: "/shipping",
	access: "public",
	summary:
		"Gets where the shop ships, by which services, what they cost and how long they take, and which tax prices include; while the shop takes no orders, also the last day of that",
	reply: v.object({
		shipping: shippingSchema,
		tax: taxSchema,
		closedUntil: v.exactOptional(v.string()),
	}),
});
