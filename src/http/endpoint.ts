/** How a call is described: once, for the server that answers it and the island that makes it. */
import * as v from "valibot";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call. `anyone` sends nothing; `user` and `admin` send the bearer token; `session` is the
 * one call that rests on the cookie and so checks Origin; `stripe` signs its body.
 */
export type Who = "anyone" | "user" | "admin" | "session" | "stripe";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Schema = v.GenericSchema;
const nothing = v.object({});
type Nothing = typeof nothing;

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
	who: Who;
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
	refuses: readonly ErrorCode[];
}

interface Description<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
	method: Method;
	path: `/${string}`;
	who: Who;
	summary: string;
	status?: 200 | 201;
	params?: P;
	query?: Q;
	body?: B;
	upload?: string;
	headers?: Record<string, string>;
	reply: R;
	refuses?: readonly ErrorCode[];
}

/** Describes a call. The mark below lets a browser's bundle leave out the calls it never makes. */
// @__NO_SIDE_EFFECTS__
export function endpoint<
	R extends Schema,
	P extends Schema = Nothing,
	Q extends Schema = Nothing,
	B extends Schema = never,
>(description: Description<P, Q, B, R>): Endpoint<P, Q, B, R> {
	return {
		method: description.method,
		path: description.path,
		who: description.who,
		summary: description.summary,
		status: description.status ?? 200,
		// Absent parts of a description take nothing; the cast only says so to the compiler.
		params: (description.params ?? nothing) as P,
		query: (description.query ?? nothing) as Q,
		body: description.body,
		...(description.upload && { upload: description.upload }),
		...(description.headers && { headers: description.headers }),
		reply: description.reply,
		refuses: description.refuses ?? [],
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
export type Parsed<E extends AnyEndpoint> = {
	params: v.InferOutput<E["params"]>;
	query: v.InferOutput<E["query"]>;
	body: [NonNullable<E["body"]>] extends [never]
		? undefined
		: v.InferOutput<NonNullable<E["body"]>>;
};

export type ReplyOf<E extends AnyEndpoint> = v.InferOutput<E["reply"]>;

/** The path of a call under /api with its parameters filled in and encoded. */
export function pathOf(endpoint: AnyEndpoint, params: Record<string, string> = {}): string {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? ""),
	);
	return `/api${path}`;
}
