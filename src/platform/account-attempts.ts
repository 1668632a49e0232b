/**
 * How often something may be tried for one account, whatever addresses the tries come from. Why it
 * is so stands in docs/decisions/2026-11-21-limit-per-account.md and 2026-11-22-what-one-account-can-do.md.
 */
import { eq, sql } from "drizzle-orm";
import { accountAttempts } from "../db/auth-tables.ts";
import { ShopError } from "../shop/errors.ts";
import { database } from "./database.ts";
import { accountLimit } from "./settings.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * What is counted: passwords tried at signing in, by e-mail; current passwords tried by who is signed
 * in, by session, so that nobody else's tries count there; mails asked for, by e-mail; reviews and
 * pictures, by the user's id. How many are allowed within which time.
 */
const attemptLimits = {
	password: { max: () => 10, windowMs: 15 * minuteMs },
	change: { max: () => 10, windowMs: 15 * minuteMs },
	mail: { max: () => 5, windowMs: 60 * minuteMs },
	review: { max: () => accountLimit("REVIEWS_A_DAY"), windowMs: dayMs },
	upload: { max: () => accountLimit("UPLOADS_A_DAY"), windowMs: dayMs },
	adminUpload: { max: () => accountLimit("ADMIN_UPLOADS_A_DAY"), windowMs: dayMs },
} as const;

export type AttemptKind = keyof typeof attemptLimits;

/**
 * Counts a try, before anything else is done about it, and gives how many seconds to wait where
 * there were too many; undefined where it may go on. One statement: of a hundred at once, no more
 * than the limit get through. An e-mail need not be anybody's.
 */
export async function countAttempt(kind: AttemptKind, key: string): Promise<number | undefined> {
	const { windowMs } = attemptLimits[kind];
	const max = attemptLimits[kind].max();
	const now = Date.now();
	const { attempts, endsAt } = accountAttempts;
	const windowEnded = sql`${endsAt} <= ${now}`;
	const [row] = await database()
		.insert(accountAttempts)
		.values({
			account: await hashAccount(kind, key),
			attempts: 1,
			endsAt: new Date(now + windowMs),
		})
		.onConflictDoUpdate({
			target: accountAttempts.account,
			set: {
				attempts: sql`case when ${windowEnded} then 1 else ${attempts} + 1 end`,
				endsAt: sql`case when ${windowEnded} then ${now + windowMs} else ${endsAt} end`,
			},
		})
		.returning({ attempts, endsAt });
	if (!row || row.attempts <= max) return undefined;
	return Math.max(1, Math.ceil((row.endsAt.getTime() - now) / 1000));
}

/**
 * Counts what a customer may do so often a day. Refuses with too_many and when to come back; `words`
 * makes the sentence of how many there may be.
 */
export async function enforceDailyLimit(
	kind: "review" | "upload" | "adminUpload",
	userId: string,
	messageFor: (max: number) => string,
): Promise<void> {
	const retryAfterS = await countAttempt(kind, userId);
	if (retryAfterS === undefined) return;
	throw new ShopError("too_many", { message: messageFor(attemptLimits[kind].max()), retryAfterS });
}

/** Forgets the wrong passwords of an account: somebody has proved that it is theirs. */
export async function clearAttempts(email: string): Promise<void> {
	await database()
		.delete(accountAttempts)
		.where(eq(accountAttempts.account, await hashAccount("password", email)));
}

/** SHA-256 in hex: what was typed as an e-mail may be a password, and is nobody's to read. */
async function hashAccount(kind: AttemptKind, key: string): Promise<string> {
	const hashInput = kind === "password" ? key.toLowerCase() : `${kind} ${key.toLowerCase()}`;
	const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(hashInput));
	return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
