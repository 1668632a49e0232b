/** The endpoints by which administrators import tools. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id, insertedReply, text } from "../../values/fields.ts";
import { importField, importLineSchema, importSchema, linesQuery, startImport } from "./imports.ts";

const params = v.object({ id });

export const createImportEndpoint = endpoint({
	method: "POST",
	path: "/import",
	access: "products",
	status: 201,
	summary:
		"Uploads a CSV file of tools (UTF-8, at most 10 MB and 10,000 lines). The shop reads it in the background and changes nothing yet. A form field `images` may have uploaded images by the names that the file uses, as JSON: `[{name, path}]`. With `columns=ask`, columns that the shop doesn't know wait until someone chooses on the import's page what they are; without it they are not imported",
	query: v.object({
		name: v.optional(text(200), "tools.csv"),
		/** `ask`: columns that the shop does not know wait for somebody to choose what they are. */
		columns: v.optional(v.literal("ask")),
	}),
	upload: importField,
	reply: insertedReply,
});

export const getImportEndpoint = endpoint({
	method: "GET",
	path: "/import/{id}",
	access: "products",
	summary:
		"Gets the state of an import and how many of its lines are new, changed, unchanged or wrong",
	params,
	reply: importSchema,
	errors: ["not_found"],
});

export const listImportLinesEndpoint = endpoint({
	method: "GET",
	path: "/import/{id}/line",
	access: "products",
	summary:
		"Lists lines of an import in a state, 50 at a time after a line, with their changes and errors",
	params,
	query: linesQuery,
	reply: v.array(importLineSchema),
	errors: ["not_found"],
});

export const startImportEndpoint = endpoint({
	method: "POST",
	path: "/import/{id}/start",
	access: "products",
	summary:
		"Saves the lines of an import in the background: with mode `all` every line or none, with `good` those without errors",
	params,
	body: startImport,
	reply: importSchema,
	errors: ["not_found"],
});

export const retryPicturesEndpoint = endpoint({
	method: "POST",
	path: "/import/{id}/pictures",
	access: "products",
	summary:
		"Retries, in the background, the pictures that an import couldn't fetch. Lines saved without them get them, and drafts that the file lists are published",
	params,
	reply: importSchema,
	errors: ["not_found"],
});

export const revertImportEndpoint = endpoint({
	method: "POST",
	path: "/import/{id}/revert",
	access: "products",
	summary:
		"Reverts an import within 30 days, in the background. Tools changed since are kept and listed",
	params,
	reply: importSchema,
	errors: ["not_found"],
});
