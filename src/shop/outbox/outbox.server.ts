/**
 * The outbox: one row for each event that somebody must be told of. The row is inserted in the batch of
 * the change, sent to the queue after it, and sent again by the scheduled job until it is done. So no
 * event is lost, whatever fails. mails/queue-consumer.server.ts delivers the rows.
 */
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { outbox } from "../../db/outbox-tables.ts";
import { baseDelayMs, nextAttemptAt } from "../../platform/database/backoff.ts";
import { claimDue, type DueRows } from "../../platform/database/claim-due.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database, insertFrom, newId, newIdOfRow } from "../../platform/database/database.ts";
import { inBackground } from "../../platform/services/background.ts";
import { send, sendAll } from "../../platform/services/queues.ts";
import type { OutboxKind, OutboxOutcome, OutboxPayload } from "./outbox-kinds.ts";

export type OutboxRow = typeof outbox.$inferSelect;

export interface OutboxEvent {
	/** An id that names the event, if it could be reported twice; a new id by default. For `rows` an expression. */
	id?: string | SQL;
	kind: OutboxKind;
	/** The id of the order or tool, or an SQL expression for it. */
	subject: string | SQL;
	/** What the subject's row does not have. No secrets. */
	payload?: OutboxPayload;
	/** It is delivered then, or soon after; immediately by default. For `rows` an expression. */
	availableAt?: Date | SQL;
	/** Whether the next digest lists it: also, or only that. */
	digest?: "also" | "only";
	/** The `from` clause of the rows that are an event each; without it there is one event. */
	rows?: SQL;
}

/** The `digest` of rows that the next digest lists. */
const waiting = "waiting";

/** The longest delay of a message, in milliseconds. The scheduled job sends what is available later. */
const maxDelayMs = 5 * 60_000;

/**
 * Returns the statement that adds an event, with `condition` only if that holds. Pass its result to `sendFromOutbox` after the
 * batch.
 */
export function addToOutbox(
	{ id = newId(), kind, subject, payload = {}, availableAt, digest, rows }: OutboxEvent,
	condition = sql`true`,
) {
	const now = Date.now();
	const availableMs = availableAt instanceof Date ? availableAt.getTime() : (availableAt ?? now);
	// Until then `sendFromOutbox` has sent it; if that failed, the scheduled job does.
	const dueMs =
		typeof availableMs === "number"
			? availableMs + (availableMs - now > maxDelayMs ? 0 : baseDelayMs)
			: sql`${availableMs} + iif(${availableMs} - ${now} > ${maxDelayMs}, 0, ${baseDelayMs})`;
	const dueAt = digest === "only" ? null : dueMs;
	return insertFrom(
		outbox,
		{
			id,
			kind,
			subjectId: subject,
			payload: JSON.stringify(payload),
			createdAt: now,
			availableAt: availableMs,
			dueAt,
			digest: digest ? waiting : null,
		},
		sql`${rows ?? sql``} where ${condition}`,
	)
		.onConflictDoNothing()
		.returning({ id: outbox.id, availableAt: outbox.availableAt });
}

/**
 * Returns the statement that adds an event for each row of `from`. `payload` is an SQL expression of its
 * columns. Pass its result to `sendRowsFromOutbox` after the batch.
 */
export function insertOutboxRows(kind: OutboxKind, subject: string | SQL, payload: SQL, from: SQL) {
	const now = Date.now();
	return insertFrom(
		outbox,
		{
			id: newIdOfRow,
			kind,
			subjectId: subject,
			payload,
			createdAt: now,
			availableAt: now,
			dueAt: now + baseDelayMs,
		},
		sql`${from} where true`,
	).returning({ id: outbox.id });
}

/** Sends many added rows to the queue, a hundred at a time, without waiting for it. */
export function sendRowsFromOutbox(added: Pick<OutboxRow, "id">[]): void {
	inBackground(sendAll("mails", toMessages(added.map(({ id }) => id))));
}

const toMessages = (ids: string[]) => ids.map((id) => ({ outbox: id }));

/**
 * Sends added rows to the queue after the response. A row that is available much later is left to the
 * scheduled job, and so is one that the queue does not accept.
 */
export function sendFromOutbox(added: Pick<OutboxRow, "id" | "availableAt">[]): void {
	const now = Date.now();
	for (const { id, availableAt } of added) {
		const delayMs = Math.max(availableAt.getTime() - now, 0);
		if (delayMs <= maxDelayMs)
			inBackground(send("mails", { outbox: id }, { delaySeconds: Math.ceil(delayMs / 1000) }));
	}
}

/**
 * How long a consumer has for a row, in milliseconds. No consumer runs longer (Cloudflare docs: Queues,
 * Limits), so that nobody delivers a row while another still does.
 */
const leaseMs = 15 * 60_000;

/** The condition that nobody delivers a row at a time. */
const isFree = (now: Date) => or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, now));

/**
 * Claims a row for delivery. Returns undefined if it is done, is not available yet, or another consumer
 * is delivering it.
 */
export async function claimOutboxRow(id: string): Promise<OutboxRow | undefined> {
	const now = new Date();
	const leasedUntil = new Date(now.getTime() + leaseMs);
	const [row] = await database()
		.update(outbox)
		.set({ leasedUntil, dueAt: leasedUntil })
		.where(and(eq(outbox.id, id), isNull(outbox.doneAt), lte(outbox.availableAt, now), isFree(now)))
		.returning();
	return row;
}

/** Returns the statement that marks a row as done; a digest with the rows that only it lists. */
export function finishOutboxRow({ id, kind }: OutboxRow, outcome: OutboxOutcome) {
	const onlyInDigest = and(eq(outbox.digest, id), isNull(outbox.dueAt));
	const rows = kind === "digest" ? or(eq(outbox.id, id), onlyInDigest) : eq(outbox.id, id);
	return database()
		.update(outbox)
		.set({ doneAt: new Date(), outcome, dueAt: null, leasedUntil: null })
		.where(and(rows, isNull(outbox.doneAt)));
}

/** E-mails that ask to pay: nothing to tell once their order is paid or closed. */
const toPayKinds: OutboxKind[] = ["order.placed", "order.expiring", "order.payment_failed"];

/**
 * Returns the statement that drops the mails that ask to pay for an order, which is paid or closed. One that is being delivered is left to its consumer, who knows what became of it.
 */
export function dropMailsToPay(orderId: string) {
	const now = new Date();
	return database()
		.update(outbox)
		.set({ doneAt: now, outcome: "dropped", dueAt: null, leasedUntil: null })
		.where(
			and(
				eq(outbox.subjectId, orderId),
				inArray(outbox.kind, toPayKinds),
				isNull(outbox.doneAt),
				isFree(now),
			),
		);
}

/** Delays the next delivery of a row that failed, with exponential backoff. */
export async function postponeOutboxRow(id: string): Promise<void> {
	await database()
		.update(outbox)
		.set({
			dueAt: nextAttemptAt(outbox.failures),
			failures: sql`${outbox.failures} + 1`,
			leasedUntil: null,
		})
		.where(and(eq(outbox.id, id), isNull(outbox.doneAt)));
}

/** Returns the statement that delays a row that no attempt can deliver before a time. That is no failure of its own. */
export function deferOutboxRow(id: string, until: Date) {
	return database()
		.update(outbox)
		.set({ dueAt: until, leasedUntil: null })
		.where(and(eq(outbox.id, id), isNull(outbox.doneAt)));
}

const dueRows: DueRows = { table: outbox, id: outbox.id, dueAt: outbox.dueAt };

/** Rows claimed at a time: the maximum number of messages that one call to the queue accepts. */
const pageSize = 100;

/** Maximum number of pages that one run sends. */
const maxPages = 50;

/**
 * Sends all rows that are due to the queue, in pages. For the scheduled job. `now` in UTC milliseconds.
 * What was sent is due again after a lease: the queue may lose it.
 */
export async function dispatchOutbox(now = Date.now()): Promise<void> {
	await addDigest(now);
	for (let page = 0; page < maxPages; page += 1) {
		const ids = await claimDue(dueRows, {
			now: new Date(now),
			leasedUntil: new Date(now + leaseMs),
			limit: pageSize,
		});
		await sendAll("mails", toMessages(ids));
		if (ids.length < pageSize) return;
	}
}

const hourMs = 60 * 60_000;

/**
 * Adds a digest of the rows that wait for one, unless the last was added less than an hour ago. Its id
 * has the hour, so that the last one is found by its id.
 */
async function addDigest(now: number): Promise<void> {
	const hour = Math.floor(now / hourMs);
	const id = digestId(hour);
	const isWaiting = eq(outbox.digest, waiting);
	const lately = and(
		inArray(outbox.id, [id, digestId(hour - 1)]),
		gt(outbox.createdAt, new Date(now - hourMs)),
	);
	const db = database();
	const at = new Date(now);
	await commit({
		guard: [hasRow(outbox, isWaiting), sql`not ${hasRow(outbox, lately)}`],
		write: {
			added: db.insert(outbox).values({
				id,
				kind: "digest",
				subjectId: "",
				payload: {},
				createdAt: at,
				availableAt: at,
				dueAt: at,
			}),
			listed: db.update(outbox).set({ digest: id }).where(isWaiting),
		},
		// Nothing waits, or the last one was sent lately.
		refused: () => null,
	});
}

const digestId = (hour: number) => `digest-${hour}`;

/** How long done rows are stored, in milliseconds: thirty days. */
const retentionMs = 30 * 24 * 60 * 60_000;

/** Maximum number of rows that one run of the job deletes. */
const maxSweptRows = 1000;

/** Deletes rows that were done long ago, the oldest first. For the scheduled job; one round trip. */
export async function sweepOutbox(now = Date.now()): Promise<void> {
	const db = database();
	const old = db
		.select({ id: outbox.id })
		.from(outbox)
		.where(lte(outbox.doneAt, new Date(now - retentionMs)))
		.orderBy(asc(outbox.doneAt))
		.limit(maxSweptRows);
	await db.delete(outbox).where(inArray(outbox.id, old));
}
