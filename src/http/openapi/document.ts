/** Builds the OpenAPI document (OpenAPI Specification 3.1.1). */
import * as v from "valibot";
import { isPermission, type Permission, permissions } from "../../access/roles.ts";
import { currency, name as shopName } from "../../config/config.ts";
import { type ErrorCode, statusByCode } from "../../errors.ts";
import { groupsOf } from "../../messages/customers.ts";
import * as messages from "../../messages/messages.ts";
import { publicPaths } from "../../paths/public.ts";
import { truncatedToHeader } from "../../values/paging.ts";
import type { Access } from "../endpoint.ts";
import type { EndpointDescription } from "./describe-endpoint.ts";
import { schemaDefinitions, schemaRef } from "./schemas.ts";

/** The body of every error response. */
const errorBodySchema = v.object({
	error: v.object({
		code: v.picklist(Object.keys(statusByCode)),
		message: v.string(),
		/** Messages by the path of the field. */
		fields: v.optional(v.record(v.string(), v.string())),
	}),
});

const security: Record<Exclude<Access, Permission>, object[]> = {
	public: [],
	user: [{ token: [] }],
	session: [{ session: [] }],
	stripe: [{ stripe: [] }],
	buyer: [{ token: [] }, { guest: [] }],
	visitor: [{ token: [] }, {}],
};

const securitySchemes = {
	token: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "JWT",
		description: "The access token from PUT /user/{email}, valid for one hour.",
	},
	session: {
		type: "apiKey",
		in: "cookie",
		name: "cogsmith.session_token",
		description:
			"The session cookie of a signed-in user, sent with the shop's Origin. Over https its name begins with __Secure-.",
	},
	guest: {
		type: "apiKey",
		in: "cookie",
		name: "cogsmith.guest",
		description:
			"The cookie of a guest's checkouts, which POST /checkout and the link in e-mails set, sent with the shop's Origin. Over https its name begins with __Host-.",
	},
	stripe: {
		type: "apiKey",
		in: "header",
		name: "Stripe-Signature",
		description: "Stripe's signature over the raw body.",
	},
};

interface DocumentOptions {
	origin: string;
	version: string;
	/** The licence of the shop's software, as SPDX names it. */
	licence: string;
	/** What the calls of each entity are for. */
	entityNotes: Readonly<Record<string, string>>;
}

/** Builds the document. `schemas` are those that endpoints reference by name. */
export function openApiDocument(
	calls: readonly EndpointDescription[],
	schemas: Record<string, v.GenericSchema>,
	{ origin, version, licence, entityNotes }: DocumentOptions,
) {
	const paths: Record<string, Record<string, object>> = {};
	for (const call of calls) {
		paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
	}
	return {
		openapi: "3.1.1",
		info: {
			title: shopName,
			version,
			description: `The shop's API. A page to read is at ${origin}${publicPaths.apiDocs}. Prices are decimal numbers in ${currency}. A query parameter that a call does not have is 400 malformed.`,
			license: { name: licence, identifier: licence },
			// ISO 4217, for programs.
			"x-currency": currency,
		},
		servers: [{ url: `${origin}/api` }],
		tags: [...new Set(calls.map(({ entity }) => entity))].map((name) => ({
			name,
			description: entityNotes[name],
		})),
		paths,
		components: {
			schemas: schemaDefinitions({ ...schemas, Error: errorBodySchema }),
			securitySchemes,
		},
	};
}

function operation(call: EndpointDescription) {
	return {
		operationId: call.name,
		tags: [call.entity],
		summary: call.summary,
		security: security[isPermission(call.access) ? "user" : call.access],
		...(isPermission(call.access) && {
			description: `For ${groupsOf(permissions[call.access])} only.`,
		}),
		parameters: call.parameters.map(({ note, ...parameter }) => ({
			...parameter,
			...(note && { description: note }),
		})),
		...(call.body && {
			requestBody: { required: true, content: { [call.body.type]: { schema: call.body.schema } } },
		}),
		responses: {
			[call.status]: successResponse(call),
			...Object.fromEntries(
				[...call.errors].map(([status, codes]) => [status, errorResponse(status, codes)]),
			),
		},
	};
}

function successResponse({ status, reply, isPaged, isSearchable }: EndpointDescription) {
	return {
		description: status === 201 ? "Created" : "OK",
		...(isPaged && {
			headers: {
				Link: {
					description: 'The next page, if there is one: rel="next" (RFC 8288)',
					schema: { type: "string" },
				},
				...(isSearchable && {
					[truncatedToHeader]: {
						description:
							"Set if more rows match than are sorted: only this many of the newest are listed. Sorted by age, all are.",
						schema: { type: "integer" },
					},
				}),
			},
		}),
		content: { "application/json": { schema: reply } },
	};
}

function errorResponse(status: number, codes: ErrorCode[]) {
	return {
		description: codes.map((code) => `${code}: ${messages.errorMessages[code]}`).join(" "),
		...([429, 503].includes(status) && {
			headers: {
				"Retry-After": {
					description: "When to try again, in seconds",
					schema: { type: "integer" },
				},
			},
		}),
		content: { "application/json": { schema: { $ref: schemaRef("Error") } } },
	};
}
