/** The endpoint for the offers of a cart. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import * as messages from "../../messages.ts";
import { id } from "../../values/fields.ts";
import { maxCartLines, maxToolIdLength } from "../carts/cart-lines.ts";
import { typedCode } from "./codes.ts";
import { offerInForce, toolFacts } from "./offer-schemas.ts";

export const readOffersEndpoint = endpoint({
	method: "POST",
	path: "/cart/offers",
	access: "public",
	summary:
		"Gets the rules that run now, the offer of a code, and what they ask of these tools: with them, the cart calculates what an order costs. An order applies them by itself; a code has to be sent with it",
	body: v.object({
		toolIds: v.pipe(
			v.array(v.pipe(id, v.maxLength(maxToolIdLength, messages.tooLong(maxToolIdLength)))),
			v.maxLength(maxCartLines, messages.cartFull),
		),
		code: v.optional(typedCode),
	}),
	reply: v.object({
		offers: v.array(offerInForce),
		facts: v.array(toolFacts),
		/** Why the code does not work. */
		codeProblem: v.exactOptional(v.string()),
	}),
});
