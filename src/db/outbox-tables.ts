/** The outbox, and e-mails that failed. */
import { isNotNull, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type OutboxPayload, outboxKinds, outboxOutcomes } from "../shop/outbox/outbox-kinds.ts";
import { isOneOf, timestampMs } from "./columns.ts";

/** Who has stopped the digest, by the link in it. */
export const digestStops = sqliteTable("digest_stops", {
	recipient: text("recipient").primaryKey(),
	createdAt: timestampMs("created_at").notNull(),
});

/** E-mails that could not be sent, for `npm run doctor`. See platform/services/failed-mails.ts. */
export const failedMails = sqliteTable(
	"failed_mails",
	{
		/** The id of the queue message: one that is delivered twice is recorded once. */
		id: text("id").primaryKey(),
		/** The kind of mail: a key of `mailTemplates`. */
		kind: text("kind").notNull(),
		recipient: text("recipient").notNull(),
		/** The e-mail service's error code, or `retries`. */
		reason: text("reason").notNull(),
		failedAt: timestampMs("failed_at").notNull(),
	},
	(table) => [index("failed_mails_newest").on(table.failedAt)],
);

/**
 * Events that somebody must be told of, such as a payment. Inserted in the same batch as the change, so
 * that both commit or neither does. See shop/outbox/outbox.server.ts.
 */
export const outbox = sqliteTable(
	"outbox",
	{
		id: text("id").primaryKey(),
		/** Without a CHECK, so that a new kind needs no new table. */
		kind: text("kind", { enum: outboxKinds }).notNull(),
		/** The id of the order or tool. The kind tells which. */
		subjectId: text("subject_id").notNull(),
		/** What the subject's row does not have, as JSON. No secrets. */
		payload: text("payload", { mode: "json" }).$type<OutboxPayload>().notNull(),
		createdAt: timestampMs("created_at").notNull(),
		/** It is not delivered before. */
		availableAt: timestampMs("available_at").notNull(),
		/** When the scheduled job sends it to the queue; null once it is done, or if only a digest lists it. */
		dueAt: timestampMs("due_at"),
		/** Until then one consumer delivers it, and no other starts. */
		leasedUntil: timestampMs("leased_until"),
		doneAt: timestampMs("done_at"),
		outcome: text("outcome", { enum: outboxOutcomes }),
		/** Failed deliveries. */
		failures: integer("failures").notNull().default(0),
		/** The id of the digest that lists it, `waiting` until there is one; null if none does. */
		digest: text("digest"),
	},
	(table) => [
		check("outbox_done", sql`(${table.doneAt} is null) = (${table.outcome} is null)`),
		check("outbox_outcome", isOneOf(table.outcome, outboxOutcomes)),
		check("outbox_due", sql`${table.doneAt} is null or ${table.dueAt} is null`),
		index("outbox_due_next").on(table.dueAt).where(isNotNull(table.dueAt)),
		// The e-mails of an order.
		index("outbox_by_subject").on(table.subjectId),
		// Done rows, oldest first, for the sweep.
		index("outbox_done_first").on(table.doneAt).where(isNotNull(table.doneAt)),
		index("outbox_by_digest").on(table.digest).where(isNotNull(table.digest)),
	],
);
