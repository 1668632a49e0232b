/** Access tokens for API calls. A token belongs to a session and is invalid as soon as that ends. */
import { env } from "cloudflare:workers";
import { and, eq, gt } from "drizzle-orm";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import { type Caller, tokenLifetimeMs } from "../../access/caller.ts";
import { sessions, users } from "../../db/auth-tables.ts";
import { database } from "../database/database.ts";

const algorithm = "HS256";
const audience = "cogsmith-calls";

function signingKey(): Uint8Array {
	return new TextEncoder().encode(`${env.AUTH_SECRET}:access-token`);
}

/** Signs an access token for a session (RFC 7519). It expires after an hour, or with its session. */
export async function issueToken(
	caller: Pick<Caller, "id" | "email" | "name" | "role" | "sessionId">,
): Promise<{ token: string; expiresAt: string }> {
	const expiresAt = new Date(Date.now() + tokenLifetimeMs);
	const token = await new SignJWT({
		sid: caller.sessionId,
		email: caller.email,
		name: caller.name,
		// The browser shows nothing by it, and versions before know only these two.
		role: caller.role === "admin" ? "admin" : "user",
	})
		.setProtectedHeader({ alg: algorithm })
		.setSubject(caller.id)
		.setAudience(audience)
		.setIssuedAt()
		.setExpirationTime(expiresAt)
		.sign(signingKey());
	return { token, expiresAt: expiresAt.toISOString() };
}

/**
 * Returns the caller of an `Authorization` header, or undefined. Checks the signature and expiry
 * here and reads the session, user and role from the database in one query.
 */
export async function callerFromBearer(authorization: string | null): Promise<Caller | undefined> {
	const sessionId = await sessionIdFromToken(authorization);
	if (!sessionId) return undefined;
	const [user] = await database()
		.select({
			id: users.id,
			name: users.name,
			email: users.email,
			phone: users.phone,
			address: users.address,
			role: users.role,
			verified: users.emailVerified,
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, new Date())));
	return user && { ...user, sessionId };
}

/** Returns the user id of a valid token, by its signature and expiry alone, without a query. */
export async function userIdFromToken(authorization: string | null): Promise<string | undefined> {
	return (await verifyClaims(authorization))?.sub;
}

async function sessionIdFromToken(authorization: string | null): Promise<string | undefined> {
	const claims = await verifyClaims(authorization);
	return typeof claims?.sid === "string" ? claims.sid : undefined;
}

async function verifyClaims(authorization: string | null): Promise<JWTPayload | undefined> {
	const token = authorization?.match(/^Bearer (\S+)$/i)?.[1];
	if (!token) return undefined;
	try {
		const { payload } = await jwtVerify(token, signingKey(), { algorithms: [algorithm], audience });
		return payload;
	} catch {
		return undefined;
	}
}
