/** Issues due refunds of orders at Stripe, once each, and records what came of them. */
import { type AnyColumn, and, eq, gte, ne, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { isPaidLine, orderLines } from "../../db/order-tables.ts";
import { lineRefunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { baseDelayMs, nextAttemptAt } from "../../platform/backoff.ts";
import type { DueRows } from "../../platform/claim-due.ts";
import { batch, chain, database, type Statement } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { purge } from "../../platform/page-cache.ts";
import { callStripe, isRejectedByStripe, isStripeServerError } from "../../platform/stripe.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { type OutboxRow, sendFromOutbox } from "../outbox/outbox.server.ts";
import { listRefunds } from "../payments/list-refunds.server.ts";
import { isRefundActive } from "../payments/payments.ts";
import { addRefundToOutbox } from "../payments/refunds.server.ts";
import { type LineRefundRow, readPaidLines, updateRefundSums } from "./paid-lines.server.ts";
import { type ChangedRefund, sendTaxReversals, taxDueAt } from "./reverse-tax.server.ts";

/** Issues a refund that is due. Does nothing if it is not due any more. Throws Stripe's errors (`payments_*`). */
export async function issueLineRefund(id: string): Promise<void> {
	const [row] = await database()
		.select()
		.from(lineRefunds)
		.where(and(eq(lineRefunds.id, id), eq(lineRefunds.status, "due")));
	if (!row) return;
	const refund = await createStripeRefund(row);
	const { paidCentsOf } = await readPaidLines(row.intentId);
	const sums = updateRefundSums(row.lineId, paidCentsOf(row.lineId));
	if (!refund || !isRefundActive(refund.status)) {
		logError("refund_failed", undefined, { intent: row.intentId, subject: refund?.id ?? id });
		const failed = failRefunds([{ row, stripeRefundId: refund?.id }]);
		const results = await batch<Record<string, Statement>>({ ...failed, sums });
		purgeStockOf(results);
		sendTaxesOf(results);
		return;
	}
	const results = await batch({
		done: finishRefund(row, refund),
		...recordRefund(row, refund),
		sums,
	});
	sendRecorded(results, [refund]);
	sendTaxReversals(results.done);
}

/** The statement that marks a due refund as done. */
export function finishRefund({ id, orderId }: LineRefundRow, refund: Stripe.Refund) {
	return database()
		.update(lineRefunds)
		.set({
			status: "done",
			stripeRefundId: refund.id,
			doneAt: new Date(),
			retryAt: null,
			taxDueAt: taxDueAt(orderId),
		})
		.where(and(eq(lineRefunds.id, id), eq(lineRefunds.status, "due")))
		.returning({ id: lineRefunds.id, taxDueAt: lineRefunds.taxDueAt });
}

interface FailedRefund {
	row: LineRefundRow;
	/** Undefined if Stripe has not made it. */
	stripeRefundId: string | undefined;
}

/**
 * The statements that mark refunds as failed, which is final. The pieces that one returned to the stock are
 * taken back if the order can be shipped again: if it is neither shipped nor cancelled, and no other refund
 * of it is left. If they were ordered by others meanwhile, it stays restocked and has to be refunded again.
 * Pass the results to `purgeStockOf` and `sendTaxesOf` after the batch.
 */
export function failRefunds(failed: readonly FailedRefund[]): Record<string, Statement> {
	return Object.assign(
		{},
		...failed.map(({ row, stripeRefundId }) => failRefund(row, stripeRefundId)),
	);
}

function failRefund({ id, lineId }: LineRefundRow, stripeRefundId: string | undefined) {
	const db = database();
	const noOtherLeft = sql`not exists (select 1 from ${lineRefunds} where ${lineRefunds.lineId} = ${lineId} and ${lineRefunds.status} <> 'failed')`;
	const canShipAgain = sql`${isPaidLine} and ${orderLines.status} = 'Pending' and ${orderLines.cancelledAt} is null and ${orderLines.restockedAt} is not null and ${noOtherLeft}`;
	const ofLine = (column: AnyColumn) =>
		sql`(select ${column} from ${orderLines} where ${orderLines.id} = ${lineId} and ${canShipAgain})`;
	return chain(
		{
			[`failed ${id}`]: db
				.update(lineRefunds)
				.set({
					status: "failed",
					retryAt: null,
					// The reversal of its tax is undone, also one that is being made.
					taxDueAt: sql`case when ${lineRefunds.taxReversalId} is not null or ${lineRefunds.taxDueAt} is not null then ${Date.now() + baseDelayMs} end`,
					...(stripeRefundId && { stripeRefundId }),
				})
				.where(and(eq(lineRefunds.id, id), ne(lineRefunds.status, "failed")))
				.returning({ id: lineRefunds.id, taxDueAt: lineRefunds.taxDueAt }),
		},
		{
			[`${stockTaken} ${id}`]: (changed) =>
				db
					.update(tools)
					.set({
						quantity: sql`${tools.quantity} - ${ofLine(orderLines.quantity)}`,
						updatedAt: new Date(),
					})
					.where(
						and(
							eq(tools.id, ofLine(orderLines.toolId)),
							gte(tools.quantity, ofLine(orderLines.quantity)),
							changed,
						),
					)
					.returning({ toolId: tools.id }),
			[`taken back ${id}`]: (changed) =>
				db
					.update(orderLines)
					.set({ restockedAt: null })
					.where(and(eq(orderLines.id, lineId), changed)),
		},
	);
}

/** Queues the reversals of the tax of refunds that a batch has stored as done or as failed, or their undoing. */
export function sendTaxesOf(results: Record<string, unknown>): void {
	for (const [name, changed] of Object.entries(results)) {
		if (/^(imported|finished|failed)/.test(name)) sendTaxReversals(changed as ChangedRefund[]);
	}
}

/** The names of the statements that take pieces from the stock start with it. */
const stockTaken = "stock";

/** Purges the pages of the tools whose stock `failRefunds` has changed. */
export function purgeStockOf(results: Record<string, unknown>): void {
	for (const [name, result] of Object.entries(results)) {
		if (!name.startsWith(`${stockTaken} `)) continue;
		for (const { toolId } of result as { toolId: string }[]) purge("tools", `tool:${toolId}`);
	}
}

/**
 * The statements that record a refund of Stripe, once, in the batch that stores it as done: its audit
 * entry, which has the refund's id, and its mail. A cancelled order has a mail of its own.
 */
export function recordRefund(
	{ lineId, createdBy, reason }: Pick<LineRefundRow, "lineId" | "createdBy" | "reason">,
	refund: Stripe.Refund,
) {
	const isDone = sql`exists (select 1 from ${lineRefunds} where ${lineRefunds.stripeRefundId} = ${refund.id} and ${lineRefunds.status} = 'done')`;
	const { toolName: name, quantity } = orderLines;
	const event = {
		id: refund.id,
		action: "order.refunded",
		actorId: createdBy,
		subject: lineId,
		detail: { name, quantity, cents: refund.amount },
	} as const;
	const audit = insertAuditEvent(
		event,
		sql`from ${orderLines} where ${and(eq(orderLines.id, lineId), isDone)}`,
	).onConflictDoNothing();
	return chain(
		{ [`audit ${refund.id}`]: audit },
		{
			[`outbox ${refund.id}`]: (changed) =>
				addRefundToOutbox(
					refund,
					lineId,
					reason === "cancelled" ? sql`${changed} and false` : changed,
				),
		},
	);
}

/** Sends the mails that `recordRefund` has added. */
export function sendRecorded(
	results: Record<string, unknown>,
	refunds: readonly Pick<Stripe.Refund, "id">[],
): void {
	for (const { id } of refunds) {
		const added = results[`outbox ${id}`] as Pick<OutboxRow, "id" | "availableAt">[] | undefined;
		sendFromOutbox(added ?? []);
	}
}

/**
 * Creates the refund at Stripe and returns it; undefined if Stripe rejects it for good. The idempotency
 * key prevents a second one, and so do the refund's metadata: after a failure the refund is looked up
 * before it is created. If Stripe has stored a failure under the key, the next attempt has another one,
 * which concurrent calls share.
 */
async function createStripeRefund(row: LineRefundRow): Promise<Stripe.Refund | undefined> {
	const { id, lineId, intentId, amountCents, failures } = row;
	const create = (idempotencyKey: string) =>
		callStripe((stripe) =>
			stripe.refunds.create(
				{
					payment_intent: intentId,
					amount: amountCents,
					metadata: { lineId, refundId: id },
					...(row.reason === "requested_by_customer" && { reason: row.reason }),
				},
				{ idempotencyKey },
			),
		);
	const before = failures > 0 ? await findStripeRefund(row) : undefined;
	if (before) return before;
	try {
		return await create(`refund-${id}`).catch(async (error: unknown) => {
			if (!isStripeServerError(error)) throw error;
			return (await findStripeRefund(row)) ?? create(`refund-${id}-v${failures + 2}`);
		});
	} catch (error) {
		if (isRejectedByStripe(error)) return findStripeRefund(row);
		throw error;
	}
}

/** The refund that Stripe has made already, if its answer was lost. */
async function findStripeRefund({
	id,
	intentId,
}: LineRefundRow): Promise<Stripe.Refund | undefined> {
	const made = await listRefunds(intentId);
	return made.find(({ metadata }) => metadata?.refundId === id);
}

/** Refunds that are due, for the scheduled job. */
export const dueLineRefunds: DueRows = {
	table: lineRefunds,
	id: lineRefunds.id,
	dueAt: lineRefunds.retryAt,
};

/** Delays the next attempt of a refund that failed, with exponential backoff. */
export async function postponeLineRefund(id: string): Promise<void> {
	await database()
		.update(lineRefunds)
		.set({
			retryAt: nextAttemptAt(lineRefunds.failures),
			failures: sql`${lineRefunds.failures} + 1`,
		})
		.where(and(eq(lineRefunds.id, id), eq(lineRefunds.status, "due")));
}
