/** The endpoint for the offers of a cart. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { cardsNow } from "../gift-cards/cards-now.ts";
import { typedCode } from "../offers/codes.ts";
import { offerInForce, orderWithCode, toolFacts } from "../offers/offer-schemas.ts";
import { cartToolIds } from "./carts.ts";

export const readOffersEndpoint = endpoint({
	method: "POST",
	path: "/cart/offers",
	access: "visitor",
	summary:
		"Gets the rules that run now, a code's offer, and what they require of these tools, so that the cart can calculate what an order costs. For a gift card and your account's store credit, what they can pay. An order applies the rules by itself; send a code with it",
	body: v.object({
		toolIds: cartToolIds,
		code: v.optional(typedCode),
		/** Set for an order that staff enter for a customer: neither their credit nor their orders count. */
		forCustomer: v.optional(v.literal(true)),
	}),
	reply: v.object({
		offers: v.array(offerInForce),
		facts: v.array(toolFacts),
		/** What can be paid with, if there is any. */
		cards: v.exactOptional(cardsNow),
		/** Why the code does not work. */
		codeProblem: v.exactOptional(v.string()),
		codeOrder: v.exactOptional(orderWithCode),
	}),
});
