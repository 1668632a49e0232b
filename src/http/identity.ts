/** The identity service as the browser asks it: plain calls to better-auth's own paths. */
import * as v from "valibot";
import { messages } from "../messages.ts";
import { ShopError } from "./errors.ts";

/** The service's refusal, in its own words (better-auth docs: Error handling). */
export class IdentityError extends Error {}

const identityUser = v.object({ user: v.object({ email: v.string(), name: v.string() }) });
const identityRefusal = v.object({ message: v.string() });

export type IdentityUser = v.InferOutput<typeof identityUser>["user"];

/** Signs in and gives the user. Throws IdentityError with the service's message. */
export function signIn(credentials: { email: string; password: string }): Promise<IdentityUser> {
	return ask("sign-in/email", credentials);
}

/** Creates an account, signs in and gives the user. Throws IdentityError with the service's message. */
export function signUp(account: {
	name: string;
	email: string;
	password: string;
}): Promise<IdentityUser> {
	return ask("sign-up/email", account);
}

/** The user whose cookie this browser holds, or undefined. Throws `unavailable` where nobody says. */
export async function currentUser(): Promise<IdentityUser | undefined> {
	const response = await fetch("/api/auth/get-session").catch((cause) => {
		throw new ShopError("unavailable", { message: messages.shopUnreachable, cause });
	});
	if (!response.ok) {
		throw new ShopError("unavailable", { message: messages.refusals.unavailable });
	}
	const found = v.safeParse(identityUser, await response.json());
	return found.success ? found.output.user : undefined;
}

async function ask(path: string, body: object): Promise<IdentityUser> {
	const response = await fetch(`/api/auth/${path}`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	}).catch(() => {
		throw new IdentityError(messages.shopUnreachable);
	});
	const reply: unknown = await response.json().catch(() => undefined);
	const found = v.safeParse(identityUser, reply);
	if (response.ok && found.success) return found.output.user;
	const refusal = v.safeParse(identityRefusal, reply);
	throw new IdentityError(refusal.success ? refusal.output.message : messages.refusals.internal);
}
