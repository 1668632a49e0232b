/** The calls as one OpenAPI 3.1 document (OpenAPI Specification 3.1.1). */
import * as v from "valibot";
import * as messages from "../../messages.ts";
import type { Who } from "../endpoint.ts";
import { type ErrorCode, statusOf } from "../errors.ts";
import { newestHeader } from "../paging.ts";
import type { DescribedCall } from "./describe.ts";
import { definitionsOf, refTo } from "./schemas.ts";

/** Every refusal has this body. */
const refusalShape = v.object({
	error: v.object({
		code: v.picklist(Object.keys(statusOf)),
		message: v.string(),
		/** What is wrong with a field, by its path. */
		fields: v.optional(v.record(v.string(), v.string())),
	}),
});

const security: Record<Who, object[]> = {
	anyone: [],
	user: [{ token: [] }],
	admin: [{ token: [] }],
	session: [{ session: [] }],
	stripe: [{ stripe: [] }],
};

const securitySchemes = {
	token: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "JWT",
		description: "The access token that PUT /user/{email} gives. It lives one hour.",
	},
	session: {
		type: "apiKey",
		in: "cookie",
		name: "cogsmith.session_token",
		description:
			"The cookie of a signed-in browser, together with an Origin that is the shop's. Over https its name begins with __Secure-.",
	},
	stripe: {
		type: "apiKey",
		in: "header",
		name: "Stripe-Signature",
		description: "Stripe's signature over the raw body.",
	},
};

/** Puts the document together; `shapes` are the schemas that calls refer to by name. */
export function openApiDocument(
	calls: readonly DescribedCall[],
	shapes: Record<string, v.GenericSchema>,
	{ origin, version }: { origin: string; version: string },
) {
	const paths: Record<string, Record<string, object>> = {};
	for (const call of calls) {
		paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
	}
	return {
		openapi: "3.1.1",
		info: {
			title: "Cogsmith",
			version,
			description: `The calls of the shop. A readable version is at ${origin}/api/docs.`,
		},
		servers: [{ url: `${origin}/api` }],
		tags: [...new Set(calls.map(({ entity }) => entity))].map((name) => ({ name })),
		paths,
		components: {
			schemas: definitionsOf({ ...shapes, Refusal: refusalShape }),
			securitySchemes,
		},
	};
}

function operation(call: DescribedCall) {
	return {
		operationId: call.name,
		tags: [call.entity],
		summary: call.summary,
		security: security[call.who],
		...(call.who === "admin" && { description: "For administrators." }),
		parameters: call.parameters.map(({ note, ...parameter }) => ({
			...parameter,
			...(note && { description: note }),
		})),
		...(call.body && {
			requestBody: { required: true, content: { [call.body.type]: { schema: call.body.schema } } },
		}),
		responses: {
			[call.status]: success(call),
			...Object.fromEntries([...call.refusals].map(([status, codes]) => [status, refusal(codes)])),
		},
	};
}

function success({ status, reply, paged, searched }: DescribedCall) {
	return {
		description: status === 201 ? "Made" : "Done",
		...(paged && {
			headers: {
				Link: {
					description: 'The next page, where there is one: rel="next" (RFC 8288)',
					schema: { type: "string" },
				},
				...(searched && {
					[newestHeader]: {
						description:
							"Only where more match than are sorted: how many of the newest the list is of. By age, all are found.",
						schema: { type: "integer" },
					},
				}),
			},
		}),
		content: { "application/json": { schema: reply } },
	};
}

function refusal(codes: ErrorCode[]) {
	return {
		description: codes.map((code) => `${code}: ${messages.refusals[code]}`).join(" "),
		content: { "application/json": { schema: { $ref: refTo("Refusal") } } },
	};
}
