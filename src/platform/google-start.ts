/** The first step of signing in with Google: an address at Google to send the visitor to. */
import type { googleMessages } from "../messages.ts";
import { sitePaths } from "../site.ts";
import { google } from "./google.ts";
import { answerAuth } from "./identity.ts";
import { shopOrigin } from "./settings.ts";

/** How long Google may take to describe itself, in milliseconds. */
const patienceMs = 10_000;

/** Where to send the visitor, with the cookies that let them back in; or why not. */
export type Start =
	| { url: string; cookies: string[] }
	| { refusal: Extract<keyof typeof googleMessages, "too_many" | "unavailable"> };

/** Begins a sign-in that ends on the login page and goes on to `from`, a path on this shop. */
export async function startGoogle(request: Request, from: string): Promise<Start> {
	const answer = await Promise.race([answerAuth(asking(request, from)), tooLate()]);
	if (answer?.status === 429) return { refusal: "too_many" };
	const url = answer?.headers.get("location");
	if (!answer?.ok || !url) return { refusal: "unavailable" };
	return { url, cookies: answer.headers.getSetCookie() };
}

/** The visitor's request as a call of better-auth's: their cookies and address count there too. */
function asking(request: Request, from: string): Request {
	const headers = new Headers(request.headers);
	headers.set("Content-Type", "application/json");
	headers.delete("Content-Length");
	const back = sitePaths.loginByGoogle(from);
	return new Request(`${shopOrigin()}/api/auth/sign-in/social`, {
		method: "POST",
		headers,
		body: JSON.stringify({ provider: google, callbackURL: back, errorCallbackURL: back }),
	});
}

function tooLate(): Promise<undefined> {
	return new Promise((resolve) => setTimeout(resolve, patienceMs));
}
