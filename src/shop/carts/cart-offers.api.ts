/** The endpoint for the offers of a cart. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { typedCode } from "../offers/codes.ts";
import { offerInForce, toolFacts } from "../offers/offer-schemas.ts";
import { cartToolIds } from "./carts.ts";

export const readOffersEndpoint = endpoint({
	method: "POST",
	path: "/cart/offers",
	access: "public",
	summary:
		"Gets the rules that run now, the offer of a code, and what they ask of these tools: with them, the cart calculates what an order costs. An order applies them by itself; a code has to be sent with it",
	body: v.object({ toolIds: cartToolIds, code: v.optional(typedCode) }),
	reply: v.object({
		offers: v.array(offerInForce),
		facts: v.array(toolFacts),
		/** Why the code does not work. */
		codeProblem: v.exactOptional(v.string()),
	}),
});
