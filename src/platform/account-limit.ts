/**
 * How often something may be tried for one account, whatever addresses the tries come from. Why it
 * is so stands in docs/decisions/2026-11-21-limit-per-account.md and 2026-11-22-what-one-account-can-do.md.
 */
import { eq, sql } from "drizzle-orm";
import { signInFailures } from "../db/auth-tables.ts";
import { ShopError } from "../http/errors.ts";
import { database } from "./database.ts";
import { limitOf } from "./settings.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * What is counted: passwords tried at signing in, by e-mail; current passwords tried by who is signed
 * in, by session, so that nobody else's tries count there; mails asked for, by e-mail; reviews and
 * pictures, by the user's id. How many are allowed within which time.
 */
const limits = {
	password: { most: () => 10, withinMs: 15 * minuteMs },
	change: { most: () => 10, withinMs: 15 * minuteMs },
	mail: { most: () => 5, withinMs: 60 * minuteMs },
	review: { most: () => limitOf("REVIEWS_A_DAY"), withinMs: dayMs },
	upload: { most: () => limitOf("UPLOADS_A_DAY"), withinMs: dayMs },
	adminUpload: { most: () => limitOf("ADMIN_UPLOADS_A_DAY"), withinMs: dayMs },
} as const;

export type Counted = keyof typeof limits;

/**
 * Counts a try, before anything else is done about it, and gives how many seconds to wait where
 * there were too many; undefined where it may go on. One statement: of a hundred at once, no more
 * than the limit get through. An e-mail need not be anybody's.
 */
export async function countTry(what: Counted, whose: string): Promise<number | undefined> {
	const { withinMs } = limits[what];
	const most = limits[what].most();
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

/**
 * Counts what a customer may do so often a day. Refuses with too_many and when to come back; `words`
 * makes the sentence of how many there may be.
 */
export async function countToday(
	what: "review" | "upload" | "adminUpload",
	userId: string,
	words: (most: number) => string,
): Promise<void> {
	const retryAfterS = await countTry(what, userId);
	if (retryAfterS === undefined) return;
	throw new ShopError("too_many", { message: words(limits[what].most()), retryAfterS });
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
