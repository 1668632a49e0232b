/** Who is signed in, as this browser knows it, and how its token is renewed. */
import { atom } from "nanostores";
import { call, renewTokenBy } from "../http/call.ts";
import { ShopError } from "../http/errors.ts";
import { currentUser, type IdentityUser } from "../http/identity.ts";
import { claimsOf, keepToken, readToken, type TokenClaims } from "../http/token.ts";
import { issueTokenEndpoint } from "../shop/users/users.api.ts";

export const $session = atom<TokenClaims | undefined>(
	typeof window === "undefined" ? undefined : claimsOf(readToken()),
);

/** Tells the navigation, which is no island, that the session changed. */
function announce(token: string | undefined): void {
	keepToken(token);
	$session.set(claimsOf(token));
	dispatchEvent(new Event("shop-session"));
}

/** Gets an access token for the signed-in user and keeps it. Throws ShopError where it is refused. */
export async function startSession({ email, name }: IdentityUser): Promise<void> {
	const { token } = await call(issueTokenEndpoint, { params: { email }, body: { email, name } });
	announce(token);
}

/** Forgets the session in this browser. The server's has been ended by then. */
export function forgetSession(): void {
	announce(undefined);
}

let renewal: Promise<string | undefined> | undefined;

/** A new token from the cookie, asked for once however many calls need it; undefined where the session is over. */
function renew(): Promise<string | undefined> {
	renewal ??= renewFromCookie().finally(() => {
		renewal = undefined;
	});
	return renewal;
}

async function renewFromCookie(): Promise<string | undefined> {
	const user = await currentUser();
	if (!user) {
		forgetSession();
		return undefined;
	}
	await startSession(user);
	return readToken();
}

renewTokenBy(() =>
	renew().catch((error: unknown) => {
		// A session that ended meanwhile gives no token; any other fault is no reason to sign in again.
		if (error instanceof ShopError && error.code === "unauthenticated") return undefined;
		throw error;
	}),
);
