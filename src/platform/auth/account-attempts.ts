/**
 * Limits of attempts per account, from any IP address. The reasons are in
 * docs/decisions/2026-11-21-limit-per-account.md and 2026-11-22-what-one-account-can-do.md.
 *
 * Callers parse what a user has typed, such as an e-mail, by the schema of its field before they count: each
 * other spelling would have a count of its own.
 */
import { eq, sql } from "drizzle-orm";
import { accountAttempts } from "../../db/auth-tables.ts";
import { ShopError } from "../../errors.ts";
import { hashHex } from "../../values/hash.ts";
import { database } from "../database/database.ts";
import { setting } from "../settings/settings.ts";
import { hashNetwork } from "./network.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The limits, as a maximum within a window in milliseconds. Sign-ins and requested e-mails count by
 * e-mail; sign-ins of a known browser by its id (device-cookie.ts); changes of password by session, so that other people's attempts do not count; reviews,
 * questions and uploads by user id; reports of reviews and e-mails to unproved addresses by network; returns by order; withdrawals without an account by network and by order.
 */
const attemptLimits = {
	password: { max: () => 10, windowMs: 15 * minuteMs },
	device: { max: () => 10, windowMs: 15 * minuteMs },
	change: { max: () => 10, windowMs: 15 * minuteMs },
	mail: { max: () => 5, windowMs: 60 * minuteMs },
	review: { max: () => setting("REVIEWS_A_DAY"), windowMs: dayMs },
	question: { max: () => 10, windowMs: dayMs },
	upload: { max: () => setting("UPLOADS_A_DAY"), windowMs: dayMs },
	adminUpload: { max: () => setting("ADMIN_UPLOADS_A_DAY"), windowMs: dayMs },
	/** The returns of an order. */
	return: { max: () => 10, windowMs: dayMs },
	/** The withdrawals of a network, and of what was typed. */
	withdrawal: { max: () => 10, windowMs: dayMs },
	/** E-mails to addresses that nobody has proved, of a network. */
	networkMail: { max: () => setting("MAILS_A_DAY_NETWORK"), windowMs: dayMs },
	report: { max: () => 10, windowMs: dayMs },
} as const;

export type AttemptKind = keyof typeof attemptLimits;

/**
 * Counts an attempt. Call it before the attempt itself. Returns the seconds to wait if there were too
 * many attempts, otherwise undefined. A single statement counts and checks, so that concurrent
 * attempts can't exceed the limit. The e-mail need not belong to a user.
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
 * Counts an e-mail to an address that nobody has proved, asked for by a request: of its network, and of the address. Returns
 * the seconds to wait if there were too many, otherwise undefined.
 */
export async function countUnprovedEmail(
	from: Request,
	email: string,
): Promise<number | undefined> {
	return (
		(await countAttempt("networkMail", await hashNetwork(from))) ??
		(await countAttempt("mail", email))
	);
}

/**
 * Counts an action that has a limit a day. Throws ShopError `too_many` with the time to wait;
 * `messageFor` returns its message for a limit.
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

/** Deletes the failed sign-ins of an account, after its owner has signed in. */
export async function clearAttempts(email: string): Promise<void> {
	await database()
		.delete(accountAttempts)
		.where(eq(accountAttempts.account, await hashAccount("password", email)));
}

/** Returns a SHA-256 hash in hex: users sometimes type a password in the e-mail field, so it is not stored as text. */
function hashAccount(kind: AttemptKind, key: string): Promise<string> {
	return hashHex(kind === "password" ? key : `${kind} ${key}`);
}
