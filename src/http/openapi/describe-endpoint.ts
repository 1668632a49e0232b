/** Describes an endpoint for documentation: parameters, response, errors and an example request. */
import type { GenericSchema } from "valibot";
import { isPermission, type Permission } from "../../access/roles.ts";
import { type ErrorCode, statusByCode } from "../../errors.ts";
import type { Access, AnyEndpoint, Method } from "../endpoint.ts";
import { healthEndpoint } from "../health.api.ts";
import { exampleFor, parameterNote } from "./examples.ts";
import { withFieldNotes } from "./field-notes.ts";
import { type JsonSchema, jsonSchemaFor } from "./schemas.ts";

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	note?: string;
	schema: JsonSchema;
}

export interface EndpointDescription {
	/** Unique: listTools. */
	name: string;
	entity: string;
	method: Method;
	/** Under /api, with `{name}` for parameters. */
	path: string;
	summary: string;
	access: Access;
	parameters: Parameter[];
	body?: { type: string; schema: JsonSchema };
	status: number;
	reply: JsonSchema;
	/** Whether it returns a list in pages. */
	isPaged: boolean;
	/** Whether the list can be searched and sorted. */
	isSearchable: boolean;
	/** The error codes, by status. */
	errors: Map<number, ErrorCode[]>;
	/** An example request with curl. */
	curl: string;
}

interface NamedEndpoint {
	name: string;
	entity: string;
	endpoint: AnyEndpoint;
}

/** Describes an endpoint. `schemas` are referenced by name; `origin` is the host of the example request. */
export function describeEndpoint(
	{ name, entity, endpoint }: NamedEndpoint,
	schemas: Record<string, GenericSchema>,
	origin: string,
): EndpointDescription {
	const parameters = parametersOf(endpoint, origin);
	const body = bodyOf(name, endpoint);
	const { method, path, summary, access, status } = endpoint;
	const call = {
		name,
		entity,
		method,
		path,
		summary,
		access,
		status,
		parameters,
		...(body && { body }),
		reply: jsonSchemaFor(endpoint.reply, schemas),
		isPaged: parameters.some((parameter) => parameter.name === "cursor"),
		isSearchable: parameters.some((parameter) => parameter.name === "q"),
		errors: errorsByStatus(endpoint),
	};
	return { ...call, curl: curlCommand(call, origin) };
}

/** Monitors poll the health check, and Stripe sends webhook events in bursts: worker/serve.ts. */
function isRateLimited(endpoint: AnyEndpoint): boolean {
	return endpoint !== healthEndpoint && endpoint.access !== "stripe";
}

function parametersOf(endpoint: AnyEndpoint, origin: string): Parameter[] {
	const headers = Object.entries(endpoint.headers ?? {}).map(([name, note]) => ({
		name,
		note,
		in: "header" as const,
		required: false,
		schema: { type: "string" as const },
	}));
	return [
		...fieldsOf(jsonSchemaFor(endpoint.params), "path"),
		...fieldsOf(jsonSchemaFor(endpoint.query), "query"),
		...headers,
		...originHeader(endpoint, origin),
	];
}

/** Browsers send the header by themselves with all but their own GET (Fetch Standard, 3.2); other clients must add it. */
function originHeader({ access, method }: AnyEndpoint, origin: string): Parameter[] {
	const note = originNotes[access];
	if (!note || (access === "buyer" && method === "GET")) return [];
	const schema: JsonSchema = { type: "string", const: origin };
	return [{ name: "Origin", in: "header", required: access === "session", note, schema }];
}

const originNotes: Partial<Record<Access, string>> = {
	session: "The shop's own origin, else 403 foreign_origin.",
	buyer:
		"The shop's own origin: of guests, who send their cookie instead of a token, else 403 foreign_origin.",
	visitor: "The shop's own origin: of guests, who send no token, else 403 foreign_origin.",
};

function fieldsOf({ properties, required }: JsonSchema, location: "path" | "query"): Parameter[] {
	return Object.entries(properties ?? {}).map(([name, schema]) => {
		const note = parameterNote(name);
		return {
			name,
			in: location,
			required: location === "path" || (required?.includes(name) ?? false),
			...(note && { note }),
			schema: typeof schema === "boolean" ? {} : schema,
		};
	});
}

function bodyOf(name: string, { body, upload, access }: AnyEndpoint): EndpointDescription["body"] {
	const json = "application/json";
	if (body) return { type: json, schema: withFieldNotes(name, jsonSchemaFor(body)) };
	if (access === "stripe") return { type: json, schema: { type: "object" } };
	if (!upload) return undefined;
	const file: JsonSchema = { type: "string", contentMediaType: "application/octet-stream" };
	return {
		type: "multipart/form-data",
		schema: { type: "object", properties: { [upload]: file }, required: [upload] },
	};
}

/**
 * Returns the error codes by status: the endpoint's own, those that http/handle derives from its access and input, and
 * those of worker/serve, which stand around every call.
 */
function errorsByStatus(endpoint: AnyEndpoint) {
	const { access, body, upload, params, query, errors } = endpoint;
	const takesFields = body || upload || [params, query].some((part) => hasEntries(part));
	const codes = new Set<ErrorCode>([
		"malformed",
		...((access === "public" || access === "stripe" ? [] : ["unauthenticated"]) as ErrorCode[]),
		...((isPermission(access) ? ["forbidden"] : []) as ErrorCode[]),
		...((["session", "buyer", "visitor"].includes(access)
			? ["foreign_origin"]
			: []) as ErrorCode[]),
		...((takesFields ? ["invalid"] : []) as ErrorCode[]),
		...((body || upload
			? ["request_timeout", "too_large", "unsupported_media"]
			: []) as ErrorCode[]),
		...errors,
		...((isRateLimited(endpoint) ? ["too_many"] : []) as ErrorCode[]),
		"internal",
		"unavailable",
	]);
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of [...codes].sort((one, other) => statusByCode[one] - statusByCode[other])) {
		const status = statusByCode[code];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	return byStatus;
}

function hasEntries(schema: GenericSchema & { entries?: object }): boolean {
	return Object.keys(schema.entries ?? {}).length > 0;
}

const authHeaders: Record<Exclude<Access, Permission>, string[]> = {
	public: [],
	user: ["Authorization: Bearer $TOKEN"],
	session: ["Cookie: $COOKIE"],
	stripe: ["Stripe-Signature: $SIGNATURE"],
	buyer: ["Authorization: Bearer $TOKEN"],
	visitor: ["Authorization: Bearer $TOKEN"],
};

function curlCommand(call: Omit<EndpointDescription, "curl">, origin: string): string {
	const exampleValue = ({ name, schema }: Parameter) =>
		encodeURIComponent(String(exampleFor(schema, name, call.entity)));
	const path = call.parameters
		.filter((parameter) => parameter.in === "path")
		.reduce(
			(text, parameter) => text.replace(`{${parameter.name}}`, exampleValue(parameter)),
			call.path,
		);
	const query = call.parameters
		.filter((parameter) => parameter.in === "query" && parameter.required)
		.map((parameter) => `${parameter.name}=${exampleValue(parameter)}`);
	const url = `${origin}/api${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
	const headers = [
		...authHeaders[isPermission(call.access) ? "user" : call.access],
		...(call.access === "session" ? [`Origin: ${origin}`] : []),
		...(call.body?.type === "application/json" ? ["Content-Type: application/json"] : []),
	].map((header) => `-H "${header}"`);
	const method = call.method === "GET" ? [] : [`-X ${call.method}`];
	return [["curl", ...method, `"${url}"`].join(" "), ...headers, ...curlBody(call)].join(" \\\n  ");
}

function curlBody({ body, access, entity }: Omit<EndpointDescription, "curl">): string[] {
	if (access === "stripe") return ["-d @event.json"];
	if (!body) return [];
	const fields = Object.keys(body.schema.properties ?? {});
	if (body.type !== "application/json") return fields.map((name) => `-F "${name}=@image.jpg"`);
	return [`-d '${JSON.stringify(exampleFor(body.schema, "", entity))}'`];
}
