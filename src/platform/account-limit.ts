/**
 * How often something may be tried for one account, whatever addresses the tries come from. Why it
 * is so stands in docs/decisions/2026-11-21-limit-per-account.md.
 */
import { eq, sql } from "drizzle-orm";
import { signInFailures } from "../db/auth-tables.ts";
import { database } from "./database.ts";

const minuteMs = 60_000;

/**
 * What is counted: passwords tried at signing in, by e-mail; current passwords tried by who is signed
 * in, by session, so that nobody else's tries count there; and mails asked for, by e-mail. How many are
 * allowed within which time.
 */
const limits = {
	password: { most: 10, withinMs: 15 * minuteMs },
	change: { most: 10, withinMs: 15 * minuteMs },
	mail: { most: 5, withinMs: 60 * minuteMs },
} as const;

export type Counted = keyof typeof limits;

/**
 * Counts a try, before anything else is done about it, and gives how many seconds to wait where
 * there were too many; undefined where it may go on. One statement: of a hundred at once, no more
 * than the limit get through. An e-mail need not be anybody's.
 */
export async function countTry(what: Counted, whose: string): Promise<number | undefined> {
	const { most, withinMs } = limits[what];
	const now = Date.now();
	const { failures, endsAt } = signInFailures;
	const over = sql`${endsAt} <= ${now}`;
	const [kept] = await database()
		.insert(signInFailures)
		.values({
			account: await accountOf(what, whose),
			failures: 1,
			endsAt: new Date(now + withinMs),
		})
		.onConflictDoUpdate({
			target: signInFailures.account,
			set: {
				failures: sql`case when ${over} then 1 else ${failures} + 1 end`,
				endsAt: sql`case when ${over} then ${now + withinMs} else ${endsAt} end`,
			},
		})
		.returning({ failures, endsAt });
	if (!kept || kept.failures <= most) return undefined;
	return Math.max(1, Math.ceil((kept.endsAt.getTime() - now) / 1000));
}

/** Forgets the wrong passwords of an account: somebody has proved that it is theirs. */
export async function forgetTries(email: string): Promise<void> {
	await database()
		.delete(signInFailures)
		.where(eq(signInFailures.account, await accountOf("password", email)));
}

/** SHA-256 in hex: what was typed as an e-mail may be a password, and is nobody's to read. */
async function accountOf(what: Counted, whose: string): Promise<string> {
	const named = what === "password" ? whose.toLowerCase() : `${what} ${whose.toLowerCase()}`;
	const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(named));
	return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
