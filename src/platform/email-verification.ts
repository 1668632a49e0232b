/** Verification of e-mails by the link in a mail. The user must be signed in to the account. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { decodeJwt, errors, jwtVerify } from "jose";
import type { Caller } from "../access/caller.ts";
import { users } from "../db/auth-tables.ts";
import type { verificationMessages } from "../messages.ts";
import { database } from "./database.ts";

export type VerificationOutcome = keyof typeof verificationMessages;

/**
 * Verifies the caller's e-mail by the token of a link. Only the signed-in caller's own account can be
 * verified, so that a stranger's account with your e-mail can't be: see
 * docs/decisions/2026-11-21-mail.md.
 */
export async function verifyEmail(caller: Caller, token: string): Promise<VerificationOutcome> {
	const emailFromLink = emailFromToken(token);
	if (emailFromLink === undefined) return "broken";
	if (emailFromLink !== caller.email) return "other";
	try {
		await jwtVerify(token, new TextEncoder().encode(env.AUTH_SECRET), { algorithms: ["HS256"] });
	} catch (error) {
		return error instanceof errors.JWTExpired ? "expired" : "broken";
	}
	await database()
		.update(users)
		.set({ emailVerified: true, updatedAt: new Date() })
		.where(and(eq(users.id, caller.id), eq(users.email, emailFromLink)));
	return "done";
}

function emailFromToken(token: string): string | undefined {
	try {
		const { email } = decodeJwt(token);
		return typeof email === "string" ? email : undefined;
	} catch {
		return undefined;
	}
}
