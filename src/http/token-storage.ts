/** Stores the access token in this browser. */
import { fromBase64Url } from "../values/bytes.ts";

/** The key in local storage, as specified. */
const tokenKey = "accessToken";

/** The claims of the access token. They are unverified: use them to show a name, never to authorize. */
export interface TokenClaims {
	sub: string;
	email: string;
	name: string;
	role: "admin" | "user";
	/** Seconds since 1970. */
	exp: number;
}

/** Returns the stored token, or undefined if there is none or local storage is unavailable. */
export function readToken(): string | undefined {
	try {
		return localStorage.getItem(tokenKey) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Stores a token, or removes it if undefined is passed. */
export function storeToken(token: string | undefined): void {
	try {
		if (token) localStorage.setItem(tokenKey, token);
		else localStorage.removeItem(tokenKey);
	} catch {
		// Without local storage, each page gets a new token from the session cookie.
	}
}

/** Decodes a token's claims without verifying its signature. Returns undefined if it is not one of ours. */
export function decodeClaims(token: string | undefined): TokenClaims | undefined {
	try {
		const payload = token?.split(".")[1];
		if (!payload) return undefined;
		const claims: Payload | null = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)));
		return isTokenClaims(claims) ? claims : undefined;
	} catch {
		return undefined;
	}
}

type Payload = Partial<Record<keyof TokenClaims, unknown>>;

/** Local storage is untrusted: any script of the page may write to it. */
function isTokenClaims(claims: Payload | null): claims is TokenClaims {
	return (
		typeof claims?.sub === "string" &&
		typeof claims.email === "string" &&
		typeof claims.name === "string" &&
		(claims.role === "admin" || claims.role === "user") &&
		typeof claims.exp === "number"
	);
}
