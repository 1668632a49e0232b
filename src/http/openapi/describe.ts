/** A call as others read it: what it takes, gives and refuses, worked out from its description. */
import type { GenericSchema } from "valibot";
import type { AnyEndpoint, Method, Who } from "../endpoint.ts";
import { type ErrorCode, statusOf } from "../errors.ts";
import { exampleOf, noteOn } from "./examples.ts";
import { type JsonSchema, jsonSchemaOf } from "./schemas.ts";

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	note?: string;
	schema: JsonSchema;
}

export interface DescribedCall {
	/** Unique: listTools. */
	name: string;
	entity: string;
	method: Method;
	/** Under /api, with `{name}` for parameters. */
	path: string;
	summary: string;
	who: Who;
	parameters: Parameter[];
	body?: { type: string; schema: JsonSchema };
	status: number;
	reply: JsonSchema;
	/** Whether it gives a list by pages. */
	paged: boolean;
	/** Whether words are looked for, and what is found may be sorted. */
	searched: boolean;
	/** The codes it refuses with, by status. */
	refusals: Map<number, ErrorCode[]>;
	/** A call in a shell. */
	curl: string;
}

interface Named {
	name: string;
	entity: string;
	endpoint: AnyEndpoint;
}

/** Works a call out. `shapes` are referred to by name; `origin` is where the examples call. */
export function describeCall(
	{ name, entity, endpoint }: Named,
	shapes: Record<string, GenericSchema>,
	origin: string,
): DescribedCall {
	const parameters = parametersOf(endpoint);
	const body = bodyOf(endpoint);
	const { method, path, summary, who, status } = endpoint;
	const call = {
		...{ name, entity, method, path, summary, who, status, parameters },
		...(body && { body }),
		reply: jsonSchemaOf(endpoint.reply, shapes),
		paged: parameters.some((parameter) => parameter.name === "cursor"),
		searched: parameters.some((parameter) => parameter.name === "q"),
		refusals: refusalsOf(endpoint),
	};
	return { ...call, curl: curlOf(call, origin) };
}

function parametersOf(endpoint: AnyEndpoint): Parameter[] {
	const headers = Object.entries(endpoint.headers ?? {}).map(([name, note]) => ({
		...{ name, note, in: "header" as const, required: false, schema: { type: "string" as const } },
	}));
	return [
		...fieldsOf(jsonSchemaOf(endpoint.params), "path"),
		...fieldsOf(jsonSchemaOf(endpoint.query), "query"),
		...headers,
	];
}

function fieldsOf({ properties, required }: JsonSchema, place: "path" | "query"): Parameter[] {
	return Object.entries(properties ?? {}).map(([name, schema]) => {
		const note = noteOn(name);
		return {
			name,
			in: place,
			required: place === "path" || (required?.includes(name) ?? false),
			...(note && { note }),
			schema: typeof schema === "boolean" ? {} : schema,
		};
	});
}

function bodyOf({ body, upload, who }: AnyEndpoint): DescribedCall["body"] {
	const json = "application/json";
	if (body) return { type: json, schema: jsonSchemaOf(body) };
	if (who === "stripe") return { type: json, schema: { type: "object" } };
	if (!upload) return undefined;
	const file: JsonSchema = { type: "string", contentMediaType: "application/octet-stream" };
	return {
		type: "multipart/form-data",
		schema: { type: "object", properties: { [upload]: file }, required: [upload] },
	};
}

/** What http/handle refuses before the shop is asked, by what a call takes and who may make it. */
function refusalsOf({ who, body, upload, params, query, refuses }: AnyEndpoint) {
	const takesFields = body || upload || [params, query].some((part) => hasEntries(part));
	const codes = new Set<ErrorCode>([
		"malformed",
		...((who === "anyone" || who === "stripe" ? [] : ["unauthenticated"]) as ErrorCode[]),
		...((who === "admin" ? ["forbidden"] : []) as ErrorCode[]),
		...((who === "session" ? ["foreign_origin"] : []) as ErrorCode[]),
		...((takesFields ? ["invalid"] : []) as ErrorCode[]),
		...((body || upload
			? ["request_timeout", "too_large", "unsupported_media"]
			: []) as ErrorCode[]),
		...refuses,
		"internal",
	]);
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of [...codes].sort((one, other) => statusOf[one] - statusOf[other])) {
		const status = statusOf[code];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	return byStatus;
}

function hasEntries(schema: GenericSchema & { entries?: object }): boolean {
	return Object.keys(schema.entries ?? {}).length > 0;
}

const credentials: Record<Who, string[]> = {
	anyone: [],
	user: ["Authorization: Bearer $TOKEN"],
	admin: ["Authorization: Bearer $TOKEN"],
	session: ["Cookie: $COOKIE"],
	stripe: ["Stripe-Signature: $SIGNATURE"],
};

function curlOf(call: Omit<DescribedCall, "curl">, origin: string): string {
	const example = ({ name, schema }: Parameter) =>
		encodeURIComponent(String(exampleOf(schema, name, call.entity)));
	const path = call.parameters
		.filter((parameter) => parameter.in === "path")
		.reduce((text, one) => text.replace(`{${one.name}}`, example(one)), call.path);
	const query = call.parameters
		.filter((parameter) => parameter.in === "query" && parameter.required)
		.map((one) => `${one.name}=${example(one)}`);
	const address = `${origin}/api${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
	const headers = [
		...credentials[call.who],
		...(call.who === "session" ? [`Origin: ${origin}`] : []),
		...(call.body?.type === "application/json" ? ["Content-Type: application/json"] : []),
	].map((header) => `-H "${header}"`);
	const method = call.method === "GET" ? [] : [`-X ${call.method}`];
	return [["curl", ...method, `"${address}"`].join(" "), ...headers, ...curlBody(call)].join(
		" \\\n  ",
	);
}

function curlBody({ body, who, entity }: Omit<DescribedCall, "curl">): string[] {
	if (who === "stripe") return ["-d @event.json"];
	if (!body) return [];
	const fields = Object.keys(body.schema.properties ?? {});
	if (body.type !== "application/json") return fields.map((name) => `-F "${name}=@picture.jpg"`);
	return [`-d '${JSON.stringify(exampleOf(body.schema, "", entity))}'`];
}
