/** What an offer says: which lines it is about, what the order must have, and what it does. */
import type * as v from "valibot";
import type { offerInForce, toolFacts } from "./offer-schemas.ts";

/** An offer that can apply now. */
export type OfferInForce = v.InferOutput<typeof offerInForce>;

/** By the names of actions.ts and conditions.ts. */
export type OfferTerms = OfferInForce["terms"];

/** What conditions know of a tool. */
export type ToolFacts = v.InferOutput<typeof toolFacts>;

/** A line of a cart or an order, as offers see it. */
export interface OfferLine {
	unitPriceCents: number;
	quantity: number;
	facts: ToolFacts;
}

/** The end of an offer without an end: the last time that a Date has. */
export const noEnd = new Date(8.64e15);
