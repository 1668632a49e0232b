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
		"Gets the rules that run now, the offer of a code, and what they ask of these tools: with them, the cart calculates what an order costs. Of a gift card, and of the store credit of your account, what can be paid with it. An order applies the rules by itself; a code has to be sent with it",
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
