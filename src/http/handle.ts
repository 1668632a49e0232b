/** How a call is answered: parse at the door, ask the shop, turn refusals into responses. */
import type { APIRoute } from "astro";
import * as v from "valibot";
import * as messages from "../messages.ts";
import { databaseIsAway, fromNearestCopy } from "../platform/database.ts";
import { callerFromCookie } from "../platform/identity.ts";
import { logFault } from "../platform/log.ts";
import { shopOrigin } from "../platform/settings.ts";
import { callerFromBearer } from "../platform/token.ts";
import type { Caller } from "../shop/users/users.ts";
import { hearOut, readText } from "./body.ts";
import type { AnyEndpoint, Method, Parsed, ReplyOf, Who } from "./endpoint.ts";
import { type Fields, type Refusal, ShopError } from "./errors.ts";
import { isFull } from "./places.ts";

/** Longest JSON body, in bytes. */
const maxBodyBytes = 64 * 1024;

const callHeaders = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

type CallerFor<E extends AnyEndpoint> = E["who"] extends "anyone" | "stripe" ? undefined : Caller;

/** What an answering function gets: the parsed parts, the caller, the request itself. */
export type Call<E extends AnyEndpoint> = Parsed<E> & {
	caller: CallerFor<E>;
	request: Request;
	/** Set response headers here, such as Link. */
	headers: Headers;
};

/**
 * Makes the route of an endpoint from the one function of the shop that answers it. `statusOf` gives
 * the status where a reply that is no refusal still has another than the endpoint's own.
 */
export function handle<E extends AnyEndpoint>(
	endpoint: E,
	answer: (call: Call<E>) => Promise<ReplyOf<E>>,
	statusOf: (reply: ReplyOf<E>) => number = () => endpoint.status,
): APIRoute {
	return async ({ request }) => {
		try {
			const headers = new Headers(callHeaders);
			const caller = await admit(endpoint.who, request);
			const call = {
				params: parse(endpoint.params, pathParameters(endpoint, request.url)),
				query: parse(endpoint.query, singleParameters(new URL(request.url))),
				body: endpoint.body ? parse(endpoint.body, await readJson(request)) : undefined,
				caller,
				request,
				headers,
			};
			// The parts were parsed by the endpoint's own schemas just above.
			const answered = () => answer(call as Call<E>);
			const reply = await (mayReadCopy(endpoint, request) ? fromNearestCopy(answered) : answered());
			return Response.json(reply, { status: statusOf(reply), headers });
		} catch (error) {
			return hearOut(request, refuse(error));
		}
	};
}

/** Answers every method a path does not have with 405 and the ones it has (RFC 9110, 15.5.6). */
export function only(...methods: (Method | "HEAD")[]): APIRoute {
	return () => {
		const refusal = refuse(new ShopError("method_not_allowed"));
		refusal.headers.set("Allow", methods.join(", "));
		return refusal;
	};
}

/** The response of a refusal. What is our fault is logged here and told to nobody. */
export function refuse(error: unknown): Response {
	const known = shopErrorOf(error);
	logRefusal(known);
	return refusal(known);
}

/**
 * What went wrong, as a code of ours: a database that can't keep up is `unavailable` and worth
 * another try, anything else that is no ShopError is `internal`.
 */
export function shopErrorOf(error: unknown): ShopError {
	if (error instanceof ShopError) return error;
	return new ShopError(databaseIsAway(error) ? "unavailable" : "internal", { cause: error });
}

/** Writes a refusal to the log where the fault is ours or that of a service behind us. */
export function logRefusal(error: ShopError): void {
	if (error.status >= 500 && !isFull(error)) logFault(error.code, error.cause ?? error);
}

/** How soon to try again where the shop is busy, in seconds. */
const busyRetryS = 5;

/** The response of a refusal, which nobody writes down. */
export function refusal(error: ShopError): Response {
	const said = error.message === error.code ? messages.refusals[error.code] : error.message;
	const body: Refusal = {
		error: { code: error.code, message: said, ...(error.fields && { fields: error.fields }) },
	};
	const headers = new Headers(callHeaders);
	const wait = error.retryAfterS ?? (error.status === 503 ? busyRetryS : undefined);
	if (wait !== undefined) headers.set("Retry-After", String(wait));
	return Response.json(body, { status: error.status, headers });
}

/** What anyone may read, asked for by somebody unknown: only the known have written what they would miss. */
function mayReadCopy({ who, method }: AnyEndpoint, { headers }: Request): boolean {
	const isKnown = headers.has("cookie") || headers.has("authorization");
	return who === "anyone" && method === "GET" && !isKnown;
}

/** Who calls, as far as the endpoint asks. Refuses with unauthenticated, forbidden, foreign_origin. */
async function admit(who: Who, request: Request): Promise<Caller | undefined> {
	if (who === "anyone" || who === "stripe") return undefined;
	if (who === "session" && request.headers.get("origin") !== shopOrigin()) {
		throw new ShopError("foreign_origin");
	}
	const caller =
		who === "session"
			? await callerFromCookie(request.headers)
			: await callerFromBearer(request.headers.get("authorization"));
	if (!caller) throw new ShopError("unauthenticated");
	if (who === "admin" && caller.role !== "admin") throw new ShopError("forbidden");
	return caller;
}

/**
 * Path parameters, decoded once, from the address as it was sent: Astro's own are only half
 * decoded (`%40` stays). Refuses a malformed encoding.
 */
function pathParameters(endpoint: AnyEndpoint, address: string): Record<string, string> {
	const sent = new URL(address).pathname.split("/").slice(2);
	const described = endpoint.path.split("/").slice(1);
	const found: Record<string, string> = {};
	for (const [place, segment] of described.entries()) {
		if (!segment.startsWith("{")) continue;
		try {
			found[segment.slice(1, -1)] = decodeURIComponent(sent[place] ?? "");
		} catch (cause) {
			throw new ShopError("malformed", { cause });
		}
	}
	return found;
}

/** Query parameters as an object. Refuses a parameter given twice: which one counts is a guess. */
function singleParameters(url: URL): Record<string, string> {
	const found: Record<string, string> = {};
	for (const [name, value] of url.searchParams) {
		if (Object.hasOwn(found, name)) throw new ShopError("malformed");
		found[name] = value;
	}
	return found;
}

/** The JSON body. Refuses with unsupported_media, too_large, malformed. */
async function readJson(request: Request): Promise<unknown> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^application\/json\s*(;|$)/i.test(type)) throw new ShopError("unsupported_media");
	try {
		return JSON.parse(await readText(request, maxBodyBytes));
	} catch (error) {
		if (error instanceof ShopError) throw error;
		throw new ShopError("malformed", { cause: error });
	}
}

/** Parses one part of a call. What is not even an object is malformed; wrong fields are invalid. */
function parse(schema: v.GenericSchema, input: unknown): unknown {
	const result = v.safeParse(schema, withAllFields(schema, input));
	if (result.success) return result.output;
	const fields: Fields = {};
	for (const issue of result.issues) {
		const path = v.getDotPath(issue);
		if (path === null) throw new ShopError("malformed");
		fields[path] ??= issue.message;
	}
	throw new ShopError("invalid", { fields });
}

/** What is missing is there as undefined: then the field's own words say so, not valibot's. */
function withAllFields(schema: v.GenericSchema, input: unknown): unknown {
	if (typeof input !== "object" || input === null || !("entries" in schema)) return input;
	return { ...mapKeys(schema.entries), ...input };
}

function mapKeys(entries: unknown): Record<string, undefined> {
	return Object.fromEntries(Object.keys(entries ?? {}).map((name) => [name, undefined]));
}
