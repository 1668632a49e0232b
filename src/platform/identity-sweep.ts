/** What identity leaves behind: what has run out tells nobody anything any more, and would only pile up. */
import { asc, inArray, lte } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { rateLimits, sessions, signInFailures, verifications } from "../db/auth-tables.ts";
import { failedMails } from "../db/tables.ts";
import { database } from "./database.ts";

/** Rows of a kind that one run takes away: a thousand made-up visitors are gone in one. */
const sweptAtMost = 1000;

/** How long an address's count of requests is kept after its last one, in milliseconds; no window is longer. */
const countKeptMs = 60 * 60 * 1000;

/** How long a mail that could not be sent is noted, in milliseconds: it names a customer. Thirty days. */
const failedMailKeptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Takes away sessions, links in mails, tries, counts of requests and failed mails that no longer
 * count, the ones that ran out first before all others. For the scheduled job; one round trip.
 */
export async function sweepIdentity(now = new Date()): Promise<void> {
	const counted = new Date(now.getTime() - countKeptMs);
	const mailsUntil = new Date(now.getTime() - failedMailKeptMs);
	await database().batch([
		sweep(sessions, sessions.id, sessions.expiresAt, now),
		sweep(verifications, verifications.id, verifications.expiresAt, now),
		sweep(signInFailures, signInFailures.account, signInFailures.endsAt, now),
		sweep(failedMails, failedMails.id, failedMails.failedAt, mailsUntil),
		sweep(rateLimits, rateLimits.id, rateLimits.lastRequest, counted.getTime()),
	]);
}

function sweep(table: SQLiteTable, id: SQLiteColumn, end: SQLiteColumn, until: Date | number) {
	const db = database();
	const over = db.select({ id }).from(table).where(lte(end, until)).orderBy(asc(end));
	return db.delete(table).where(inArray(id, over.limit(sweptAtMost)));
}
