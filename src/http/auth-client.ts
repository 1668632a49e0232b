/** Calls better-auth's endpoints from the browser, for the forms of accounts. */
import * as v from "valibot";
import * as messages from "../messages/messages.ts";
import { type AuthUser, authUserSchema } from "./current-user.ts";

/** An error of better-auth, with our message for its code or else its own (better-auth docs: Error handling). */
export class AuthError extends Error {
	readonly code: string | undefined;

	constructor(message: string, code?: string) {
		super(message);
		this.code = code;
	}
}

/** Our messages by better-auth's error code. */
const messageByCode: Record<string, string> = {
	INVALID_TOKEN: messages.resetLinkExpired,
	INVALID_PASSWORD: messages.currentPasswordWrong,
	UNAUTHORIZED: messages.signInRequired,
};

const authErrorSchema = v.object({ message: v.string(), code: v.optional(v.string()) });

/** Signs in and returns the user. Throws AuthError. */
export function signIn(credentials: { email: string; password: string }): Promise<AuthUser> {
	return postForUser("sign-in/email", credentials);
}

/** Creates an account, signs in and returns the user. Throws AuthError. */
export function signUp(account: {
	name: string;
	email: string;
	password: string;
}): Promise<AuthUser> {
	return postForUser("sign-up/email", account);
}

/** Requests a password reset link by e-mail; the response is the same for unknown e-mails. Throws AuthError. */
export async function requestPasswordReset(email: string): Promise<void> {
	await post("request-password-reset", { email });
}

/** Sets a new password with the token of a reset link. Throws AuthError, `INVALID_TOKEN` if it expired or was used. */
export async function resetPassword(reset: { token: string; newPassword: string }): Promise<void> {
	await post("reset-password", reset);
}

/** Changes the password, ends the user's other sessions and returns the user. Throws AuthError, `INVALID_PASSWORD` if the current one is wrong. */
export function changePassword(change: {
	currentPassword: string;
	newPassword: string;
}): Promise<AuthUser> {
	return postForUser("change-password", change);
}

/** Requests another verification e-mail for the signed-in user. Throws AuthError. */
export async function requestVerification(email: string): Promise<void> {
	await post("send-verification-email", { email });
}

async function postForUser(path: string, body: object): Promise<AuthUser> {
	const parsed = v.safeParse(authUserSchema, await post(path, body));
	if (!parsed.success) throw new AuthError(messages.internalError);
	return parsed.output.user;
}

async function post(path: string, body: object): Promise<unknown> {
	const response = await fetch(`/api/auth/${path}`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	}).catch(() => {
		throw new AuthError(messages.shopUnreachable);
	});
	const reply: unknown = await response.json().catch(() => undefined);
	if (response.ok) return reply;
	const errorBody = v.safeParse(authErrorSchema, reply);
	if (!errorBody.success) throw new AuthError(messages.internalError);
	const { message, code } = errorBody.output;
	throw new AuthError(messageByCode[code ?? ""] ?? message, code);
}
