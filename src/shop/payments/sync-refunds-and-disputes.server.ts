/**
 * Syncs refunds made in Stripe's Dashboard, and disputes, of paid orders. On each event the current
 * state is fetched from Stripe, so events may arrive twice, late and in any order.
 */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orderLines } from "../../db/order-tables.ts";
import { lineRefunds, refunds } from "../../db/payment-tables.ts";
import { ShopError } from "../../errors.ts";
import { batch, database, insertFrom, newId, type Statement } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { callStripe, isResourceMissing } from "../../platform/stripe.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import type { LineRow } from "../orders/lines.server.ts";
import {
	failRefunds,
	finishRefund,
	purgeStockOf,
	recordRefund,
	sendRecorded,
	sendTaxesOf,
} from "../refunds/issue-line-refund.server.ts";
import {
	type PaidOrders,
	readPaidLines,
	toRefundable,
	updateRefundSums,
} from "../refunds/paid-lines.server.ts";
import { allocateRefund, type RefundableLine } from "../refunds/refunds.ts";
import { taxDueAt } from "../refunds/reverse-tax.server.ts";
import { listRefunds } from "./list-refunds.server.ts";
import { isDisputeActive, isRefundActive } from "./payments.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/** Refunds imported in one transaction, which has a few statements for each. */
const maxImported = 100;

/** How often refunds are read anew, because another one was stored meanwhile or more are to be imported. */
const maxAttempts = 15;

/**
 * Syncs the refunds of a payment with its orders. Those made in Stripe's Dashboard are imported, the shop's
 * own are matched by their metadata. `failedId` is a refund that has failed: it is logged as an error, because the
 * customer waits for money that Stripe could not send.
 */
export async function syncRefunds(intentId: string, failedId?: string): Promise<void> {
	const { paidOrders, isOurs } = await findPaidLines(intentId);
	if (failedId && isOurs) {
		logError("refund_failed", undefined, { intent: intentId, subject: failedId });
	}
	if (paidOrders.length > 0) await importRefunds(intentId);
}

/**
 * Stores the refunds that Stripe has of a payment which has paid orders, once each, with their audit
 * entries and mails. Safe to repeat, and while other refunds are stored.
 */
async function importRefunds(intentId: string): Promise<void> {
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		// Stripe is read first: what is stored meanwhile is then known, and not imported.
		const listed = await listRefunds(intentId);
		if (await storeRefunds(intentId, listed, await readPaidLines(intentId))) return;
	}
	throw new ShopError("unavailable");
}

/**
 * Stores refunds of a payment. Returns false if another refund was stored since `payment` was read, or more
 * are left to be stored.
 */
async function storeRefunds(
	intentId: string,
	listed: readonly Stripe.Refund[],
	payment: PaidOrders,
): Promise<boolean> {
	const ownOf = ({ id, metadata }: Stripe.Refund) =>
		payment.refunds.filter((row) => row.stripeRefundId === id || row.id === metadata?.refundId);
	const active = listed.filter(({ status }) => isRefundActive(status));
	const finished = active.flatMap((refund) =>
		ownOf(refund)
			.filter(({ status }) => status === "due")
			.map((row) => ({ row, refund })),
	);
	const failed = listed
		.filter(({ status }) => !isRefundActive(status))
		.flatMap((refund) => ownOf(refund).map((row) => ({ row, stripeRefundId: refund.id })));
	const unknown = active.filter((refund) => ownOf(refund).length === 0);
	const imported = allocate(
		unknown.slice(-maxImported),
		toRefundable(withOutcomes(payment, finished, failed)),
	);
	const named = (prefix: string, statements: Statement[]): Record<string, Statement> =>
		Object.fromEntries(statements.map((statement, index) => [`${prefix} ${index}`, statement]));
	const results: Record<string, unknown> = await batch<Record<string, Statement>>({
		...(imported.length > 0 && { imported: insertImported(intentId, imported, payment) }),
		...named(
			"finished",
			finished.map(({ row, refund }) => finishRefund(row, refund)),
		),
		...failRefunds(failed),
		...Object.assign(
			{},
			...finished.map(({ row, refund }) => recordRefund(row, refund)),
			// One of several orders is recorded with the first.
			...imported
				.toReversed()
				.map(({ lineId, refund }) =>
					recordRefund({ lineId, createdBy: null, reason: "other" }, refund),
				),
		),
		...named(
			"sums",
			payment.lines.map(({ id }) => updateRefundSums(id, payment.paidCentsOf(id))),
		),
	});
	sendRecorded(results, active);
	purgeStockOf(results);
	sendTaxesOf(results);
	const inserted = results.imported as unknown[] | undefined;
	const isStored = imported.length === 0 || inserted?.length === imported.length;
	return isStored && unknown.length <= maxImported;
}

/**
 * A payment with its own refunds as they are at Stripe: one that was due and is made counts as done, and
 * what a failed one had returned may have been refunded again.
 */
function withOutcomes(
	payment: PaidOrders,
	finished: readonly { row: { id: string } }[],
	failed: readonly { row: { id: string } }[],
): PaidOrders {
	const finishedIds = new Set(finished.map(({ row }) => row.id));
	const failedIds = new Set(failed.map(({ row }) => row.id));
	const refunds = payment.refunds
		.filter(({ id }) => !failedIds.has(id))
		.map((row) => (finishedIds.has(row.id) ? { ...row, status: "done" as const } : row));
	return { ...payment, refunds };
}

interface ImportedRefund {
	refund: Stripe.Refund;
	lineId: string;
	cents: number;
}

/** Divides refunds over orders, the oldest first: one row for each order that a refund belongs to. */
function allocate(
	listed: readonly Stripe.Refund[],
	refundable: readonly RefundableLine[],
): ImportedRefund[] {
	let remaining = refundable;
	return listed.toReversed().flatMap((refund) => {
		const { amount, metadata } = refund;
		const shares = allocateRefund({ amount, lineId: metadata?.lineId }, remaining);
		remaining = remaining.map((line) => {
			const cents = shares.find(({ lineId }) => lineId === line.id)?.cents ?? 0;
			return { ...line, doneCents: line.doneCents + cents };
		});
		return shares.map(({ lineId, cents }) => ({ refund, lineId, cents }));
	});
}

/** The statement that inserts refunds made in the Dashboard, all or none: none if another refund was stored since. */
function insertImported(
	intentId: string,
	imported: readonly ImportedRefund[],
	{ lines: paid, refunds: known }: PaidOrders,
) {
	const now = Date.now();
	const orderId = paid[0]?.orderId ?? null;
	const rows = imported.map(({ refund: { id, created }, lineId, cents }) => {
		return { id: newId(), lineId, cents, stripeRefundId: id, createdAt: created * 1000 };
	});
	const count = sql`(select count(*) from ${lineRefunds} where ${lineRefunds.intentId} = ${intentId})`;
	return insertFrom(
		lineRefunds,
		{
			id: sql`value ->> 'id'`,
			lineId: sql`value ->> 'lineId'`,
			orderId: sql`${orderId}`,
			intentId: sql`${intentId}`,
			amountCents: sql`value ->> 'cents'`,
			reason: sql`'other'`,
			restock: sql`0`,
			stripeRefundId: sql`value ->> 'stripeRefundId'`,
			status: sql`'done'`,
			requestKey: sql`value ->> 'stripeRefundId'`,
			createdAt: sql`value ->> 'createdAt'`,
			doneAt: sql`${now}`,
			taxDueAt: taxDueAt(orderId),
		},
		sql`from json_each(${JSON.stringify(rows)}) where ${count} = ${known.length}`,
	).returning({ id: lineRefunds.id, taxDueAt: lineRefunds.taxDueAt });
}

/** Syncs whether the payment of paid orders is disputed: from its first dispute until all are won. */
export async function syncDisputes(intentId: string): Promise<void> {
	const { paidOrders } = await findPaidLines(intentId);
	if (paidOrders.length === 0) return;
	const { data } = await callStripe((stripe) => stripe.disputes.list({ payment_intent: intentId }));
	const isDisputed = data.some(({ status }) => isDisputeActive(status));
	const toMark = and(
		eq(orderLines.transactionId, intentId),
		isDisputed ? isNull(orderLines.disputedAt) : isNotNull(orderLines.disputedAt),
	);
	await batch({
		audit: auditLinesOf(isDisputed ? "order.disputed" : "order.dispute_closed", null, toMark),
		marked: database()
			.update(orderLines)
			.set({ disputedAt: isDisputed ? new Date() : null })
			.where(toMark),
	});
}

/**
 * The orders that a payment has paid, the first one first. A payment that is not stored yet is settled
 * first. There are none if the shop refunded the payment itself, or if it is not the shop's; `isOurs`
 * tells these apart.
 */
async function findPaidLines(
	intentId: string,
): Promise<{ paidOrders: LineRow[]; isOurs: boolean }> {
	const db = database();
	const ofIntent = db
		.select()
		.from(orderLines)
		.where(eq(orderLines.transactionId, intentId))
		.orderBy(orderLines.number);
	const {
		paidOrders,
		dueRefund: [dueRefund],
	} = await batch({
		paidOrders: ofIntent,
		dueRefund: db.select().from(refunds).where(eq(refunds.intentId, intentId)),
	});
	if (paidOrders.length > 0 || dueRefund) return { paidOrders, isOurs: true };
	const intent = await retrieveIntent(intentId).catch((error: unknown) => {
		if (isResourceMissing(error)) return undefined;
		throw error;
	});
	const settled = intent && (await settlePayment(intent));
	const isPaid = settled?.transactionId === intentId;
	return { paidOrders: isPaid ? await ofIntent : [], isOurs: settled !== undefined };
}
