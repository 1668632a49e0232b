/**
 * Signing up and signing in by e-mail and password, in place of better-auth's endpoints of these
 * names. Those take e-mails of a narrower pattern than ours (zod's `z.email()`), and store whatever
 * else is sent. What stands around them stays better-auth's: hooks, limits, hashes, sessions, cookies.
 */
import { APIError, BASE_ERROR_CODES, type BetterAuthPlugin, type User } from "better-auth";
import { createAuthEndpoint, formCsrfMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { parseUserOutput } from "better-auth/db";
import * as v from "valibot";
import { signUpForm } from "../shop/users/users.ts";
import { email } from "../shop/values.ts";
import { refuseCommon, unprocessable } from "./identity-rules.ts";

/** The password is what was chosen once, whatever would be asked of one today. */
const credentials = v.object({ email, password: v.string() });

const calledBy = { method: "POST" as const, use: [formCsrfMiddleware] };

/** `signedUp` is told of everybody new; it must keep nobody waiting. */
export function passwordEntry(signedUp: (email: string) => void) {
	const signUpEmail = createAuthEndpoint("/sign-up/email", calledBy, async (ctx) => {
		const asked = v.safeParse(signUpForm, ctx.body);
		if (!asked.success) throw unprocessable("INVALID_FIELD", asked.issues[0].message);
		const { name, email, password } = asked.output;
		refuseCommon(password, email);
		const { adapter, internalAdapter } = ctx.context;
		if (await internalAdapter.findUserByEmail(email)) throw taken();
		const hash = await ctx.context.password.hash(password);
		const now = { createdAt: new Date(), updatedAt: new Date() };
		const user = await adapter
			.transaction(async ({ create }) => {
				const data = { name, email, emailVerified: false, ...now };
				const user = await create<Omit<User, "id">, User>({ model: "user", data });
				const own = { userId: user.id, accountId: user.id, providerId: "credential" };
				await create({ model: "account", data: { ...own, password: hash, ...now } });
				return user;
			})
			.catch((error: unknown) => {
				throw isTaken(error) ? taken() : error;
			});
		signedUp(email);
		return ctx.json(await enter(ctx, user));
	});

	const signInEmail = createAuthEndpoint("/sign-in/email", calledBy, async (ctx) => {
		const asked = v.safeParse(credentials, ctx.body);
		if (!asked.success) throw APIError.from("BAD_REQUEST", BASE_ERROR_CODES.INVALID_EMAIL);
		const { email, password } = asked.output;
		const { internalAdapter, logger, password: passwords } = ctx.context;
		const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
		const hash = found?.accounts.find(({ providerId }) => providerId === "credential")?.password;
		// Without one to compare with it is hashed all the same: the time tells nobody who is known.
		const right = hash
			? await passwords.verify({ hash, password })
			: !(await passwords.hash(password));
		if (!found || !right) {
			logger.warn(hash ? "Invalid password" : "User not found");
			throw APIError.from("UNAUTHORIZED", BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD);
		}
		return ctx.json({ redirect: false, ...(await enter(ctx, found.user)) });
	});

	// By their names they take the place of better-auth's own.
	return {
		id: "password-entry",
		endpoints: { signUpEmail, signInEmail },
	} satisfies BetterAuthPlugin;
}

/** Begins a session, sets its cookie, and gives what a caller is told. */
async function enter(ctx: Parameters<typeof setSessionCookie>[0], user: User) {
	const session = await ctx.context.internalAdapter.createSession(user.id);
	await setSessionCookie(ctx, { session, user });
	return { token: session.token, user: parseUserOutput(ctx.context.options, user) };
}

function taken(): APIError {
	const known = BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL;
	return APIError.from("UNPROCESSABLE_ENTITY", known);
}

/** Whether somebody else took the e-mail in the meantime (SQLite's words for a broken UNIQUE). */
function isTaken(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	return /UNIQUE constraint failed: users\.email/.test(error.message) || isTaken(error.cause);
}
