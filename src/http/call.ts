/** Calls the API from an island: typed by the endpoint, with an access token that is renewed once. */
import * as v from "valibot";
import { isErrorCode, ShopError } from "../errors.ts";
import * as messages from "../messages/messages.ts";
import { type ListPage, parseNextCursor, truncatedToHeader } from "../values/paging.ts";
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from "./endpoint.ts";
import { readToken } from "./token-storage.ts";

/** What a call sends: the input of its endpoint. */
type Sent<E extends AnyEndpoint> = CallInput<E> & {
	/** The form of an upload, instead of a JSON body. */
	form?: FormData;
	/** Ends the call early. */
	signal?: AbortSignal;
};

type RenewToken = () => Promise<string | undefined>;

let renewToken: RenewToken = async () => undefined;

/** Sets how an expired token is renewed. The session store calls this when it loads. */
export function setTokenRenewer(renewer: RenewToken): void {
	renewToken = renewer;
}

/**
 * Calls an endpoint and returns its reply. Throws ShopError with the server's code and message, or
 * `unavailable` if there is no response. Retries once with a new token after a 401.
 */
export async function call<E extends AnyEndpoint>(
	endpoint: E,
	input: Sent<E> = {},
	headers: Record<string, string> = {},
): Promise<ReplyOf<E>> {
	return readReply(await sendWithToken(endpoint, input, headers));
}

type ItemOf<Reply> = Extract<Reply, readonly unknown[]>[number];

/** Calls for one page of a list, with the next cursor from the Link header. Throws as `call` does. */
export async function callPage<E extends AnyEndpoint>(
	endpoint: E,
	input: Sent<E> = {},
): Promise<ListPage<ItemOf<ReplyOf<E>>>> {
	const response = await sendWithToken(endpoint, input, {});
	const items = await readReply<ItemOf<ReplyOf<E>>[]>(response);
	const truncatedTo = Number(response.headers.get(truncatedToHeader)) || undefined;
	return { items, next: parseNextCursor(response.headers.get("Link")), truncatedTo };
}

function sendWithToken(
	endpoint: AnyEndpoint,
	input: Sent<AnyEndpoint>,
	headers: Record<string, string>,
): Promise<Response> {
	return withToken(endpoint, (token) => send(endpoint, input, headers, token));
}

/**
 * Sends a request with an access token if the endpoint takes one, and retries once with a new token
 * after a 401. Without a session it has none: some endpoints answer guests too. `send` receives the token and makes the request.
 */
export async function withToken(
	endpoint: AnyEndpoint,
	send: (token: string | undefined) => Promise<Response>,
): Promise<Response> {
	const needsToken = !/public|session|stripe/.test(endpoint.access);
	const response = await send(needsToken ? (readToken() ?? (await renewToken())) : undefined);
	if (response.status !== 401 || !needsToken) return response;
	const renewed = await renewToken();
	return renewed || /buyer|visitor/.test(endpoint.access) ? send(renewed) : response;
}

async function send(
	endpoint: AnyEndpoint,
	input: Sent<AnyEndpoint>,
	headers: Record<string, string>,
	token: string | undefined,
): Promise<Response> {
	const { body, form, signal } = input;
	const query = input.query ? `?${new URLSearchParams(input.query)}` : "";
	try {
		return await fetch(buildPath(endpoint, input.params) + query, {
			method: endpoint.method,
			headers: {
				...headers,
				...(body !== undefined && { "Content-Type": "application/json" }),
				...(token && { Authorization: `Bearer ${token}` }),
			},
			...(form && { body: form }),
			...(body !== undefined && { body: JSON.stringify(body) }),
			...(signal && { signal }),
		});
	} catch (cause) {
		throw new ShopError("unavailable", { message: messages.shopUnreachable, cause });
	}
}

const errorBodySchema = v.object({
	error: v.object({
		code: v.string(),
		message: v.string(),
		fields: v.optional(v.record(v.string(), v.string())),
	}),
});

/** Returns the reply in a response. Throws an error response as ShopError. */
export async function readReply<Reply>(response: Response): Promise<Reply> {
	const body: unknown = await response.json().catch(() => undefined);
	// Replies come from our own server and are typed by the endpoint that describes them.
	if (response.ok) return body as Reply;
	const errorBody = v.safeParse(errorBodySchema, body);
	if (!errorBody.success || !isErrorCode(errorBody.output.error.code)) {
		throw new ShopError("internal", { message: messages.internalError });
	}
	const { code, message, fields } = errorBody.output.error;
	throw new ShopError(code, { message, ...(fields && { fields }) });
}
