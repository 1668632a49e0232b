/**
 * Hooks on better-auth's paths: limits of attempts, rejected passwords, and responses that do not
 * reveal whether an account exists.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import * as v from "valibot";
import * as messages from "../messages.ts";
import { email, minPasswordLength } from "../shop/fields.ts";
import { type AttemptKind, clearAttempts, countAttempt } from "./account-attempts.ts";
import { isCommonPassword } from "./common-passwords.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The functions of auth.ts that the hooks call. */
interface AuthFunctions {
	/** Sends the reset link if the e-mail has an account. Starts after the response. */
	sendReset(email: string): void;
	/** Sends the verification link. Throws ShopError `unavailable`. */
	sendVerification(email: string): Promise<void>;
	/** Invalidates earlier links and notifies the user. */
	passwordChanged(user: { id: string; email: string }): Promise<void>;
}

const credentialsBody = v.object({ email: v.string(), password: v.string() });
const newPasswordBody = v.object({ newPassword: v.string(), token: v.optional(v.string()) });
const resetRequestBody = v.object({ email });

/** Returns the hooks that run before and after better-auth's handlers. */
export function authHooks(functions: AuthFunctions) {
	const before: Record<string, (ctx: Context) => Promise<unknown>> = {
		"/sign-in/email": async ({ body }) => {
			const parsed = v.safeParse(credentialsBody, body);
			// better-auth rejects an invalid body. It is no attempt at a password.
			if (parsed.success) await limitAttempts("password", parsed.output.email);
		},
		"/request-password-reset": async ({ body, json }) => {
			const parsed = v.safeParse(resetRequestBody, body);
			if (!parsed.success) throw unprocessable("INVALID_EMAIL", parsed.issues[0].message);
			// No lookup before the response: neither its text nor its time reveals whether the account exists.
			functions.sendReset(parsed.output.email);
			return json({ status: true });
		},
		"/reset-password": async ({ body, context }) => {
			const parsed = v.safeParse(newPasswordBody, body);
			if (!parsed.success) return;
			const id = `reset-password:${parsed.output.token ?? ""}`;
			const link = await context.internalAdapter.findVerificationValue(id);
			const user = link && (await context.internalAdapter.findUserById(link.value));
			// Checked here, because a rejected password must not use up the link.
			rejectCommonPassword(parsed.output.newPassword, user?.email);
		},
		"/change-password": async (ctx) => {
			const session = await getSessionFromCtx(ctx);
			const parsed = v.safeParse(newPasswordBody, ctx.body);
			if (!session || !parsed.success) return;
			rejectCommonPassword(parsed.output.newPassword, session.user.email);
			await limitAttempts("change", session.session.id);
			// All other sessions end, whatever the request's body asks for.
			return { context: { body: { ...ctx.body, revokeOtherSessions: true } } };
		},
		"/send-verification-email": async (ctx) => {
			const session = await getSessionFromCtx(ctx);
			if (!session)
				throw new APIError("UNAUTHORIZED", { message: messages.errorMessages.unauthenticated });
			if (!session.user.emailVerified) {
				await limitAttempts("mail", session.user.email);
				await functions.sendVerification(session.user.email).catch(() => {
					throw new APIError("SERVICE_UNAVAILABLE", { message: messages.mailFailed });
				});
			}
			return ctx.json({ status: true });
		},
	};
	const after: Record<string, (ctx: Context) => Promise<unknown>> = {
		"/sign-in/email": async ({ context }) => {
			const user = context.newSession?.user;
			if (user) await clearAttempts(user.email);
		},
		"/change-password": async ({ context }) => {
			const user = context.newSession?.user;
			if (user) await functions.passwordChanged(user);
		},
	};
	// Direct calls of the API by the shop have no request and skip the hooks.
	const toMiddleware = (hooks: typeof before) =>
		createAuthMiddleware(async (ctx) => (ctx.request ? hooks[ctx.path]?.(ctx) : undefined));
	return { before: toMiddleware(before), after: toMiddleware(after) };
}

/** Counts an attempt. Throws a 429 with Retry-After if there were too many. */
async function limitAttempts(kind: AttemptKind, key: string): Promise<void> {
	const waitS = await countAttempt(kind, key);
	if (waitS === undefined) return;
	throw new APIError(
		"TOO_MANY_REQUESTS",
		{ message: messages.errorMessages.too_many, code: "TOO_MANY" },
		{ "Retry-After": String(waitS) },
	);
}

/** Throws a 422 for a common password. better-auth itself rejects one that is too short. */
export function rejectCommonPassword(password: string, ownerEmail: string | undefined): void {
	if (password.length < minPasswordLength || !isCommonPassword(password, ownerEmail)) return;
	throw unprocessable("PASSWORD_COMMON", messages.passwordCommon);
}

/** Returns a 422 error with a code and a message for the user. */
export function unprocessable(code: string, message: string): APIError {
	return new APIError("UNPROCESSABLE_ENTITY", { message, code });
}
