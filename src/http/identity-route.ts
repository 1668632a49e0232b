/** The door before better-auth's own paths: which of them there are, for whom, and how they refuse. */
import type { APIRoute } from "astro";
import * as messages from "../messages.ts";
import { handleAuthRequest } from "../platform/identity.ts";
import { shopOrigin } from "../platform/settings.ts";
import { ShopError } from "../shop/errors.ts";
import { readText, respondAndDrain } from "./body.ts";
import { reject } from "./handle.ts";

/** What the shop uses of better-auth, by method and path. All else it could answer is not there. */
const allowedRoutes = new Set([
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

/** Longest body, in bytes: names and passwords. */
const maxBodyBytes = 16 * 1024;

/**
 * Answers what the shop uses of better-auth. Refuses everything else with not_found, another site's
 * request with foreign_origin, a long body with too_large.
 */
export const identityRoute: APIRoute = async ({ request }) => {
	try {
		const { pathname } = new URL(request.url);
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

/** The request with its body read, no further than the limit. */
async function withLimitedBody(request: Request): Promise<Request> {
	if (request.method === "GET") return request;
	return new Request(request.url, {
		method: request.method,
		headers: request.headers,
		body: await readText(request, maxBodyBytes),
	});
}

/** An answer that no cache keeps; where it was too often, all limits say so in the same words. */
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
