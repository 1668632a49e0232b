/** The endpoint that finds orders, tools and customers. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { searchQuery } from "../../values/fields.ts";
import { foundSchema } from "./find.ts";

export const findEndpoint = endpoint({
	method: "GET",
	path: "/find",
	access: "orders",
	summary:
		"Finds the newest orders (by number, name, e-mail, tool, payment or tracking number), tools and, for administrators, customers",
	query: v.object({ q: v.pipe(searchQuery, v.minLength(1)) }),
	reply: foundSchema,
});
