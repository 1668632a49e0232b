/** The first step of signing in with Google: the URL at Google to redirect the visitor to. */
import type { googleErrorMessages } from "../../messages/messages.ts";
import { publicPaths } from "../../paths/public.ts";
import { shopOrigin } from "../settings/settings.ts";
import { handleAuthRequest } from "./auth.ts";
import { googleProviderId } from "./google.ts";

/** Timeout of the request for Google's discovery document, in milliseconds. */
const timeoutMs = 10_000;

/** The URL to redirect to, with the cookies for the callback; or the error code. */
export type GoogleSignInStart =
	| { url: string; cookies: string[] }
	| { error: Extract<keyof typeof googleErrorMessages, "too_many" | "unavailable"> };

/** Starts a sign-in. Google redirects back to the login page, which redirects to `returnTo`, a path on this shop. */
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

/** Returns better-auth's sign-in request with the visitor's cookies and IP address. */
function signInRequest(request: Request, returnTo: string): Request {
	const headers = new Headers(request.headers);
	headers.set("Content-Type", "application/json");
	headers.delete("Content-Length");
	const callbackPath = publicPaths.loginAfterGoogle(returnTo);
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
