/**
 * The shop's own rules for better-auth's paths: how often a password may be tried, which passwords
 * are refused, and that nothing tells whether an e-mail is known here.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import * as v from "valibot";
import * as messages from "../messages.ts";
import { email, minPasswordLength } from "../shop/fields.ts";
import { type AttemptKind, clearAttempts, countAttempt } from "./account-attempts.ts";
import { isCommonPassword } from "./common-passwords.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** What the rules need done that takes the identity service itself. */
interface IdentityService {
	/** Sends the link to choose a new password with, if the e-mail is somebody's; begins after the answer. */
	sendReset(email: string): void;
	/** Sends the link that proves an e-mail. Throws `unavailable`. */
	sendVerification(email: string): Promise<void>;
	/** Sees to it that links sent before no longer work, and tells the owner. */
	passwordChanged(user: { id: string; email: string }): Promise<void>;
}

const credentialsBody = v.object({ email: v.string(), password: v.string() });
const newPasswordBody = v.object({ newPassword: v.string(), token: v.optional(v.string()) });
const resetRequestBody = v.object({ email });

/** What runs before and after better-auth's own answer to a request. */
export function identityHooks(service: IdentityService) {
	const before: Record<string, (ctx: Context) => Promise<unknown>> = {
		"/sign-in/email": async ({ body }) => {
			const parsed = v.safeParse(credentialsBody, body);
			// Better-auth says what is wrong with it. It is nobody's guess at a password.
			if (parsed.success) await limitAttempts("password", parsed.output.email);
		},
		"/request-password-reset": async ({ body, json }) => {
			const parsed = v.safeParse(resetRequestBody, body);
			if (!parsed.success) throw unprocessable("INVALID_EMAIL", parsed.issues[0].message);
			// Nobody is looked for before the answer: neither words nor time tell whether there is one.
			service.sendReset(parsed.output.email);
			return json({ status: true });
		},
		"/reset-password": async ({ body, context }) => {
			const parsed = v.safeParse(newPasswordBody, body);
			if (!parsed.success) return;
			const id = `reset-password:${parsed.output.token ?? ""}`;
			const link = await context.internalAdapter.findVerificationValue(id);
			const user = link && (await context.internalAdapter.findUserById(link.value));
			// A password that is refused does not use up the link.
			rejectCommonPassword(parsed.output.newPassword, user?.email);
		},
		"/change-password": async (ctx) => {
			const session = await getSessionFromCtx(ctx);
			const parsed = v.safeParse(newPasswordBody, ctx.body);
			if (!session || !parsed.success) return;
			rejectCommonPassword(parsed.output.newPassword, session.user.email);
			await limitAttempts("change", session.session.id);
			// Whoever else is signed in is out, whatever the caller asked for.
			return { context: { body: { ...ctx.body, revokeOtherSessions: true } } };
		},
		"/send-verification-email": async (ctx) => {
			const session = await getSessionFromCtx(ctx);
			if (!session)
				throw new APIError("UNAUTHORIZED", { message: messages.errorMessages.unauthenticated });
			if (!session.user.emailVerified) {
				await limitAttempts("mail", session.user.email);
				await service.sendVerification(session.user.email).catch(() => {
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
			if (user) await service.passwordChanged(user);
		},
	};
	// What the shop itself asks of the service, without a request, is under no rule.
	const toMiddleware = (hooks: typeof before) =>
		createAuthMiddleware(async (ctx) => (ctx.request ? hooks[ctx.path]?.(ctx) : undefined));
	return { before: toMiddleware(before), after: toMiddleware(after) };
}

/** Counts a try. Refuses with 429 and how long to wait. */
async function limitAttempts(kind: AttemptKind, key: string): Promise<void> {
	const waitS = await countAttempt(kind, key);
	if (waitS === undefined) return;
	throw new APIError(
		"TOO_MANY_REQUESTS",
		{ message: messages.errorMessages.too_many, code: "TOO_MANY" },
		{ "Retry-After": String(waitS) },
	);
}

/** Refuses a password that is guessed first; one too short is better-auth's to refuse. */
export function rejectCommonPassword(password: string, ownerEmail: string | undefined): void {
	if (password.length < minPasswordLength || !isCommonPassword(password, ownerEmail)) return;
	throw unprocessable("PASSWORD_COMMON", messages.passwordCommon);
}

/** A refusal with 422, by a code for programs and a sentence for people. */
export function unprocessable(code: string, message: string): APIError {
	return new APIError("UNPROCESSABLE_ENTITY", { message, code });
}
