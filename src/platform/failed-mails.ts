/** Mails that could not be sent, noted for `npm run doctor` to show. sweepIdentity takes old ones away. */
import { failedMails } from "../db/tables.ts";
import { database } from "./database.ts";
import type { Message } from "./queues.ts";

/**
 * Notes that the mail of a queue's message could not be sent, and why: the mail service's code, or
 * `retries`. The link in it, which may hold a token, is not kept.
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
