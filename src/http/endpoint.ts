/** Describes an endpoint once, for the server that handles it and the island that calls it. */
import * as v from "valibot";
import type { Permission } from "../access/roles.ts";
import type { ErrorCode } from "../errors.ts";

/**
 * Who may call an endpoint. `public` needs no credentials; `user` needs a bearer token, a
 * permission that of a user whose role has it; `session` needs the session cookie and checks Origin; `stripe` needs Stripe's signature. `buyer` needs a
 * bearer token, or the cookie of a guest's orders and checks Origin; `visitor` needs a bearer token, or
 * nothing and checks Origin.
 */
export type Access = "public" | "user" | "session" | "stripe" | "buyer" | "visitor" | Permission;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Schema = v.GenericSchema;
const emptySchema = v.object({});
type EmptySchema = typeof emptySchema;

/** One endpoint: its method, its path under /api with `{name}` for parameters, access, input, reply and errors. */
export interface Endpoint<
	Params extends Schema = Schema,
	Query extends Schema = Schema,
	Body extends Schema = Schema,
	Reply extends Schema = Schema,
	For extends Access = Access,
	Verb extends Method = Method,
> {
	method: Verb;
	path: `/${string}`;
	access: For;
	summary: string;
	/** Status of a successful response, 200 by default. */
	status: 200 | 201;
	params: Params;
	query: Query;
	body: Body | undefined;
	/** The file field of a multipart form, for an endpoint that takes a form instead of JSON. */
	upload?: string;
	/** Request headers it reads beside those that `access` requires, with a description of each. */
	headers?: Record<string, string>;
	/** The reply, for types and documentation. It is not validated: it comes from our own server. */
	reply: Reply;
	/** Error codes beside those that follow from `access` and from the input. */
	errors: readonly ErrorCode[];
}

type Defaulted = "status" | "params" | "query" | "body" | "errors";
type EndpointOptions<E extends AnyEndpoint> = Omit<E, Defaulted> & Partial<Pick<E, Defaulted>>;

/** Defines an endpoint. The annotation below lets bundlers drop endpoints that a browser chunk never calls. */
// @__NO_SIDE_EFFECTS__
export function endpoint<
	A extends Access,
	M extends Method,
	R extends Schema,
	P extends Schema = EmptySchema,
	Q extends Schema = EmptySchema,
	B extends Schema = never,
>(options: EndpointOptions<Endpoint<P, Q, B, R, A, M>>): Endpoint<P, Q, B, R, A, M> {
	// A part that is left out takes nothing, and its type then is EmptySchema.
	const nothing = { params: emptySchema as Schema as P, query: emptySchema as Schema as Q };
	return { status: 200, ...nothing, body: undefined, errors: [], ...options };
}

// biome-ignore lint/suspicious/noExplicitAny: any endpoint; its parts are inferred again where it is used
export type AnyEndpoint = Endpoint<any, any, any, any>;

/** Whether any site may read the replies: they need no credentials, and are the same for everybody. */
export function isForAnySite({ method, access }: AnyEndpoint): boolean {
	return method === "GET" && access === "public";
}

/** The input a caller passes, before parsing. */
export type CallInput<E extends AnyEndpoint> = {
	params?: v.InferInput<E["params"]>;
	query?: v.InferInput<E["query"]>;
	body?: E["body"] extends Schema | undefined ? v.InferInput<NonNullable<E["body"]>> : never;
};

/** The input a handler receives, after parsing. */
export type ParsedInput<E extends AnyEndpoint> = {
	params: v.InferOutput<E["params"]>;
	query: v.InferOutput<E["query"]>;
	body: [NonNullable<E["body"]>] extends [never]
		? undefined
		: v.InferOutput<NonNullable<E["body"]>>;
};

export type ReplyOf<E extends AnyEndpoint> = v.InferOutput<E["reply"]>;

/** Returns the path of an endpoint under /api, with its parameters inserted and encoded. */
export function buildPath(endpoint: AnyEndpoint, params: Record<string, string> = {}): string {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? ""),
	);
	return `/api${path}`;
}
