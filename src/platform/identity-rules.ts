/**
 * The shop's own rules for better-auth's paths: how often a password may be tried, which passwords
 * are refused, and that nothing tells whether an e-mail is known here.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import * as v from "valibot";
import * as messages from "../messages.ts";
import { email, minPasswordLength } from "../shop/values.ts";
import { type Counted, countTry, forgetTries } from "./account-limit.ts";
import { isCommonPassword } from "./common-passwords.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** What the rules need done that takes the identity service itself. */
interface Service {
	/** Sends the link to choose a new password with, if the e-mail is somebody's; begins after the answer. */
	sendReset(email: string): void;
	/** Sends the link that proves an e-mail. Throws `unavailable`. */
	sendVerification(email: string): Promise<void>;
	/** Sees to it that links sent before no longer work, and tells the owner. */
	passwordChanged(user: { id: string; email: string }): Promise<void>;
}

const credentials = v.object({ email: v.string(), password: v.string() });
const newPassword = v.object({ newPassword: v.string(), token: v.optional(v.string()) });
const forgotten = v.object({ email });

/** What runs before and after better-auth's own answer to a request. */
export function identityRules(service: Service) {
	const before: Record<string, (ctx: Context) => Promise<unknown>> = {
		"/sign-in/email": async ({ body }) => {
			const asked = v.safeParse(credentials, body);
			// Better-auth says what is wrong with it. It is nobody's guess at a password.
			if (asked.success) await count("password", asked.output.email);
		},
		"/request-password-reset": async ({ body, json }) => {
			const asked = v.safeParse(forgotten, body);
			if (!asked.success) throw unprocessable("INVALID_EMAIL", asked.issues[0].message);
			// Nobody is looked for before the answer: neither words nor time tell whether there is one.
			service.sendReset(asked.output.email);
			return json({ status: true });
		},
		"/reset-password": async ({ body, context }) => {
			const asked = v.safeParse(newPassword, body);
			if (!asked.success) return;
			const id = `reset-password:${asked.output.token ?? ""}`;
			const link = await context.internalAdapter.findVerificationValue(id);
			const user = link && (await context.internalAdapter.findUserById(link.value));
			// A password that is refused does not use up the link.
			refuseCommon(asked.output.newPassword, user?.email);
		},
		"/change-password": async (ctx) => {
			const session = await getSessionFromCtx(ctx);
			const asked = v.safeParse(newPassword, ctx.body);
			if (!session || !asked.success) return;
			refuseCommon(asked.output.newPassword, session.user.email);
			await count("change", session.session.id);
			// Whoever else is signed in is out, whatever the caller asked for.
			return { context: { body: { ...ctx.body, revokeOtherSessions: true } } };
		},
		"/send-verification-email": async (ctx) => {
			const session = await getSessionFromCtx(ctx);
			if (!session)
				throw new APIError("UNAUTHORIZED", { message: messages.refusals.unauthenticated });
			if (!session.user.emailVerified) {
				await count("mail", session.user.email);
				await service.sendVerification(session.user.email).catch(() => {
					throw new APIError("SERVICE_UNAVAILABLE", { message: messages.mailFailed });
				});
			}
			return ctx.json({ status: true });
		},
	};
	const after: Record<string, (ctx: Context) => Promise<unknown>> = {
		"/sign-in/email": async ({ context }) => {
			const signedIn = context.newSession?.user;
			if (signedIn) await forgetTries(signedIn.email);
		},
		"/change-password": async ({ context }) => {
			const changed = context.newSession?.user;
			if (changed) await service.passwordChanged(changed);
		},
	};
	// What the shop itself asks of the service, without a request, is under no rule.
	const run = (rules: typeof before) =>
		createAuthMiddleware(async (ctx) => (ctx.request ? rules[ctx.path]?.(ctx) : undefined));
	return { before: run(before), after: run(after) };
}

/** Counts a try. Refuses with 429 and how long to wait. */
async function count(what: Counted, whose: string): Promise<void> {
	const waitS = await countTry(what, whose);
	if (waitS === undefined) return;
	throw new APIError(
		"TOO_MANY_REQUESTS",
		{ message: messages.refusals.too_many, code: "TOO_MANY" },
		{ "Retry-After": String(waitS) },
	);
}

/** Refuses a password that is guessed first; one too short is better-auth's to refuse. */
export function refuseCommon(password: string, owner: string | undefined): void {
	if (password.length < minPasswordLength || !isCommonPassword(password, owner)) return;
	throw unprocessable("PASSWORD_COMMON", messages.passwordCommon);
}

/** A refusal with 422, by a code for programs and a sentence for people. */
export function unprocessable(code: string, message: string): APIError {
	return new APIError("UNPROCESSABLE_ENTITY", { message, code });
}
