/**
 * Tokens of guests' orders, for the link in e-mails and the cookie of the browser that ordered. A token
 * is an HMAC of the order's id and address, so that an e-mail sent later has it too, and a link to a former address
 * opens nothing; the database has only its hash.
 */
import { base64url } from "jose";
import { ownCookie } from "./own-cookie.ts";
import { sign, signaturePattern } from "./signature.ts";

/** The parameter with a token, in the link to a page of a guest's order. */
export const guestTokenParameter = "token";

/** The cookie of the browser that ordered: its last ten orders, for thirty days. */
const cookie = ownCookie({
	name: "guest",
	pattern: signaturePattern,
	maxTexts: 10,
	maxAgeS: 30 * 24 * 60 * 60,
});

/** Returns the token of a guest's order that has this e-mail. */
export function createGuestToken(orderId: string, email: string): Promise<string> {
	return sign("guest-checkout", `${orderId} ${email}`);
}

/** Returns the path of the link that opens a page of a guest's order in any browser. */
export async function withGuestToken(
	path: string,
	orderId: string,
	email: string,
): Promise<string> {
	return `${path}?${guestTokenParameter}=${await createGuestToken(orderId, email)}`;
}

/** Returns the SHA-256 of a token, as orders store it. */
export async function hashGuestToken(token: string): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
	return base64url.encode(new Uint8Array(hash));
}

/** Returns the hashes of the tokens in the request's cookie. They may be forged: compare them with the database. */
export function guestTokenHashes(headers: Headers): Promise<string[]> {
	return Promise.all(cookie.read(headers).map(hashGuestToken));
}

/** Returns the Set-Cookie header that adds a token to those of the request. */
export function guestCookie(headers: Headers, token: string): string {
	return cookie.set(token, cookie.read(headers));
}
