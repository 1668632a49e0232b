/** The identity service as the browser asks it: plain calls to better-auth's own paths. */
import * as v from "valibot";
import * as messages from "../messages.ts";
import { ShopError } from "../shop/errors.ts";

/** The service's refusal, in its own words (better-auth docs: Error handling) where we have none for its code. */
export class IdentityError extends Error {
	readonly code: string | undefined;

	constructor(message: string, code?: string) {
		super(message);
		this.code = code;
	}
}

/** Our words for what the service says of its own accord. */
const messageByCode: Record<string, string> = {
	INVALID_TOKEN: messages.resetLinkExpired,
	INVALID_PASSWORD: messages.currentPasswordWrong,
	UNAUTHORIZED: messages.signInRequired,
};

const identityUserSchema = v.object({ user: v.object({ email: v.string(), name: v.string() }) });
const identityErrorSchema = v.object({ message: v.string(), code: v.optional(v.string()) });

export type IdentityUser = v.InferOutput<typeof identityUserSchema>["user"];

/** Signs in and gives the user. Throws IdentityError with the service's message. */
export function signIn(credentials: { email: string; password: string }): Promise<IdentityUser> {
	return postForUser("sign-in/email", credentials);
}

/** Creates an account, signs in and gives the user. Throws IdentityError with the service's message. */
export function signUp(account: {
	name: string;
	email: string;
	password: string;
}): Promise<IdentityUser> {
	return postForUser("sign-up/email", account);
}

/** Asks for a mail with a link to choose a new password; the answer is the same for every e-mail. Throws IdentityError. */
export async function requestPasswordReset(email: string): Promise<void> {
	await post("request-password-reset", { email });
}

/** Sets a new password by the token of such a link. Throws IdentityError; INVALID_TOKEN where it is used up. */
export async function resetPassword(reset: { token: string; newPassword: string }): Promise<void> {
	await post("reset-password", reset);
}

/** Changes the password and gives the user, whose other sessions are over. Throws IdentityError; INVALID_PASSWORD. */
export function changePassword(change: {
	currentPassword: string;
	newPassword: string;
}): Promise<IdentityUser> {
	return postForUser("change-password", change);
}

/** Asks for another mail that proves the signed-in user's e-mail. Throws IdentityError. */
export async function requestVerification(email: string): Promise<void> {
	await post("send-verification-email", { email });
}

/** The user whose cookie this browser holds, or undefined. Throws `unavailable` where nobody says. */
export async function currentUser(): Promise<IdentityUser | undefined> {
	const response = await fetch("/api/auth/get-session").catch((cause) => {
		throw new ShopError("unavailable", { message: messages.shopUnreachable, cause });
	});
	if (!response.ok) {
		throw new ShopError("unavailable", { message: messages.shopBusy });
	}
	const found = v.safeParse(identityUserSchema, await response.json());
	return found.success ? found.output.user : undefined;
}

async function postForUser(path: string, body: object): Promise<IdentityUser> {
	const found = v.safeParse(identityUserSchema, await post(path, body));
	if (!found.success) throw new IdentityError(messages.internalError);
	return found.output.user;
}

async function post(path: string, body: object): Promise<unknown> {
	const response = await fetch(`/api/auth/${path}`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	}).catch(() => {
		throw new IdentityError(messages.shopUnreachable);
	});
	const reply: unknown = await response.json().catch(() => undefined);
	if (response.ok) return reply;
	const errorBody = v.safeParse(identityErrorSchema, reply);
	if (!errorBody.success) throw new IdentityError(messages.internalError);
	const { message, code } = errorBody.output;
	throw new IdentityError(messageByCode[code ?? ""] ?? message, code);
}
