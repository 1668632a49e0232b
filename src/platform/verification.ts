/** The link in the verification mail: it proves an e-mail only to who is signed in to its account. */
import { isAPIError } from "better-auth/api";
import { decodeJwt } from "jose";
import type { verificationMessages } from "../messages.ts";
import type { Caller } from "../shop/users/users.ts";
import { auth } from "./identity.ts";

export type VerificationOutcome = keyof typeof verificationMessages;

/**
 * Verifies the caller's e-mail by the token of a link. Whoever made an account with somebody else's
 * e-mail can't have it verified by them: see docs/decisions/2026-11-21-mail.md.
 */
export async function verifyEmail(caller: Caller, token: string): Promise<VerificationOutcome> {
	const email = claimedEmail(token);
	if (email === undefined) return "broken";
	if (email !== caller.email) return "other";
	try {
		// Here the signature and the hour are checked.
		await auth().api.verifyEmail({ query: { token } });
		return "done";
	} catch (error) {
		if (!isAPIError(error)) throw error;
		return error.body?.code === "TOKEN_EXPIRED" ? "expired" : "broken";
	}
}

function claimedEmail(token: string): string | undefined {
	try {
		const { email } = decodeJwt(token);
		return typeof email === "string" ? email : undefined;
	} catch {
		return undefined;
	}
}
