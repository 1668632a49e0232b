/**
 * Sign-up and sign-in by e-mail and password. These endpoints replace better-auth's of the same names,
 * which accept fewer e-mails than our pattern (zod's `z.email()`) and store additional fields of the
 * body. Hooks, rate limits, hashes, sessions and cookies remain better-auth's.
 */
import { APIError, BASE_ERROR_CODES, type BetterAuthPlugin, type User } from "better-auth";
import { createAuthEndpoint, formCsrfMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { parseUserOutput } from "better-auth/db";
import * as v from "valibot";
import { signUpForm } from "../../access/account-forms.ts";
import * as messages from "../../messages/messages.ts";
import { email } from "../../values/fields.ts";
import { clearAttempts, countAttempt } from "./account-attempts.ts";
import { limitAttempts, rejectCommonPassword, unprocessable } from "./auth-hooks.ts";
import { knownDevice } from "./device-cookie.ts";

/** The password may be any string: older ones need not meet today's rules. */
const credentialsBody = v.object({ email, password: v.string() });

const endpointOptions = { method: "POST" as const, use: [formCsrfMiddleware] };

/** Returns the plugin. It calls `onSignUp` for each new user, with the request, and does not wait for it. */
export function emailPasswordPlugin(onSignUp: (email: string, from: Request | undefined) => void) {
	const signUpEmail = createAuthEndpoint("/sign-up/email", endpointOptions, async (ctx) => {
		const parsed = v.safeParse(signUpForm, ctx.body);
		if (!parsed.success) throw unprocessable("INVALID_FIELD", parsed.issues[0].message);
		const { name, email, password } = parsed.output;
		rejectCommonPassword(password, email);
		const { adapter, internalAdapter } = ctx.context;
		if (await internalAdapter.findUserByEmail(email)) throw emailTakenError();
		const hash = await ctx.context.password.hash(password);
		const timestamps = { createdAt: new Date(), updatedAt: new Date() };
		const user = await adapter
			.transaction(async ({ create }) => {
				const data = { name, email, emailVerified: false, ...timestamps };
				const user = await create<Omit<User, "id">, User>({ model: "user", data });
				const credentialAccount = { userId: user.id, accountId: user.id, providerId: "credential" };
				await create({
					model: "account",
					data: { ...credentialAccount, password: hash, ...timestamps },
				});
				return user;
			})
			.catch(async (error: unknown) => {
				// Another sign-up may have taken the e-mail in the meantime.
				throw (await internalAdapter.findUserByEmail(email)) ? emailTakenError() : error;
			});
		onSignUp(email, ctx.request);
		return ctx.json(await openSession(ctx, user));
	});

	const signInEmail = createAuthEndpoint("/sign-in/email", endpointOptions, async (ctx) => {
		const parsed = v.safeParse(credentialsBody, ctx.body);
		if (!parsed.success) throw APIError.from("BAD_REQUEST", BASE_ERROR_CODES.INVALID_EMAIL);
		const { email, password } = parsed.output;
		const { internalAdapter, logger, password: passwords } = ctx.context;
		const existing = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
		const hash = existing?.accounts.find(({ providerId }) => providerId === "credential")?.password;
		const account = existing && hash ? { id: existing.user.id, passwordHash: hash } : undefined;
		// Counted before the password is checked, or concurrent guesses would all pass the same count.
		const isCountedByDevice = await countByDevice(ctx.headers, account);
		if (!isCountedByDevice) await limitAttempts("password", email);
		// Without a stored hash it is hashed all the same, so that the time does not reveal whether the account exists.
		const passwordMatches = hash
			? await passwords.verify({ hash, password })
			: !(await passwords.hash(password));
		if (!existing || !passwordMatches) {
			logger.warn(hash ? "Invalid password" : "User not found");
			throw APIError.from("UNAUTHORIZED", BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD);
		}
		if (isBlocked(existing.user)) {
			throw new APIError("FORBIDDEN", {
				message: messages.accountBlocked,
				code: "ACCOUNT_BLOCKED",
			});
		}
		if (!isCountedByDevice) await clearAttempts(email);
		return ctx.json({ redirect: false, ...(await openSession(ctx, existing.user)) });
	});

	// Endpoints of the same names replace better-auth's own.
	return {
		id: "password-entry",
		endpoints: { signUpEmail, signInEmail },
	} satisfies BetterAuthPlugin;
}

/**
 * Counts an attempt of a browser that has signed in to the account before. Returns false for others, and
 * for one that has tried too often: then the count of all strangers decides.
 */
async function countByDevice(
	headers: Headers | undefined,
	account: { id: string; passwordHash: string } | undefined,
): Promise<boolean> {
	const device = headers && account && (await knownDevice(headers, account));
	return device !== undefined && (await countAttempt("device", device)) === undefined;
}

/** Whether an administrator has blocked an account. Only after the password, so that no stranger learns it. */
function isBlocked(user: User & { blockedAt?: Date | null }): boolean {
	return Boolean(user.blockedAt);
}

/** Creates a session, sets its cookie and returns the response body. */
async function openSession(ctx: Parameters<typeof setSessionCookie>[0], user: User) {
	const session = await ctx.context.internalAdapter.createSession(user.id);
	await setSessionCookie(ctx, { session, user });
	return { token: session.token, user: parseUserOutput(ctx.context.options, user) };
}

function emailTakenError(): APIError {
	const errorCode = BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL;
	return APIError.from("UNPROCESSABLE_ENTITY", errorCode);
}
