/**
 * Tokens of guests' checkouts, for the link in mails and the cookie of the browser that ordered. A token
 * is an HMAC of the checkout's id, so that a mail sent later has it too; the database has only its hash.
 */
import { env } from "cloudflare:workers";
import { base64url } from "jose";
import { shopOrigin } from "./settings.ts";

/** The parameter with a token, in the link to a page of a guest's checkout. */
export const guestTokenParameter = "token";

/** How many checkouts a browser remembers, the newest first. */
const maxTokens = 10;

/** How long, in seconds. */
const maxAgeS = 30 * 24 * 60 * 60;

const tokenPattern = /^[\w-]{43}$/;

const encoder = new TextEncoder();

/** Returns the token of a guest's checkout: 256 bits in base64url (RFC 2104, RFC 4648). */
export async function createGuestToken(checkoutId: string): Promise<string> {
	const secret = encoder.encode(`${env.AUTH_SECRET}:guest-checkout`);
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
	const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(checkoutId));
	return base64url.encode(new Uint8Array(mac));
}

/** Returns the path of the link that opens a page of a guest's checkout in any browser. */
export async function withGuestToken(path: string, checkoutId: string): Promise<string> {
	return `${path}?${guestTokenParameter}=${await createGuestToken(checkoutId)}`;
}

/** Returns the SHA-256 of a token, as checkouts store it. */
export async function hashGuestToken(token: string): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", encoder.encode(token));
	return base64url.encode(new Uint8Array(hash));
}

/** Over https only this origin can set it, for all its paths (RFC 6265bis, 4.1.3.2). */
function cookieName(): string {
	return isSecure() ? "__Host-cogsmith.guest" : "cogsmith.guest";
}

const isSecure = () => shopOrigin().startsWith("https:");

/** Returns the tokens in the request's cookie. They may be forged: compare their hashes with the database. */
function tokensFrom(headers: Headers): string[] {
	const prefix = `${cookieName()}=`;
	const cookie = (headers.get("cookie") ?? "")
		.split(";")
		.map((pair) => pair.trim())
		.find((pair) => pair.startsWith(prefix));
	const tokens = cookie?.slice(prefix.length).split(".") ?? [];
	return tokens.filter((token) => tokenPattern.test(token)).slice(0, maxTokens);
}

/** Returns the hashes of the tokens in the request's cookie. */
export function guestTokenHashes(headers: Headers): Promise<string[]> {
	return Promise.all(tokensFrom(headers).map(hashGuestToken));
}

/** Returns the Set-Cookie header that adds a token to those of the request. */
export function guestCookie(headers: Headers, token: string): string {
	const others = tokensFrom(headers).filter((other) => other !== token);
	const value = [token, ...others].slice(0, maxTokens).join(".");
	const secure = isSecure() ? "; Secure" : "";
	return `${cookieName()}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
}
