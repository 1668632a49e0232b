/** Signatures that only this shop can make: an HMAC (RFC 2104) by a key of AUTH_SECRET. */
import { env } from "cloudflare:workers";
import { base64url } from "jose";

/** What is signed. Each has a key of its own, so that no signature is valid for another purpose. */
type Purpose = "guest-checkout" | "network" | "device" | "stop-mails" | "gift-card" | "stock-alert";

const algorithm = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

/** Matches a signature: 256 bits in base64url (RFC 4648). */
export const signaturePattern = /^[\w-]{43}$/;

function keyOf(purpose: Purpose, use: "sign" | "verify"): Promise<CryptoKey> {
	const secret = encoder.encode(`${env.AUTH_SECRET}:${purpose}`);
	return crypto.subtle.importKey("raw", secret, algorithm, false, [use]);
}

/** Returns the signature of a text. */
export async function sign(purpose: Purpose, text: string): Promise<string> {
	const mac = await crypto.subtle.sign("HMAC", await keyOf(purpose, "sign"), encoder.encode(text));
	return base64url.encode(new Uint8Array(mac));
}

/** Whether a signature is that of a text. The time does not depend on where they differ. */
export async function isSignatureOf(
	purpose: Purpose,
	text: string,
	signature: string,
): Promise<boolean> {
	if (!signaturePattern.test(signature)) return false;
	const key = await keyOf(purpose, "verify");
	const mac = Uint8Array.from(base64url.decode(signature));
	return crypto.subtle.verify("HMAC", key, mac, encoder.encode(text));
}
