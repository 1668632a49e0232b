/** The shop's auth: better-auth and its configuration. */
import { env } from "cloudflare:workers";
import { generateId } from "better-auth";
import { createEmailVerificationToken, isAPIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { eq } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { roles } from "../../access/roles.ts";
import { verifications } from "../../db/auth-tables.ts";
import { ShopError } from "../../errors.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import { maxPasswordLength, minPasswordLength } from "../../values/fields.ts";
import { database } from "../database/database.ts";
import { afterResponse, inBackground } from "../services/background.ts";
import { logError, redact } from "../services/log.ts";
import { enqueueLinkMail } from "../services/mail.ts";
import { setting, shopOrigin } from "../settings/settings.ts";
import { clearAttempts, countAttempt, countUnprovedEmail } from "./account-attempts.ts";
import { authAdapter } from "./auth-adapter.ts";
import { authHooks } from "./auth-hooks.ts";
import { emailPasswordPlugin } from "./email-password.ts";
import { proveEmail } from "./email-verification.ts";
import { type GoogleOptions, googleOptionsFor } from "./google.ts";
import { hashNetwork } from "./network.ts";

/** Lifetimes of the links in e-mails, in seconds. */
const resetLifetimeS = 60 * 60;
/** Two days: an e-mail above the account's quota is sent on the next day (mail.ts). */
const verificationLifetimeS = 2 * 24 * 60 * 60;

function createAuth(googleOptions?: GoogleOptions) {
	const origin = shopOrigin();
	const maxAttempts = setting("SIGN_IN_TRIES");
	return betterAuth({
		baseURL: origin,
		basePath: "/api/auth",
		secret: env.AUTH_SECRET,
		trustedOrigins: [origin],
		telemetry: { enabled: false },
		database: authAdapter(),
		emailAndPassword: {
			enabled: true,
			autoSignIn: true,
			minPasswordLength,
			maxPasswordLength,
			revokeSessionsOnPasswordReset: true,
			onPasswordReset: async ({ user }) => {
				// The link was sent by e-mail, so the address is the user's.
				await proveEmail(user);
				await onPasswordChanged(user);
			},
		},
		// Hashed, so that read access to the table does not give access to the links.
		verification: {
			storeIdentifier: { default: "plain", overrides: { "reset-password": "hashed" } },
		},
		hooks: authHooks({
			sendReset: (email, from) => afterResponse(() => sendReset(email, from)),
			sendVerification,
			passwordChanged: onPasswordChanged,
		}),
		user: {
			additionalFields: {
				phone: { type: "string", required: false, defaultValue: "", input: false },
				address: { type: "string", required: false, defaultValue: "", input: false },
				// `input: false`: users can't set their own role at sign-up.
				role: { type: [...roles], required: false, defaultValue: "user", input: false },
				blockedAt: { type: "date", required: false, input: false, returned: false },
			},
			...(googleOptions && { validateUserInfo: googleOptions.validateUserInfo }),
		},
		plugins: [
			emailPasswordPlugin((email, from) => inBackground(welcome(email, from))),
			...(googleOptions?.plugins ?? []),
		],
		...(googleOptions && {
			account: googleOptions.account,
			databaseHooks: googleOptions.databaseHooks,
		}),
		onAPIError: {
			errorURL: origin + sitePaths.login,
			// better-auth would log an unknown error as it is, with the query and its parameters.
			onError: (error) => {
				if (!isAPIError(error)) throw error;
			},
		},
		logger: { log: logAuthMessage },
		// No cookie cache: a session that ends is invalid immediately.
		session: { cookieCache: { enabled: false } },
		rateLimit: {
			enabled: true,
			storage: "database",
			window: 60,
			max: 300,
			customRules: {
				"/sign-in/*": { window: 60, max: maxAttempts },
				"/sign-up/*": { window: 60, max: maxAttempts },
				"/change-password": { window: 60, max: maxAttempts },
				"/reset-password": { window: 60, max: maxAttempts },
				// A quarter, because each request sends an e-mail.
				"/request-password-reset": { window: 60, max: Math.ceil(maxAttempts / 4) },
				"/send-verification-email": { window: 60, max: Math.ceil(maxAttempts / 4) },
			},
		},
		advanced: {
			// Reads a session and its user in one query, by the relations of the tables.
			database: { joins: true },
			cookiePrefix: "cogsmith",
			useSecureCookies: origin.startsWith("https:"),
			defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
			ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
			backgroundTasks: { handler: inBackground },
		},
	});
}

/** Logs better-auth's warnings and errors with their cause, redacted. */
function logAuthMessage(level: string, message: string, ...details: unknown[]): void {
	const cause = details.find((detail) => detail instanceof Error);
	if (level === "error" || level === "warn") {
		// A code that stored logs and alerts already have.
		logError("identity", cause, { level, message: redact(message) });
	}
}

/**
 * Sends the reset link if the address has an account and the limit of e-mails is not reached. For an
 * unknown e-mail it sends the same queries and stores a link that is never sent.
 */
async function sendReset(email: string, from: Request): Promise<void> {
	if ((await countUnprovedEmail(from, email)) !== undefined) return;
	const { internalAdapter } = await auth().$context;
	const stored = await internalAdapter.findUserByEmail(email);
	const existing = stored?.user.id === guestUserId ? undefined : stored;
	const token = generateId(24);
	await internalAdapter.createVerificationValue({
		identifier: `reset-password:${token}`,
		value: existing?.user.id ?? "nobody",
		expiresAt: new Date(Date.now() + resetLifetimeS * 1000),
	});
	if (existing) await enqueueLinkMail({ kind: "reset", to: email, path: publicPaths.reset(token) });
}

/** Sends the verification link to who has signed up, unless `from`'s network has had too many e-mails sent today: it can be asked for later. */
async function welcome(email: string, from: Request | undefined): Promise<void> {
	if (from && (await countAttempt("networkMail", await hashNetwork(from))) !== undefined) return;
	await sendVerification(email);
}

/** Sends the verification link. Throws ShopError `unavailable`. */
async function sendVerification(email: string): Promise<void> {
	const { secret } = await auth().$context;
	const token = await createEmailVerificationToken(secret, email, undefined, verificationLifetimeS);
	await enqueueLinkMail({ kind: "verify", to: email, path: publicPaths.verify(token) });
}

/** After a change of password: invalidates earlier links, deletes failed attempts and notifies the user. */
async function onPasswordChanged({ id, email }: { id: string; email: string }): Promise<void> {
	await database().delete(verifications).where(eq(verifications.value, id));
	await clearAttempts(email);
	inBackground(enqueueLinkMail({ kind: "changed", to: email, path: sitePaths.forgot }));
}

let instance: ReturnType<typeof createAuth> | undefined;

/** Returns the better-auth instance. */
export function auth() {
	instance ??= createAuth();
	return instance;
}

/**
 * Handles better-auth's paths under /api/auth. Paths for Google get an instance of their own each
 * time, because it first requests Google's discovery document. Other paths must not wait for that or
 * fail with it.
 */
export function handleAuthRequest(request: Request): Promise<Response> {
	const googleOptions = googleOptionsFor(new URL(request.url));
	return (googleOptions ? createAuth(googleOptions) : auth()).handler(request);
}

/** Returns the caller of a session cookie, or undefined. Throws ShopError `unavailable`. */
export async function callerFromCookie(headers: Headers): Promise<Caller | undefined> {
	if (!headers.get("cookie")?.includes("session_token")) return undefined;
	const signedIn = await auth()
		.api.getSession({ headers })
		.catch((cause: unknown) => {
			throw new ShopError("unavailable", { cause });
		});
	if (!signedIn) return undefined;
	const { user, session } = signedIn;
	return {
		id: user.id,
		name: user.name,
		email: user.email,
		phone: user.phone ?? "",
		address: user.address ?? "",
		role: roles.find((role) => role === user.role) ?? "user",
		verified: user.emailVerified,
		sessionId: session.id,
	};
}
