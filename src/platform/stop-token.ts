/** Tokens of the links that stop an account's stock alerts. They need no session and allow nothing else. */
import { env } from "cloudflare:workers";
import { jwtVerify, SignJWT } from "jose";

const algorithm = "HS256";
const audience = "cogsmith-stop-alerts";

function signingKey(): Uint8Array {
	return new TextEncoder().encode(`${env.AUTH_SECRET}:stop-alerts`);
}

/** Signs a token for a user (RFC 7519). It does not expire, because a mail may be read years later. */
export function createStopToken(userId: string): Promise<string> {
	return new SignJWT()
		.setProtectedHeader({ alg: algorithm })
		.setSubject(userId)
		.setAudience(audience)
		.sign(signingKey());
}

/** Returns the user's id, or undefined if the token is not one of ours. */
export async function userIdFromStopToken(token: string): Promise<string | undefined> {
	try {
		const { payload } = await jwtVerify(token, signingKey(), { algorithms: [algorithm], audience });
		return payload.sub;
	} catch {
		return undefined;
	}
}
