/** Verification of addresses by the link in an e-mail. The user must be signed in to the account. */
import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { decodeJwt, errors, jwtVerify } from "jose";
import type { Caller } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { isOpenUnproved, orders } from "../../db/order-tables.ts";
import type { verificationMessages } from "../../messages/messages.ts";
import { hasRow } from "../database/commit.ts";
import { batch, database } from "../database/database.ts";
import { orderHoldMs } from "../settings/settings.ts";

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
	await proveEmail({ id: caller.id, email: emailFromLink });
	return "done";
}

/**
 * Stores that an account's e-mail is its user's, and with it that the account's unpaid orders are a proved buyer's: they
 * reserve their stock for as long as such orders do, counted from when they were placed, and their network is forgotten.
 * A reservation that has ended, or that staff have released, stays ended. Unpaid orders of guests stay theirs: anybody can
 * type an e-mail, so that who owns it need not have placed them.
 */
export async function proveEmail({ id, email }: { id: string; email: string }): Promise<void> {
	const now = new Date();
	const proved = hasRow(
		users,
		and(eq(users.id, id), eq(users.email, email), eq(users.emailVerified, true)),
	);
	const open = sql`(
		select ${orders.id}
		from ${orders} indexed by orders_open_by_user
		where ${and(eq(orders.userId, id), isOpenUnproved)}
			and (${orders.expiresAt} > ${now.getTime()} or ${orders.processingAt} is not null)
	)`;
	await batch({
		account: database()
			.update(users)
			.set({ emailVerified: true, updatedAt: now })
			.where(and(eq(users.id, id), eq(users.email, email))),
		orders: database()
			.update(orders)
			.set({
				isUnproved: false,
				network: null,
				expiresAt: sql`max(${orders.expiresAt}, ${orders.createdAt} + ${orderHoldMs()})`,
			})
			.where(and(sql`${orders.id} in ${open}`, proved)),
	});
}

function emailFromToken(token: string): string | undefined {
	try {
		const { email } = decodeJwt(token);
		return typeof email === "string" ? email : undefined;
	} catch {
		return undefined;
	}
}
