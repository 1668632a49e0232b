/** The endpoints for tools. The specification calls a tool a service. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import {
	deletedReply,
	id,
	insertedReply,
	modifiedReply,
	searchQuery,
} from "../../values/fields.ts";
import { pageQueryEntries, updatedSince } from "../../values/paging.ts";
import { newTool, restock, toolSchema, toolSorts, toolUpdate } from "./tools.ts";

/** The header of a list with the search that was made instead, percent-encoded, if a word was corrected. */
export const correctedToHeader = "Search-Corrected-To";

export const listToolsEndpoint = endpoint({
	method: "GET",
	path: "/service",
	access: "public",
	summary:
		"Lists tools, newest first; with id, that tool alone or an empty list. If no tool has the text of q, its misspelled words are corrected, and the header Search-Corrected-To has the search made instead, percent-encoded",
	query: v.object({
		...pageQueryEntries,
		id: v.optional(id),
		q: v.optional(searchQuery),
		sort: v.optional(v.picklist(toolSorts)),
		/** Adds a field that the specification does not have. */
		ratings: v.optional(v.literal("1")),
		updatedSince,
	}),
	reply: v.array(toolSchema),
});

export const getToolEndpoint = endpoint({
	method: "GET",
	path: "/purchase/{id}",
	access: "public",
	summary: "Gets the tool to order",
	params: v.object({ id }),
	reply: toolSchema,
	errors: ["not_found"],
});

export const createToolEndpoint = endpoint({
	method: "POST",
	path: "/service",
	access: "products",
	status: 201,
	summary: "Adds a tool",
	body: newTool,
	reply: insertedReply,
});

export const updateToolEndpoint = endpoint({
	method: "PUT",
	path: "/service",
	access: "products",
	summary: "Changes a tool's price, stock, minimum order and, if given, image",
	query: v.object({ id }),
	body: toolUpdate,
	reply: modifiedReply,
	errors: ["not_found", "stock_changed"],
});

export const restockToolEndpoint = endpoint({
	method: "PUT",
	path: "/service/{id}",
	access: "products",
	summary: "Sets a tool's stock",
	params: v.object({ id }),
	body: restock,
	reply: modifiedReply,
	errors: ["not_found", "stock_changed"],
});

export const deleteToolEndpoint = endpoint({
	method: "DELETE",
	path: "/service",
	access: "products",
	summary: "Deletes a tool; archives it if orders or reviews refer to it",
	query: v.object({ id }),
	reply: deletedReply,
	errors: ["not_found"],
});
