/** The endpoints by which administrators maintain a tool. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id, insertedReply } from "../../values/fields.ts";
import { managedToolSchema, toolChanges } from "./tool-fields.ts";

export const getManagedToolEndpoint = endpoint({
	method: "GET",
	path: "/service/{id}",
	access: "products",
	summary: "Gets everything about a tool, including drafts and archived tools",
	params: v.object({ id }),
	reply: managedToolSchema,
	errors: ["not_found"],
});

export const changeToolEndpoint = endpoint({
	method: "PATCH",
	path: "/service/{id}",
	access: "products",
	summary:
		"Changes the given fields, unless one of them no longer is as in `was`; archives, restores and publishes by `state`",
	params: v.object({ id }),
	body: toolChanges,
	reply: managedToolSchema,
	errors: ["not_found", "tool_changed", "address_taken"],
});

export const copyToolEndpoint = endpoint({
	method: "POST",
	path: "/service/{id}/copy",
	access: "products",
	status: 201,
	summary: "Copies a tool as a draft without stock",
	params: v.object({ id }),
	reply: insertedReply,
	errors: ["not_found"],
});
