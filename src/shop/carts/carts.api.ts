/** The endpoint for carts. The cart itself is in the browser. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { bikeQuery } from "../fit/bike-query.ts";
import { cartItemSchema, cartLines } from "./carts.ts";

export const readCartEndpoint = endpoint({
	method: "POST",
	path: "/cart",
	access: "public",
	summary:
		"Gets a cart's tools as they are now, in the order of its lines: price, minimum order, stock, and whether a tool is gone; with a bike, whether each fits it. Stores nothing",
	body: v.object({ lines: cartLines, bike: v.optional(bikeQuery) }),
	reply: v.array(cartItemSchema),
});
