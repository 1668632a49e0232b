/** Mails that could not be sent, recorded for `npm run doctor`. sweepAuth deletes old ones. */
import { failedMails } from "../db/tables.ts";
import { database } from "./database.ts";
import type { Message } from "./queues.ts";

/**
 * Records that the mail of a queue message could not be sent. `reason` is the mail service's error
 * code, or `retries`. The link is not stored, because it may contain a token.
 */
export async function recordFailedMail(
	id: string,
	{ kind, to }: Message<"mails">,
	reason: string,
): Promise<void> {
	await database()
		.insert(failedMails)
		.values({ id, kind, recipient: to, reason, failedAt: new Date() })
		.onConflictDoNothing();
}
