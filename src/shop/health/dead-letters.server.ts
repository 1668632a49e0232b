/**
 * Messages whose retries are used up. Each queue has a dead letter queue, whose consumer stores them here for the
 * page of health: one without a consumer would be deleted after four days (Cloudflare docs: Dead Letter Queues).
 * E-mails are stored in `failed_mails` instead, without their links.
 */
import { desc, eq, lte } from "drizzle-orm";
import * as v from "valibot";
import type { Caller } from "../../access/caller.ts";
import { deadLetters } from "../../db/health-tables.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { logError } from "../../platform/services/log.ts";
import { messageSchemas, type QueueName, sendParsed } from "../../platform/services/queues.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { maxShownFindings } from "./health.ts";

/** The queues whose dead letters are stored here. */
export type StoredQueue = Exclude<QueueName, "mails">;

/** How long a dead letter is kept, in milliseconds: thirty days. */
const retentionMs = 30 * 24 * 60 * 60_000;

/** Rows of one statement: D1 allows 100 parameters. */
const rowsOfInsert = 20;

/** Returns the consumer of a queue's dead letter queue. A failure leaves the batch in the queue. */
export const consumeDeadLetters =
	(queue: StoredQueue) =>
	async ({ messages }: MessageBatch<unknown>): Promise<void> => {
		const failedAt = new Date();
		const rows = toRows(queue, messages).map((row) => ({ ...row, queue, failedAt }));
		for (let start = 0; start < rows.length; start += rowsOfInsert) {
			await database()
				.insert(deadLetters)
				.values(rows.slice(start, start + rowsOfInsert))
				.onConflictDoNothing();
		}
		logError("dead_letter", undefined, { queue, messages: messages.length });
	};

/** Returns what is stored of some messages. Purges are one: many fail together, if the platform rejects them. */
function toRows(queue: StoredQueue, messages: MessageBatch<unknown>["messages"]) {
	const [first] = messages;
	if (queue !== "purges" || !first) return messages.map(({ id, body }) => ({ id, body }));
	const tags = messages.flatMap(({ body }) => {
		const parsed = v.safeParse(messageSchemas.purges, body);
		return parsed.success ? parsed.output.tags : [];
	});
	return [{ id: first.id, body: { tags: [...new Set(tags)] } }];
}

/** Selects the newest dead letters. */
export const newestDeadLetters = () =>
	database()
		.select()
		.from(deadLetters)
		.orderBy(desc(deadLetters.failedAt))
		.limit(maxShownFindings + 1);

/**
 * Sends a message to its queue again, or dismisses it, and returns whether it was still there. One that this
 * version of the shop can't send stays.
 */
export async function settleDeadLetter(
	caller: Caller,
	id: string,
	outcome: "resent" | "dismissed",
): Promise<boolean> {
	const [letter] = await database().select().from(deadLetters).where(eq(deadLetters.id, id));
	if (!letter) return false;
	// Before it is deleted: every consumer accepts a message that arrives twice.
	if (outcome === "resent" && !(await sendParsed(letter.queue, letter.body))) return false;
	const isLetter = eq(deadLetters.id, id);
	await commit({
		guard: [hasRow(deadLetters, isLetter)],
		write: {
			deleted: database().delete(deadLetters).where(isLetter),
			audit: insertAuditEvent({
				action: `message.${outcome}`,
				actorId: caller.id,
				subject: id,
				detail: { name: letter.queue },
			}),
		},
		// Somebody else has settled it.
		refused: () => null,
	});
	return true;
}

/** Deletes old dead letters. For the scheduled job. */
export async function sweepDeadLetters(now = Date.now()): Promise<void> {
	await database()
		.delete(deadLetters)
		.where(lte(deadLetters.failedAt, new Date(now - retentionMs)));
}
