/** The session in this browser: its access token and the renewal of that token. */

import { ShopError } from "../errors.ts";
import { call, setTokenRenewer } from "../http/call.ts";
import { type AuthUser, currentUser } from "../http/current-user.ts";
import { readToken, storeToken } from "../http/token-storage.ts";
import { issueTokenEndpoint } from "../shop/users/users.api.ts";

/** Stores the token and notifies the navigation, which is no island. */
function setSessionToken(token: string | undefined): void {
	storeToken(token);
	dispatchEvent(new Event("shop-session"));
}

/** Gets an access token for the signed-in user and stores it. Throws ShopError. */
export async function startSession({ email, name }: AuthUser): Promise<void> {
	const { token } = await call(issueTokenEndpoint, { params: { email }, body: { email, name } });
	setSessionToken(token);
}

/** Removes the session from this browser, after the server has ended it. */
export function clearSession(): void {
	setSessionToken(undefined);
}

let pendingRenewal: Promise<string | undefined> | undefined;

/** Returns a new token from the session cookie, or undefined if the session has ended. Concurrent calls share one request. */
function renew(): Promise<string | undefined> {
	pendingRenewal ??= renewFromCookie().finally(() => {
		pendingRenewal = undefined;
	});
	return pendingRenewal;
}

async function renewFromCookie(): Promise<string | undefined> {
	const user = await currentUser();
	if (!user) {
		clearSession();
		return undefined;
	}
	await startSession(user);
	return readToken();
}

setTokenRenewer(() =>
	renew().catch((error: unknown) => {
		// Without a session there is no token. Any other error does not mean that the user must sign in.
		if (error instanceof ShopError && error.code === "unauthenticated") return undefined;
		throw error;
	}),
);
