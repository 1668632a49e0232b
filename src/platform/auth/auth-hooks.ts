/**
 * Hooks on better-auth's paths: limits of attempts, rejected passwords, and responses that do not
 * reveal whether an account exists.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import * as v from "valibot";
import * as messages from "../../messages/messages.ts";
import { email, minPasswordLength } from "../../values/fields.ts";
import { type AttemptKind, countAttempt } from "./account-attempts.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { deviceCookie } from "./device-cookie.ts";
import { hashNetwork } from "./network.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The functions of auth.ts that the hooks call. */
interface AuthFunctions {
	/** Sends the reset link if the e-mail has an account. Starts after the response. */
	sendReset(email: string, from: Request): void;
	/** Sends the verification link. Throws ShopError `unavailable`. */
	sendVerification(email: string): Promise<void>;
	/** Invalidates earlier links and notifies the user. */
	passwordChanged(user: { id: string; email: string }): Promise<void>;
}

const newPasswordBody = v.object({ newPassword: v.string(), token: v.optional(v.string()) });
const resetRequestBody = v.object({ email });

/** Returns the hooks that run before and after better-auth's handlers. */
export function authHooks(functions: AuthFunctions) {
	const before: Record<string, (ctx: Context) => Promise<unknown>> = {
		"/request-password-reset": async ({ body, json, request }) => {
			const parsed = v.safeParse(resetRequestBody, body);
			if (!parsed.success) throw unprocessable("INVALID_EMAIL", parsed.issues[0].message);
			// No lookup before the response: neither its text nor its time reveals whether the account exists.
			if (request) functions.sendReset(parsed.output.email, request);
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
				if (ctx.request) await limitAttempts("networkMail", await hashNetwork(ctx.request));
				await functions.sendVerification(session.user.email).catch(() => {
					throw new APIError("SERVICE_UNAVAILABLE", { message: messages.mailFailed });
				});
			}
			return ctx.json({ status: true });
		},
	};
	const after: Record<string, (ctx: Context) => Promise<unknown>> = {
		"/change-password": async ({ context }) => {
			const user = context.newSession?.user;
			if (user) await functions.passwordChanged(user);
		},
	};
	// Direct calls of the API by the shop have no request and skip the hooks.
	return {
		before: createAuthMiddleware(async (ctx) =>
			ctx.request ? before[ctx.path]?.(ctx) : undefined,
		),
		after: createAuthMiddleware(async (ctx) => {
			if (!ctx.request) return;
			await after[ctx.path]?.(ctx);
			await rememberDevice(ctx);
		}),
	};
}

/** After a sign-in of any kind and a change of the password: sets the cookie of a known device. */
async function rememberDevice({ context, request, setHeader }: Context): Promise<void> {
	const userId = context.newSession?.user.id;
	if (!userId || !request) return;
	const accounts = await context.internalAdapter.findAccounts(userId);
	const passwordHash = accounts.find(({ providerId }) => providerId === "credential")?.password;
	// Without a password there are no wrong ones.
	if (!passwordHash) return;
	setHeader("Set-Cookie", await deviceCookie(request.headers, { id: userId, passwordHash }));
}

/** Counts an attempt. Throws a 429 with Retry-After if there were too many. */
export async function limitAttempts(kind: AttemptKind, key: string): Promise<void> {
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
