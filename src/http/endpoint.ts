/** How a call is described: once, for the server that answers it and the island that makes it. */
import * as v from "valibot";
import type { ErrorCode } from "../shop/errors.ts";

/**
 * Who may call. `anyone` sends nothing; `user` and `admin` send the bearer token; `session` is the
 * one call that rests on the cookie and so checks Origin; `stripe` signs its body.
 */
export type Access = "public" | "user" | "admin" | "session" | "stripe";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Schema = v.GenericSchema;
const emptySchema = v.object({});
type EmptySchema = typeof emptySchema;

/**
 * One call: its method, its path under /api with `{name}` for parameters, who may make it, what
 * it takes and gives, and what it refuses.
 */
export interface Endpoint<
	Params extends Schema = Schema,
	Query extends Schema = Schema,
	Body extends Schema = Schema,
	Reply extends Schema = Schema,
> {
	method: Method;
	path: string;
	access: Access;
	summary: string;
	/** Status of success, 200 unless said. */
	status: 200 | 201;
	params: Params;
	query: Query;
	body: Body | undefined;
	/** The one file field of a multipart form, where the call takes a form instead of JSON. */
	upload?: string;
	/** Headers it heeds beside those that `who` asks for, and what each is for. */
	headers?: Record<string, string>;
	/** What it gives. It types the reply and describes it, nobody checks it: our own server is trusted. */
	reply: Reply;
	/** The codes it refuses with beside those that follow from `who` and from what it takes. */
	errors: readonly ErrorCode[];
}

interface EndpointOptions<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
	method: Method;
	path: `/${string}`;
	access: Access;
	summary: string;
	status?: 200 | 201;
	params?: P;
	query?: Q;
	body?: B;
	upload?: string;
	headers?: Record<string, string>;
	reply: R;
	errors?: readonly ErrorCode[];
}

/** Describes a call. The mark below lets a browser's bundle leave out the calls it never makes. */
// @__NO_SIDE_EFFECTS__
export function endpoint<
	R extends Schema,
	P extends Schema = EmptySchema,
	Q extends Schema = EmptySchema,
	B extends Schema = never,
>(options: EndpointOptions<P, Q, B, R>): Endpoint<P, Q, B, R> {
	return {
		method: options.method,
		path: options.path,
		access: options.access,
		summary: options.summary,
		status: options.status ?? 200,
		// Absent parts of a description take nothing; the cast only says so to the compiler.
		params: (options.params ?? emptySchema) as P,
		query: (options.query ?? emptySchema) as Q,
		body: options.body,
		...(options.upload && { upload: options.upload }),
		...(options.headers && { headers: options.headers }),
		reply: options.reply,
		errors: options.errors ?? [],
	};
}

// biome-ignore lint/suspicious/noExplicitAny: any endpoint at all, its parts are read back by inference
export type AnyEndpoint = Endpoint<any, any, any, any>;

/** What the caller must hand over, before parsing. */
export type CallInput<E extends AnyEndpoint> = {
	params?: v.InferInput<E["params"]>;
	query?: v.InferInput<E["query"]>;
	body?: E["body"] extends Schema | undefined ? v.InferInput<NonNullable<E["body"]>> : never;
};

/** What the server works with, after parsing. */
export type ParsedInput<E extends AnyEndpoint> = {
	params: v.InferOutput<E["params"]>;
	query: v.InferOutput<E["query"]>;
	body: [NonNullable<E["body"]>] extends [never]
		? undefined
		: v.InferOutput<NonNullable<E["body"]>>;
};

export type ReplyOf<E extends AnyEndpoint> = v.InferOutput<E["reply"]>;

/** The path of a call under /api with its parameters filled in and encoded. */
export function buildPath(endpoint: AnyEndpoint, params: Record<string, string> = {}): string {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? ""),
	);
	return `/api${path}`;
}
