/** What a customer can pay with beside Stripe, as the cart and the checkout show it. */
import * as v from "valibot";

export const cardsNow = v.object({
	/** The gift card whose code was typed: the last letters of that, and what is left on it, in minor units. */
	giftCard: v.exactOptional(v.object({ end: v.string(), cents: v.number() })),
	/** The store credit of the account, in minor units. */
	creditCents: v.exactOptional(v.number()),
});
export type CardsNow = v.InferOutput<typeof cardsNow>;
