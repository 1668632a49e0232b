/** The access token as this browser keeps it. */

/** Where the specification keeps it in local storage. */
export const tokenKey = "accessToken";

/** What the token says of its holder. Good for showing a name, never for deciding anything. */
export interface TokenClaims {
	sub: string;
	email: string;
	name: string;
	role: "admin" | "user";
	/** Seconds since 1970. */
	exp: number;
}

/** The kept token, or undefined where there is none or the browser keeps nothing. */
export function readToken(): string | undefined {
	try {
		return localStorage.getItem(tokenKey) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Keeps a token, or forgets it where none is given. */
export function storeToken(token: string | undefined): void {
	try {
		if (token) localStorage.setItem(tokenKey, token);
		else localStorage.removeItem(tokenKey);
	} catch {
		// A browser that keeps nothing still works: each page renews from the cookie.
	}
}

/** Reads a token's claims without checking them; undefined where it is not one of ours. */
export function decodeClaims(token: string | undefined): TokenClaims | undefined {
	try {
		const payload = token?.split(".")[1];
		if (!payload) return undefined;
		const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
			c.charCodeAt(0),
		);
		const claims: Payload | null = JSON.parse(new TextDecoder().decode(bytes));
		return isTokenClaims(claims) ? claims : undefined;
	} catch {
		return undefined;
	}
}

type Payload = Partial<Record<keyof TokenClaims, unknown>>;

/** Local storage holds whatever was put there. */
function isTokenClaims(claims: Payload | null): claims is TokenClaims {
	return (
		typeof claims?.sub === "string" &&
		typeof claims.email === "string" &&
		typeof claims.name === "string" &&
		(claims.role === "admin" || claims.role === "user") &&
		typeof claims.exp === "number"
	);
}
