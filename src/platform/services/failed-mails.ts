/** E-mails that could not be sent, recorded for `npm run doctor`. sweepAuth deletes old ones. */
import { failedMails } from "../../db/outbox-tables.ts";
import { database } from "../database/database.ts";

/**
 * Returns the statement that records an e-mail that could not be sent, once. `id` is that of its queue
 * message or outbox row, `reason` the e-mail service's error code, or `retries`. Links are not stored,
 * because they may contain a token.
 */
export function recordFailedMail(mail: Omit<typeof failedMails.$inferInsert, "failedAt">) {
	return database()
		.insert(failedMails)
		.values({ ...mail, failedAt: new Date() })
		.onConflictDoNothing();
}
