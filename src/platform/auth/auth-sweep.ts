/** Deletes expired auth data, which would otherwise accumulate. */
import { asc, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { accountAttempts, rateLimits, sessions, verifications } from "../../db/auth-tables.ts";
import { failedMails } from "../../db/outbox-tables.ts";
import { reviewReports } from "../../db/review-tables.ts";
import { stockAlerts } from "../../db/tool-tables.ts";
import { batch, database } from "../database/database.ts";

/** Maximum rows of each kind that one run deletes. */
const maxDeletedRows = 1000;

/** Retention of an IP address's request count after its last request, in milliseconds. No rate limit's window is longer. */
const rateLimitRetentionMs = 60 * 60 * 1000;

/** Retention of failed e-mails, in milliseconds: thirty days, because they name a customer. */
const failedMailRetentionMs = 30 * 24 * 60 * 60 * 1000;

/** Retention of reports of reviews, in milliseconds: ninety days. Their network can report the review again then. */
const reportRetentionMs = 90 * 24 * 60 * 60 * 1000;

/** Retention of requests for an e-mail when a tool is back, in milliseconds: a year. Who still waits then has bought it elsewhere. */
const stockAlertRetentionMs = 365 * 24 * 60 * 60 * 1000;

/**
 * Deletes expired sessions, links, attempts, request counts, reports, stock alerts and failed e-mails, the oldest first. Called
 * by the scheduled job; one round trip.
 */
export async function sweepAuth(now = new Date()): Promise<void> {
	const rateLimitCutoff = new Date(now.getTime() - rateLimitRetentionMs);
	const failedMailCutoff = new Date(now.getTime() - failedMailRetentionMs);
	await batch({
		sessions: deleteExpired(sessions, sessions.id, sessions.expiresAt, now),
		verifications: deleteExpired(verifications, verifications.id, verifications.expiresAt, now),
		attempts: deleteExpired(accountAttempts, accountAttempts.account, accountAttempts.endsAt, now),
		reports: deleteExpired(
			reviewReports,
			// Its key has two columns.
			sql`rowid`,
			reviewReports.createdAt,
			new Date(now.getTime() - reportRetentionMs),
		),
		// Its key is of two columns too.
		stockAlerts: deleteExpired(
			stockAlerts,
			sql`rowid`,
			stockAlerts.createdAt,
			new Date(now.getTime() - stockAlertRetentionMs),
		),
		failedMails: deleteExpired(failedMails, failedMails.id, failedMails.failedAt, failedMailCutoff),
		rateLimits: deleteExpired(
			rateLimits,
			rateLimits.id,
			rateLimits.lastRequest,
			rateLimitCutoff.getTime(),
		),
	});
}

function deleteExpired(
	table: SQLiteTable,
	id: SQLiteColumn | SQL,
	expiryColumn: SQLiteColumn,
	cutoff: Date | number,
) {
	const db = database();
	const expired = db
		.select({ id: sql`${id}` })
		.from(table)
		.where(lte(expiryColumn, cutoff))
		.orderBy(asc(expiryColumn));
	return db.delete(table).where(inArray(sql`${id}`, expired.limit(maxDeletedRows)));
}
