/** The first step of signing in with Google: an address at Google to send the visitor to. */
import type { googleErrorMessages } from "../messages.ts";
import { sitePaths } from "../site-paths.ts";
import { googleProviderId } from "./google.ts";
import { handleAuthRequest } from "./identity.ts";
import { shopOrigin } from "./settings.ts";

/** How long Google may take to describe itself, in milliseconds. */
const timeoutMs = 10_000;

/** Where to send the visitor, with the cookies that let them back in; or why not. */
export type GoogleSignInStart =
	| { url: string; cookies: string[] }
	| { error: Extract<keyof typeof googleErrorMessages, "too_many" | "unavailable"> };

/** Begins a sign-in that ends on the login page and goes on to `from`, a path on this shop. */
export async function startGoogleSignIn(
	request: Request,
	returnTo: string,
): Promise<GoogleSignInStart> {
	const response = await Promise.race([
		handleAuthRequest(signInRequest(request, returnTo)),
		timeout(),
	]);
	if (response?.status === 429) return { error: "too_many" };
	const url = response?.headers.get("location");
	if (!response?.ok || !url) return { error: "unavailable" };
	return { url, cookies: response.headers.getSetCookie() };
}

/** The visitor's request as a call of better-auth's: their cookies and address count there too. */
function signInRequest(request: Request, returnTo: string): Request {
	const headers = new Headers(request.headers);
	headers.set("Content-Type", "application/json");
	headers.delete("Content-Length");
	const callbackPath = sitePaths.loginAfterGoogle(returnTo);
	return new Request(`${shopOrigin()}/api/auth/sign-in/social`, {
		method: "POST",
		headers,
		body: JSON.stringify({
			provider: googleProviderId,
			callbackURL: callbackPath,
			errorCallbackURL: callbackPath,
		}),
	});
}

function timeout(): Promise<undefined> {
	return new Promise((resolve) => setTimeout(resolve, timeoutMs));
}
