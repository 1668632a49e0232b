/** better-auth as the shop's identity service. */
import { env } from "cloudflare:workers";
import { betterAuth, generateId } from "better-auth";
import { createEmailVerificationToken, isAPIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { users, verifications } from "../db/auth-tables.ts";
import { ShopError } from "../shop/errors.ts";
import { maxPasswordLength, minPasswordLength } from "../shop/fields.ts";
import { type Caller, roles } from "../shop/users/users.ts";
import { sitePaths } from "../site-paths.ts";
import { clearAttempts, countAttempt } from "./account-attempts.ts";
import { afterResponse, inBackground } from "./background.ts";
import { database } from "./database.ts";
import { emailPasswordPlugin } from "./email-password.ts";
import { type GoogleOptions, googleOptionsFor } from "./google.ts";
import { identityAdapter } from "./identity-adapter.ts";
import { identityHooks } from "./identity-hooks.ts";
import { logError, redact } from "./log.ts";
import { enqueuePasswordChangedMail, enqueueResetMail, enqueueVerificationMail } from "./mail.ts";
import { maxSignInAttempts, shopOrigin } from "./settings.ts";

/** How long links in mails work, in seconds. */
const resetLifetimeS = 60 * 60;
const verificationLifetimeS = 24 * 60 * 60;

function createAuth(googleOptions?: GoogleOptions) {
	const origin = shopOrigin();
	const maxAttempts = maxSignInAttempts();
	return betterAuth({
		baseURL: origin,
		basePath: "/api/auth",
		secret: env.AUTH_SECRET,
		trustedOrigins: [origin],
		telemetry: { enabled: false },
		database: identityAdapter(),
		emailAndPassword: {
			enabled: true,
			autoSignIn: true,
			minPasswordLength,
			maxPasswordLength,
			revokeSessionsOnPasswordReset: true,
			onPasswordReset: async ({ user }) => {
				// The link came by mail, so the e-mail is theirs.
				await database().update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
				await onPasswordChanged(user);
			},
		},
		// Whoever reads the table can't use the links in it.
		verification: {
			storeIdentifier: { default: "plain", overrides: { "reset-password": "hashed" } },
		},
		hooks: identityHooks({
			sendReset: (email) => afterResponse(() => sendReset(email)),
			sendVerification,
			passwordChanged: onPasswordChanged,
		}),
		user: {
			additionalFields: {
				phone: { type: "string", required: false, defaultValue: "", input: false },
				address: { type: "string", required: false, defaultValue: "", input: false },
				// `input: false`: nobody names their own role at sign-up.
				role: { type: [...roles], required: false, defaultValue: "user", input: false },
			},
			...(googleOptions && { validateUserInfo: googleOptions.validateUserInfo }),
		},
		plugins: [
			emailPasswordPlugin((email) => inBackground(sendVerification(email))),
			...(googleOptions?.plugins ?? []),
		],
		...(googleOptions && {
			account: googleOptions.account,
			databaseHooks: googleOptions.databaseHooks,
		}),
		onAPIError: {
			errorURL: origin + sitePaths.login,
			// What it does not know itself it would print whole, with the query and all its values.
			onError: (error) => {
				if (!isAPIError(error)) throw error;
			},
		},
		logger: { log: logIdentityMessage },
		// A session is read fresh each time, so that ending one ends it at once.
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
				// A quarter: each sends a mail to somebody.
				"/request-password-reset": { window: 60, max: Math.ceil(maxAttempts / 4) },
				"/send-verification-email": { window: 60, max: Math.ceil(maxAttempts / 4) },
			},
		},
		advanced: {
			// A session and its user in one query, as the relations of the tables say.
			database: { joins: true },
			cookiePrefix: "cogsmith",
			useSecureCookies: origin.startsWith("https:"),
			defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
			ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
			backgroundTasks: { handler: inBackground },
		},
	});
}

/** What the identity service has to say: its sentence and what caused it, nothing of whom it is about. */
function logIdentityMessage(level: string, message: string, ...details: unknown[]): void {
	const cause = details.find((detail) => detail instanceof Error);
	if (level === "error" || level === "warn") {
		logError("identity", cause, { level, said: redact(message) });
	}
}

/**
 * Sends the link to choose a new password with, if the e-mail is somebody's and not asked for too
 * often. For nobody's it asks the same of the database, and leaves a link that nobody is given.
 */
async function sendReset(email: string): Promise<void> {
	if ((await countAttempt("mail", email)) !== undefined) return;
	const { internalAdapter } = await auth().$context;
	const existing = await internalAdapter.findUserByEmail(email);
	const token = generateId(24);
	await internalAdapter.createVerificationValue({
		identifier: `reset-password:${token}`,
		value: existing?.user.id ?? "nobody",
		expiresAt: new Date(Date.now() + resetLifetimeS * 1000),
	});
	if (existing) await enqueueResetMail(email, token);
}

/** Sends the link that proves an e-mail. Throws `unavailable`. */
async function sendVerification(email: string): Promise<void> {
	const { secret } = await auth().$context;
	const token = await createEmailVerificationToken(secret, email, undefined, verificationLifetimeS);
	await enqueueVerificationMail(email, token);
}

/** After a change of password: links sent before no longer work, wrong tries are forgotten, the owner is told. */
async function onPasswordChanged({ id, email }: { id: string; email: string }): Promise<void> {
	await database().delete(verifications).where(eq(verifications.value, id));
	await clearAttempts(email);
	inBackground(enqueuePasswordChangedMail(email));
}

let instance: ReturnType<typeof createAuth> | undefined;

/** The identity service. */
export function auth() {
	instance ??= createAuth();
	return instance;
}

/**
 * Answers better-auth's own paths under /api/auth. Those of Google get a service of their own each
 * time: it asks Google to describe itself first, which no other path should wait for or fail by.
 */
export function handleAuthRequest(request: Request): Promise<Response> {
	const googleOptions = googleOptionsFor(new URL(request.url));
	return (googleOptions ? createAuth(googleOptions) : auth()).handler(request);
}

/** Who holds the cookie of these headers, or nobody. */
export async function callerFromCookie(headers: Headers): Promise<Caller | undefined> {
	if (!headers.get("cookie")?.includes("session_token")) return undefined;
	const found = await auth()
		.api.getSession({ headers })
		.catch((cause: unknown) => {
			throw new ShopError("unavailable", { cause });
		});
	if (!found) return undefined;
	const { user, session } = found;
	return {
		id: user.id,
		name: user.name,
		email: user.email,
		phone: user.phone ?? "",
		address: user.address ?? "",
		role: user.role === "admin" ? "admin" : "user",
		verified: user.emailVerified,
		sessionId: session.id,
	};
}
