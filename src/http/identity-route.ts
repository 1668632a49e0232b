/** The door before better-auth's own paths: which of them there are, for whom, and how they refuse. */
import type { APIRoute } from "astro";
import * as messages from "../messages.ts";
import { answerAuth } from "../platform/identity.ts";
import { shopOrigin } from "../platform/settings.ts";
import { hearOut, readText } from "./body.ts";
import { ShopError } from "./errors.ts";
import { refuse } from "./handle.ts";

/** What the shop uses of better-auth, by method and path. All else it could answer is not there. */
const used = new Set([
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
		if (!used.has(`${request.method} ${pathname}`)) throw new ShopError("not_found");
		const from = request.headers.get("origin");
		if (request.method !== "GET" && from !== null && from !== shopOrigin()) {
			throw new ShopError("foreign_origin");
		}
		return tidied(await answerAuth(await bounded(request)));
	} catch (error) {
		return hearOut(request, refuse(error));
	}
};

/** The request with its body read, no further than the limit. */
async function bounded(request: Request): Promise<Request> {
	if (request.method === "GET") return request;
	return new Request(request.url, {
		method: request.method,
		headers: request.headers,
		body: await readText(request, maxBodyBytes),
	});
}

/** An answer that no cache keeps; where it was too often, all limits say so in the same words. */
function tidied(answer: Response): Response {
	const headers = new Headers(answer.headers);
	headers.set("Cache-Control", "no-store");
	if (answer.status !== 429) return new Response(answer.body, { status: answer.status, headers });
	const wait = headers.get("Retry-After") ?? headers.get("X-Retry-After") ?? "60";
	return Response.json(
		{ message: messages.refusals.too_many, code: "TOO_MANY" },
		{ status: 429, headers: { "Cache-Control": "no-store", "Retry-After": wait } },
	);
}
