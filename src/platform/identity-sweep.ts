/** What identity leaves behind: what has run out tells nobody anything any more, and would only pile up. */
import { asc, inArray, lte } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { accountAttempts, rateLimits, sessions, verifications } from "../db/auth-tables.ts";
import { failedMails } from "../db/tables.ts";
import { database } from "./database.ts";

/** Rows of a kind that one run takes away: a thousand made-up visitors are gone in one. */
const maxDeletedRows = 1000;

/** How long an address's count of requests is kept after its last one, in milliseconds; no window is longer. */
const rateLimitRetentionMs = 60 * 60 * 1000;

/** How long a mail that could not be sent is noted, in milliseconds: it names a customer. Thirty days. */
const failedMailRetentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Takes away sessions, links in mails, tries, counts of requests and failed mails that no longer
 * count, the ones that ran out first before all others. For the scheduled job; one round trip.
 */
export async function sweepIdentity(now = new Date()): Promise<void> {
	const rateLimitCutoff = new Date(now.getTime() - rateLimitRetentionMs);
	const failedMailCutoff = new Date(now.getTime() - failedMailRetentionMs);
	await database().batch([
		deleteExpired(sessions, sessions.id, sessions.expiresAt, now),
		deleteExpired(verifications, verifications.id, verifications.expiresAt, now),
		deleteExpired(accountAttempts, accountAttempts.account, accountAttempts.endsAt, now),
		deleteExpired(failedMails, failedMails.id, failedMails.failedAt, failedMailCutoff),
		deleteExpired(rateLimits, rateLimits.id, rateLimits.lastRequest, rateLimitCutoff.getTime()),
	]);
}

function deleteExpired(
	table: SQLiteTable,
	id: SQLiteColumn,
	expiryColumn: SQLiteColumn,
	cutoff: Date | number,
) {
	const db = database();
	const expired = db
		.select({ id })
		.from(table)
		.where(lte(expiryColumn, cutoff))
		.orderBy(asc(expiryColumn));
	return db.delete(table).where(inArray(id, expired.limit(maxDeletedRows)));
}
