/** Who is signed in, as this browser knows it, and how its token is renewed. */
import { atom } from "nanostores";
import { call, setTokenRenewer } from "../http/call.ts";
import { currentUser, type IdentityUser } from "../http/identity-client.ts";
import { decodeClaims, readToken, storeToken, type TokenClaims } from "../http/token-storage.ts";
import { ShopError } from "../shop/errors.ts";
import { issueTokenEndpoint } from "../shop/users/users.api.ts";

export const $session = atom<TokenClaims | undefined>(
	typeof window === "undefined" ? undefined : decodeClaims(readToken()),
);

/** Tells the navigation, which is no island, that the session changed. */
function setSessionToken(token: string | undefined): void {
	storeToken(token);
	$session.set(decodeClaims(token));
	dispatchEvent(new Event("shop-session"));
}

/** Gets an access token for the signed-in user and keeps it. Throws ShopError where it is refused. */
export async function startSession({ email, name }: IdentityUser): Promise<void> {
	const { token } = await call(issueTokenEndpoint, { params: { email }, body: { email, name } });
	setSessionToken(token);
}

/** Forgets the session in this browser. The server's has been ended by then. */
export function clearSession(): void {
	setSessionToken(undefined);
}

let pendingRenewal: Promise<string | undefined> | undefined;

/** A new token from the cookie, asked for once however many calls need it; undefined where the session is over. */
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
		// A session that ended meanwhile gives no token; any other fault is no reason to sign in again.
		if (error instanceof ShopError && error.code === "unauthenticated") return undefined;
		throw error;
	}),
);
