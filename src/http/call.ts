/** How an island makes a call: typed by its endpoint, carrying the access token, renewed once. */
import * as v from "valibot";
import * as messages from "../messages.ts";
import { isErrorCode, ShopError } from "../shop/errors.ts";
import { type ListPage, parseNextCursor, truncatedToHeader } from "../shop/paging.ts";
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from "./endpoint.ts";
import { readToken } from "./token-storage.ts";

type RenewToken = () => Promise<string | undefined>;

let renewToken: RenewToken = async () => undefined;

/** Says how a token that has run out is renewed. The session store does so when it loads. */
export function setTokenRenewer(renewer: RenewToken): void {
	renewToken = renewer;
}

/**
 * Makes a call and gives its reply. Refusals are thrown as ShopError with the server's words;
 * no answer at all is `unavailable`. A call refused for its token is made once more with a new one.
 */
export async function call<E extends AnyEndpoint>(
	endpoint: E,
	input: CallInput<E> = {},
	headers: Record<string, string> = {},
): Promise<ReplyOf<E>> {
	return readReply(await sendWithToken(endpoint, input, headers));
}

type ItemOf<Reply> = Extract<Reply, readonly unknown[]>[number];

/** Calls for a page of a list; the cursor of the next comes from the Link header. Throws as `call` does. */
export async function callPage<E extends AnyEndpoint>(
	endpoint: E,
	input: CallInput<E> = {},
): Promise<ListPage<ItemOf<ReplyOf<E>>>> {
	const response = await sendWithToken(endpoint, input, {});
	const items = await readReply<ItemOf<ReplyOf<E>>[]>(response);
	const truncatedTo = Number(response.headers.get(truncatedToHeader)) || undefined;
	return { items, next: parseNextCursor(response.headers.get("Link")), truncatedTo };
}

function sendWithToken(
	endpoint: AnyEndpoint,
	input: CallInput<AnyEndpoint>,
	headers: Record<string, string>,
): Promise<Response> {
	return withToken(endpoint, (token) => send(endpoint, input, headers, token));
}

/**
 * Sends a request with the access token its endpoint needs, if it needs one, and once more with a
 * new one where it is refused for it. `send` is given the token and makes the request.
 */
export async function withToken(
	endpoint: AnyEndpoint,
	send: (token: string | undefined) => Promise<Response>,
): Promise<Response> {
	const needsToken = endpoint.access === "user" || endpoint.access === "admin";
	const response = await send(needsToken ? (readToken() ?? (await renewToken())) : undefined);
	if (response.status !== 401 || !needsToken) return response;
	const renewed = await renewToken();
	return renewed ? send(renewed) : response;
}

async function send(
	endpoint: AnyEndpoint,
	input: CallInput<AnyEndpoint>,
	headers: Record<string, string>,
	token: string | undefined,
): Promise<Response> {
	const query = input.query ? `?${new URLSearchParams(input.query)}` : "";
	try {
		return await fetch(buildPath(endpoint, input.params) + query, {
			method: endpoint.method,
			headers: {
				...headers,
				...(input.body !== undefined && { "Content-Type": "application/json" }),
				...(token && { Authorization: `Bearer ${token}` }),
			},
			...(input.body !== undefined && { body: JSON.stringify(input.body) }),
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

/** The reply in a response, or the refusal in it, thrown as ShopError. */
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
