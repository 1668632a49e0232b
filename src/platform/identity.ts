/** better-auth as the shop's identity service. */
import { env } from "cloudflare:workers";
import { betterAuth, generateId } from "better-auth";
import { createEmailVerificationToken, isAPIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { users, verifications } from "../db/auth-tables.ts";
import { ShopError } from "../http/errors.ts";
import { type Caller, roles } from "../shop/users/users.ts";
import { maxPasswordLength, minPasswordLength } from "../shop/values.ts";
import { sitePaths } from "../site.ts";
import { countTry, forgetTries } from "./account-limit.ts";
import { afterAnswer, inBackground } from "./background.ts";
import { database } from "./database.ts";
import { type GoogleRules, googleRulesFor } from "./google.ts";
import { identityAdapter } from "./identity-adapter.ts";
import { identityRules } from "./identity-rules.ts";
import { logFault, withoutPersons } from "./log.ts";
import { mailChanged, mailReset, mailVerification } from "./mail.ts";
import { passwordEntry } from "./password-entry.ts";
import { shopOrigin, signInTries } from "./settings.ts";

/** How long links in mails work, in seconds. */
const resetLifetimeS = 60 * 60;
const verificationLifetimeS = 24 * 60 * 60;

function createAuth(google?: GoogleRules) {
	const origin = shopOrigin();
	const tries = signInTries();
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
				await passwordChanged(user);
			},
		},
		// Whoever reads the table can't use the links in it.
		verification: {
			storeIdentifier: { default: "plain", overrides: { "reset-password": "hashed" } },
		},
		hooks: identityRules({
			sendReset: (email) => afterAnswer(() => sendReset(email)),
			sendVerification,
			passwordChanged,
		}),
		user: {
			additionalFields: {
				phone: { type: "string", required: false, defaultValue: "", input: false },
				address: { type: "string", required: false, defaultValue: "", input: false },
				// `input: false`: nobody names their own role at sign-up.
				role: { type: [...roles], required: false, defaultValue: "user", input: false },
			},
			...(google && { validateUserInfo: google.validateUserInfo }),
		},
		plugins: [
			passwordEntry((email) => inBackground(sendVerification(email))),
			...(google?.plugins ?? []),
		],
		...(google && {
			account: google.account,
			databaseHooks: google.databaseHooks,
		}),
		onAPIError: {
			errorURL: origin + sitePaths.login,
			// What it does not know itself it would print whole, with the query and all its values.
			onError: (error) => {
				if (!isAPIError(error)) throw error;
			},
		},
		logger: { log: logIdentity },
		// A session is read fresh each time, so that ending one ends it at once.
		session: { cookieCache: { enabled: false } },
		rateLimit: {
			enabled: true,
			storage: "database",
			window: 60,
			max: 300,
			customRules: {
				"/sign-in/*": { window: 60, max: tries },
				"/sign-up/*": { window: 60, max: tries },
				"/change-password": { window: 60, max: tries },
				"/reset-password": { window: 60, max: tries },
				// A quarter: each sends a mail to somebody.
				"/request-password-reset": { window: 60, max: Math.ceil(tries / 4) },
				"/send-verification-email": { window: 60, max: Math.ceil(tries / 4) },
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
function logIdentity(level: string, message: string, ...about: unknown[]): void {
	const cause = about.find((one) => one instanceof Error);
	if (level === "error" || level === "warn") {
		logFault("identity", cause, { level, said: withoutPersons(message) });
	}
}

/**
 * Sends the link to choose a new password with, if the e-mail is somebody's and not asked for too
 * often. For nobody's it asks the same of the database, and leaves a link that nobody is given.
 */
async function sendReset(email: string): Promise<void> {
	if ((await countTry("mail", email)) !== undefined) return;
	const { internalAdapter } = await auth().$context;
	const known = await internalAdapter.findUserByEmail(email);
	const token = generateId(24);
	await internalAdapter.createVerificationValue({
		identifier: `reset-password:${token}`,
		value: known?.user.id ?? "nobody",
		expiresAt: new Date(Date.now() + resetLifetimeS * 1000),
	});
	if (known) await mailReset(email, token);
}

/** Sends the link that proves an e-mail. Throws `unavailable`. */
async function sendVerification(email: string): Promise<void> {
	const { secret } = await auth().$context;
	const token = await createEmailVerificationToken(secret, email, undefined, verificationLifetimeS);
	await mailVerification(email, token);
}

/** After a change of password: links sent before no longer work, wrong tries are forgotten, the owner is told. */
async function passwordChanged({ id, email }: { id: string; email: string }): Promise<void> {
	await database().delete(verifications).where(eq(verifications.value, id));
	await forgetTries(email);
	inBackground(mailChanged(email));
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
