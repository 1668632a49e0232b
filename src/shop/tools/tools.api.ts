/** The calls on tools. The specification calls a tool a service. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { pageEntries } from "../../http/paging.ts";
import { deleted, id, inserted, modified, searchWords } from "../values.ts";
import { newTool, restock, toolShape, toolSorts, toolUpdate } from "./tools.ts";

export const listToolsEndpoint = endpoint({
	method: "GET",
	path: "/service",
	who: "anyone",
	summary: "All tools, newest first; with id, that tool as a list of one, or none",
	query: v.object({
		...pageEntries,
		id: v.optional(id),
		q: v.optional(searchWords),
		sort: v.optional(v.picklist(toolSorts)),
	}),
	reply: v.array(toolShape),
});

export const getToolEndpoint = endpoint({
	method: "GET",
	path: "/purchase/{id}",
	who: "anyone",
	summary: "The tool to be ordered",
	params: v.object({ id }),
	reply: toolShape,
	refuses: ["not_found"],
});

export const createToolEndpoint = endpoint({
	method: "POST",
	path: "/service",
	who: "admin",
	status: 201,
	summary: "Adds a tool",
	body: newTool,
	reply: inserted,
});

export const updateToolEndpoint = endpoint({
	method: "PUT",
	path: "/service",
	who: "admin",
	summary: "Changes a tool's price, stock, minimum order and, if given, picture",
	query: v.object({ id }),
	body: toolUpdate,
	reply: modified,
	refuses: ["not_found", "stock_changed"],
});

export const restockToolEndpoint = endpoint({
	method: "PUT",
	path: "/service/{id}",
	who: "admin",
	summary: "Sets a tool's stock",
	params: v.object({ id }),
	body: restock,
	reply: modified,
	refuses: ["not_found", "stock_changed"],
});

export const deleteToolEndpoint = endpoint({
	method: "DELETE",
	path: "/service",
	who: "admin",
	summary: "Takes a tool off the wall; one that orders or reviews refer to is kept for them",
	query: v.object({ id }),
	reply: deleted,
	refuses: ["not_found"],
});
