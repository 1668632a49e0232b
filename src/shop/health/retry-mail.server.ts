/** Sends an e-mail again whose deliveries have all failed. */
import { and, eq, ne, sql } from "drizzle-orm";
import { failedMails, outbox } from "../../db/outbox-tables.ts";
import { batch, chain, database } from "../../platform/database/database.ts";
import { inBackground } from "../../platform/services/background.ts";
import { send } from "../../platform/services/queues.ts";
import { outboxKinds } from "../outbox/outbox-kinds.ts";

/** Whether the outbox has the e-mail. Links are not stored: whoever asked for one asks for another. */
export const canRetry = (kind: string): boolean =>
	kind !== "digest" && outboxKinds.some((one) => one === kind);

/** Delivers an e-mail of the outbox again, from its first attempt. Returns whether the outbox still has it. */
export async function retryMail(id: string): Promise<boolean> {
	const db = database();
	const { again } = await batch(
		chain(
			{
				again: db
					.update(outbox)
					.set({ doneAt: null, outcome: null, failures: 0, leasedUntil: null, dueAt: new Date() })
					.where(and(eq(outbox.id, id), eq(outbox.outcome, "failed"), ne(outbox.kind, "digest")))
					.returning({ id: outbox.id }),
			},
			{
				cleared: (changed) =>
					db.delete(failedMails).where(and(eq(failedMails.id, id), sql`${changed}`)),
			},
		),
	);
	if (again.length > 0) inBackground(send("mails", { outbox: id }));
	return again.length > 0;
}
