/** Guards better-auth's routes: allows those the shop uses, checks Origin, limits bodies, normalizes errors. */
import type { APIRoute } from "astro";
import { ShopError } from "../errors.ts";
import * as messages from "../messages/messages.ts";
import { handleAuthRequest } from "../platform/auth/auth.ts";
import { shopOrigin } from "../platform/settings/settings.ts";
import { readText, respondAndDrain } from "./body.ts";
import type { Method } from "./endpoint.ts";
import { allowOnly, reject } from "./handle.ts";

/** The better-auth routes that the shop uses, by method and path. All others are 404. */
export const allowedRoutes: ReadonlySet<string> = new Set([
	"GET /api/auth/get-session",
	"POST /api/auth/sign-up/email",
	"POST /api/auth/sign-in/email",
	"POST /api/auth/sign-in/social",
	"GET /api/auth/callback/google",
	"POST /api/auth/sign-out",
	"POST /api/auth/request-password-reset",
	"POST /api/auth/reset-password",
	"POST /api/auth/change-password",
	"POST /api/auth/send-verification-email",
]);

const authMethods: readonly Method[] = ["GET", "POST"];

/** Largest body, in bytes: names and passwords. */
const maxBodyBytes = 16 * 1024;

/**
 * Passes a request to better-auth. Rejects routes the shop does not use with `not_found`, requests from
 * another origin with `foreign_origin` and long bodies with `too_large`.
 */
export const authRoute: APIRoute = async (context) => {
	const { request } = context;
	try {
		const { pathname } = new URL(request.url);
		const methods = authMethods.filter((method) => allowedRoutes.has(`${method} ${pathname}`));
		if (request.method === "OPTIONS" && methods.length > 0) return allowOnly(...methods)(context);
		if (!allowedRoutes.has(`${request.method} ${pathname}`)) throw new ShopError("not_found");
		const origin = request.headers.get("origin");
		if (request.method !== "GET" && origin !== null && origin !== shopOrigin()) {
			throw new ShopError("foreign_origin");
		}
		return normalizeResponse(await handleAuthRequest(await withLimitedBody(request)));
	} catch (error) {
		return respondAndDrain(request, reject(error));
	}
};

/** Returns the request with its body read up to the limit. Throws as `readText` does. */
async function withLimitedBody(request: Request): Promise<Request> {
	if (request.method === "GET") return request;
	return new Request(request.url, {
		method: request.method,
		headers: request.headers,
		body: await readText(request, maxBodyBytes),
	});
}

/** Makes the response uncacheable, and gives every 429 the same body and a Retry-After header. */
function normalizeResponse(response: Response): Response {
	const headers = new Headers(response.headers);
	headers.set("Cache-Control", "no-store");
	if (response.status !== 429)
		return new Response(response.body, { status: response.status, headers });
	const retryAfter = headers.get("Retry-After") ?? headers.get("X-Retry-After") ?? "60";
	return Response.json(
		{ message: messages.errorMessages.too_many, code: "TOO_MANY" },
		{ status: 429, headers: { "Cache-Control": "no-store", "Retry-After": retryAfter } },
	);
}
