/** Handles API requests: authenticates and parses, calls the shop, turns errors into responses. */
import type { APIRoute } from "astro";
import type { Buyer, Caller } from "../access/caller.ts";
import { isPermission, may, type Permission } from "../access/roles.ts";
import { type ErrorBody, ShopError } from "../errors.ts";
import * as messages from "../messages/messages.ts";
import { callerFromBearer } from "../platform/auth/access-token.ts";
import { callerFromCookie } from "../platform/auth/auth.ts";
import { guestTokenHashes } from "../platform/auth/guest-token.ts";
import { isTransientDatabaseError, readFromReplica } from "../platform/database/database.ts";
import { type RequestKey, requestKeyOf } from "../platform/limits/idempotency-key.ts";
import { logError } from "../platform/services/log.ts";
import { shopOrigin } from "../platform/settings/settings.ts";
import { idempotencyHeader } from "../values/idempotency-key.ts";
import { readText, respondAndDrain } from "./body.ts";
import {
	type Access,
	type AnyEndpoint,
	isForAnySite,
	type Method,
	type ParsedInput,
	type ReplyOf,
} from "./endpoint.ts";
import { crossOriginHeaders, preflightHeaders } from "./headers.ts";
import { parseInput } from "./parse-input.ts";
import { isOverloaded } from "./request-slots.ts";

/** Largest JSON body, in bytes. */
const maxBodyBytes = 64 * 1024;

/** Retry-After of a 503, in seconds. */
const busyRetryAfterS = 5;

const apiHeaders = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

interface CallerByAccess extends Record<Permission, Caller> {
	public: undefined;
	stripe: undefined;
	user: Caller;
	session: Caller;
	buyer: Buyer;
	/** Undefined for a guest. */
	visitor: Caller | undefined;
}

/** What a handler receives: the parsed input, the caller and the request. */
export type HandlerContext<E extends AnyEndpoint> = ParsedInput<E> & {
	caller: CallerByAccess[E["access"]];
	request: Request;
	/** Headers of the response: a handler may set more, such as Link. */
	headers: Headers;
	/** Returns the request's Idempotency-Key with the fingerprint of the input, for a write to store. */
	requestKey: () => Promise<RequestKey>;
};

/**
 * Creates the routes of an endpoint: that of its method, and `ALL`, which is for a path without other methods. `handler`
 * calls one function of the shop and returns the reply; `statusFor` chooses the status for replies that need another
 * than the endpoint's own.
 */
export function handle<E extends AnyEndpoint>(
	endpoint: E,
	handler: (call: HandlerContext<E>) => Promise<ReplyOf<E>>,
	statusFor: (reply: ReplyOf<E>) => number = () => endpoint.status,
): Record<E["method"] | "ALL", APIRoute> {
	const forAnySite = isForAnySite(endpoint);
	const route: APIRoute = async ({ request }) => {
		try {
			const headers = new Headers({ ...apiHeaders, ...(forAnySite && crossOriginHeaders) });
			const caller = await authenticate(endpoint.access, request);
			const input = {
				params: parseInput(endpoint.params, pathParams(endpoint, request.url)),
				query: parseInput(endpoint.query, queryParams(endpoint, new URL(request.url))),
				body: endpoint.body ? parseInput(endpoint.body, await readJson(request)) : undefined,
			};
			const requestKey = () =>
				requestKeyOf(request.headers.get(idempotencyHeader), {
					call: `${endpoint.method} ${endpoint.path}`,
					userId: caller && "id" in caller ? caller.id : undefined,
					input,
				});
			const call = { ...input, caller, request, headers, requestKey };
			// The parts were parsed by the endpoint's own schemas just above.
			const run = () => handler(call as HandlerContext<E>);
			const reply = await (canReadReplica(endpoint, request) ? readFromReplica(run) : run());
			const status = statusFor(reply);
			// The health check replies with 503 and what is down.
			if (status === 503) headers.set("Retry-After", String(busyRetryAfterS));
			return Response.json(reply, { status, headers });
		} catch (error) {
			const rejection = reject(error);
			return respondAndDrain(request, forAnySite ? toAnySite(rejection) : rejection);
		}
	};
	const method: E["method"] = endpoint.method;
	const all = forAnySite ? allowAnySite(method) : allowOnly(method);
	// All methods are here, so that of the endpoint too.
	return { [method]: route, ALL: all } as Record<E["method"] | "ALL", APIRoute>;
}

/**
 * Creates the route for all other methods of a path: 204 to OPTIONS (RFC 9110, 9.3.7), else 405 (15.5.6), both with an Allow
 * header. HEAD never comes here: worker/serve answers it as GET.
 */
export function allowOnly(...methods: Method[]): APIRoute {
	return ({ request }) => respondToOther(request, methods, {});
}

/** Creates the same for a path whose GET any site may read: OPTIONS is its preflight too. */
export function allowAnySite(...methods: Method[]): APIRoute {
	return ({ request }) => respondToOther(request, methods, preflightHeaders);
}

function respondToOther(
	request: Request,
	methods: readonly Method[],
	optionsHeaders: Record<string, string>,
): Response {
	const reads = methods.includes("GET") ? ["GET", "HEAD"] : [];
	const writes = methods.filter((method) => method !== "GET");
	const allow = [...reads, ...writes, "OPTIONS"].join(", ");
	if (request.method === "OPTIONS")
		return new Response(null, { status: 204, headers: { ...optionsHeaders, Allow: allow } });
	const rejection = reject(new ShopError("method_not_allowed"));
	rejection.headers.set("Allow", allow);
	return rejection;
}

/** Adds to a response that any site may read it. */
export function toAnySite(response: Response): Response {
	for (const [name, value] of Object.entries(crossOriginHeaders)) response.headers.set(name, value);
	return response;
}

/** Returns the response for an error and logs it if it is a server error; the cause is never sent. */
export function reject(error: unknown): Response {
	const shopError = toShopError(error);
	logRejection(shopError);
	return errorResponse(shopError);
}

/**
 * Converts any error to a ShopError: a transient database error is `unavailable`, so that clients
 * retry; everything else that is not a ShopError is `internal`.
 */
export function toShopError(error: unknown): ShopError {
	if (error instanceof ShopError) return error;
	return new ShopError(isTransientDatabaseError(error) ? "unavailable" : "internal", {
		cause: error,
	});
}

/** Logs server errors (5xx), except those of an overloaded isolate. */
export function logRejection(error: ShopError): void {
	if (error.status >= 500 && !isOverloaded(error)) logError(error.code, error.cause ?? error);
}

/** Returns what people read of an error. */
export function sentenceOf({ message, code }: ShopError): string {
	return message === code ? messages.errorMessages[code] : message;
}

/** Returns the response for an error, without logging it. */
export function errorResponse(error: ShopError): Response {
	const body: ErrorBody = {
		error: {
			code: error.code,
			message: sentenceOf(error),
			...(error.fields && { fields: error.fields }),
		},
	};
	const headers = new Headers(apiHeaders);
	const retryAfterS = error.retryAfterS ?? (error.status === 503 ? busyRetryAfterS : undefined);
	if (retryAfterS !== undefined) headers.set("Retry-After", String(retryAfterS));
	return Response.json(body, { status: error.status, headers });
}

/** Whether a replica may answer: public reads without credentials. A signed-in user must see their own writes. */
function canReadReplica({ access, method }: AnyEndpoint, { headers }: Request): boolean {
	const hasCredentials = headers.has("cookie") || headers.has("authorization");
	return access === "public" && method === "GET" && !hasCredentials;
}

/** Returns the caller, or undefined if the endpoint needs none. Throws `unauthenticated`, `forbidden` or `foreign_origin`. */
async function authenticate(access: Access, request: Request): Promise<Caller | Buyer | undefined> {
	if (access === "public" || access === "stripe") return undefined;
	if (access === "buyer") return authenticateBuyer(request);
	if (access === "visitor" && !request.headers.has("authorization")) {
		// Other sites must not place orders in their visitors' browsers.
		checkOrigin(request);
		return undefined;
	}
	if (access === "session") checkOrigin(request);
	const caller =
		access === "session"
			? await callerFromCookie(request.headers)
			: await callerFromBearer(request.headers.get("authorization"));
	if (!caller) throw new ShopError("unauthenticated");
	if (isPermission(access) && !may(caller.role, access)) throw new ShopError("forbidden");
	return caller;
}

/** A signed-in user, a guest with the cookie of their orders, or both. */
async function authenticateBuyer({ method, headers }: Request): Promise<Buyer> {
	const guestTokens = await guestTokenHashes(headers);
	if (headers.has("authorization") || guestTokens.length === 0) {
		const user = await callerFromBearer(headers.get("authorization"));
		if (!user) throw new ShopError("unauthenticated");
		return { user, guestTokenHashes: guestTokens };
	}
	// Browsers send no Origin with a page's own GET (Fetch Standard, 3.2). It changes nothing, and another
	// site can't read the response.
	if (method !== "GET" || headers.has("origin")) checkOrigin({ headers });
	return { user: undefined, guestTokenHashes: guestTokens };
}

function checkOrigin({ headers }: Pick<Request, "headers">): void {
	if (headers.get("origin") !== shopOrigin()) throw new ShopError("foreign_origin");
}

/**
 * Returns the path parameters, decoded once from the URL as sent: Astro's own are only partly
 * decoded (`%40` stays). Throws `malformed` for an invalid encoding.
 */
function pathParams(endpoint: AnyEndpoint, url: string): Record<string, string> {
	const actualSegments = new URL(url).pathname.split("/").slice(2);
	const patternSegments = endpoint.path.split("/").slice(1);
	const params: Record<string, string> = {};
	for (const [index, segment] of patternSegments.entries()) {
		if (!segment.startsWith("{")) continue;
		try {
			params[segment.slice(1, -1)] = decodeURIComponent(actualSegments[index] ?? "");
		} catch (cause) {
			throw new ShopError("malformed", { cause });
		}
	}
	return params;
}

/**
 * Returns the query parameters. Throws `malformed` for a repeated one, because which is meant is a guess, and for one
 * that the endpoint does not have: ignored, a misspelt filter would return everything.
 */
function queryParams({ query }: AnyEndpoint, url: URL): Record<string, string> {
	const entries: object = query.entries;
	const params: Record<string, string> = {};
	for (const [name, value] of url.searchParams) {
		if (!Object.hasOwn(entries, name))
			throw new ShopError("malformed", { fields: { [name]: messages.unknownParameter } });
		if (Object.hasOwn(params, name)) throw new ShopError("malformed");
		params[name] = value;
	}
	return params;
}

/** Returns the JSON body. Throws `unsupported_media`, and as `readText` does. */
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
