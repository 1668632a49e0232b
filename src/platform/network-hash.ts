/** Hashes the network of a visitor, for limits without an account. */
import { env } from "cloudflare:workers";
import { base64url } from "jose";
import { networkPrefix } from "./rate-limit.ts";

const encoder = new TextEncoder();

/**
 * Returns an HMAC of the network of a request, as `networkPrefix` cuts it (RFC 2104): without the key, which
 * network it was can't be found by trying all.
 */
export async function hashNetwork({ headers }: Request): Promise<string> {
	const secret = encoder.encode(`${env.AUTH_SECRET}:network`);
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
	const network = encoder.encode(networkPrefix(headers.get("cf-connecting-ip")));
	return base64url.encode(new Uint8Array(await crypto.subtle.sign("HMAC", key, network)));
}
