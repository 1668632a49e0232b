/** better-auth as the shop's identity service, and the access token that calls carry. */
import { env } from "cloudflare:workers";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { and, eq, gt } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import * as authTables from "../db/auth-tables.ts";
import { type Caller, roles, tokenLifetimeMs } from "../shop/users/users.ts";
import { minPasswordLength } from "../shop/values.ts";
import { sitePaths } from "../site.ts";
import { database } from "./database.ts";
import { type GoogleRules, googleRulesFor } from "./google.ts";
import { shopOrigin } from "./settings.ts";

/** Tries a minute from one address at signing in and signing up. */
const triesPerMinute = 60;

function createAuth(google?: GoogleRules) {
	const origin = shopOrigin();
	return betterAuth({
		baseURL: origin,
		basePath: "/api/auth",
		secret: env.AUTH_SECRET,
		trustedOrigins: [origin],
		telemetry: { enabled: false },
		database: drizzleAdapter(database(), {
			provider: "sqlite",
			schema: authTables,
			usePlural: true,
			// D1 has no interactive transactions.
			transaction: false,
		}),
		emailAndPassword: {
			enabled: true,
			autoSignIn: true,
			minPasswordLength,
			revokeSessionsOnPasswordReset: true,
		},
		user: {
			additionalFields: {
				phone: { type: "string", required: false, defaultValue: "", input: false },
				address: { type: "string", required: false, defaultValue: "", input: false },
				// `input: false`: nobody names their own role at sign-up.
				role: { type: [...roles], required: false, defaultValue: "user", input: false },
			},
			...(google && { validateUserInfo: google.validateUserInfo }),
		},
		...(google && {
			plugins: google.plugins,
			account: google.account,
			databaseHooks: google.databaseHooks,
		}),
		onAPIError: { errorURL: origin + sitePaths.login },
		// A session is read fresh each time, so that ending one ends it at once.
		session: { cookieCache: { enabled: false } },
		rateLimit: {
			enabled: true,
			storage: "database",
			window: 60,
			max: 300,
			customRules: {
				"/sign-in/*": { window: 60, max: triesPerMinute },
				"/sign-up/*": { window: 60, max: triesPerMinute },
			},
		},
		advanced: {
			cookiePrefix: "cogsmith",
			useSecureCookies: origin.startsWith("https:"),
			defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
			ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
		},
	});
}

let shared: ReturnType<typeof createAuth> | undefined;

/** The identity service. */
export function auth() {
	shared ??= createAuth();
	return shared;
}

/**
 * Answers better-auth's own paths under /api/auth. Those of Google get a service of their own each
 * time: it asks Google to describe itself first, which no other path should wait for or fail by.
 */
export function answerAuth(request: Request): Promise<Response> {
	const google = googleRulesFor(new URL(request.url));
	return (google ? createAuth(google) : auth()).handler(request);
}

/** Who holds the cookie of these headers, or nobody. */
export async function callerFromCookie(headers: Headers): Promise<Caller | undefined> {
	if (!headers.get("cookie")?.includes("session_token")) return undefined;
	const found = await auth().api.getSession({ headers });
	if (!found) return undefined;
	const { user, session } = found;
	return {
		id: user.id,
		name: user.name,
		email: user.email,
		phone: user.phone ?? "",
		address: user.address ?? "",
		role: user.role === "admin" ? "admin" : "user",
		sessionId: session.id,
	};
}

const algorithm = "HS256";
const audience = "cogsmith-calls";

function tokenKey(): Uint8Array {
	return new TextEncoder().encode(`${env.AUTH_SECRET}:access-token`);
}

/** Signs the access token of a session (RFC 7519). It lives an hour and dies with its session. */
export async function issueToken(caller: Caller): Promise<{ token: string; expiresAt: string }> {
	const expiresAt = new Date(Date.now() + tokenLifetimeMs);
	const token = await new SignJWT({
		sid: caller.sessionId,
		email: caller.email,
		name: caller.name,
		role: caller.role,
	})
		.setProtectedHeader({ alg: algorithm })
		.setSubject(caller.id)
		.setAudience(audience)
		.setIssuedAt()
		.setExpirationTime(expiresAt)
		.sign(tokenKey());
	return { token, expiresAt: expiresAt.toISOString() };
}

/**
 * Who carries this `Authorization` header, or nobody: the signature and hour are checked here,
 * session, user and role are read fresh in one query.
 */
export async function callerFromBearer(authorization: string | null): Promise<Caller | undefined> {
	const sessionId = await sessionOf(authorization);
	if (!sessionId) return undefined;
	const { users, sessions } = authTables;
	const [found] = await database()
		.select({
			id: users.id,
			name: users.name,
			email: users.email,
			phone: users.phone,
			address: users.address,
			role: users.role,
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, new Date())));
	return found && { ...found, sessionId };
}

async function sessionOf(authorization: string | null): Promise<string | undefined> {
	const token = authorization?.match(/^Bearer (\S+)$/i)?.[1];
	if (!token) return undefined;
	try {
		const { payload } = await jwtVerify(token, tokenKey(), { algorithms: [algorithm], audience });
		return typeof payload.sid === "string" ? payload.sid : undefined;
	} catch {
		return undefined;
	}
}
