/** Sends a mail again whose deliveries have all failed. */
import { and, eq, ne } from "drizzle-orm";
import { failedMails, outbox } from "../../db/outbox-tables.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { inBackground } from "../../platform/services/background.ts";
import { send } from "../../platform/services/queues.ts";
import { outboxKinds } from "../outbox/outbox-kinds.ts";

/** Whether the outbox has the e-mail. Links are not stored: whoever asked for one asks for another. */
export const canRetry = (kind: string): boolean =>
	kind !== "digest" && outboxKinds.some((one) => one === kind);

/** Delivers an e-mail of the outbox again, from its first attempt. Returns whether the outbox still has it. */
export async function retryMail(id: string): Promise<boolean> {
	const db = database();
	const isMail = eq(outbox.id, id);
	const again = await commit({
		guard: [hasRow(outbox, and(isMail, eq(outbox.outcome, "failed"), ne(outbox.kind, "digest")))],
		write: {
			again: db
				.update(outbox)
				.set({ doneAt: null, outcome: null, failures: 0, leasedUntil: null, dueAt: new Date() })
				.where(isMail),
			cleared: db.delete(failedMails).where(eq(failedMails.id, id)),
		},
		refused: () => null,
	});
	if (again) inBackground(send("mails", { outbox: id }));
	return again !== null;
}
