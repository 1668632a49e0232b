/** Imports the refunds that were made at Stripe, and what became of the shop's own. */
import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { ShopError } from "../../errors.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { batch, insertFrom, newId } from "../../platform/database/database.ts";
import { callStripe } from "../../platform/services/stripe.ts";
import { addCreditNotes } from "../invoices/insert-invoices.server.ts";
import { sendFromOutbox } from "../outbox/outbox.server.ts";
import { leftCents, partOfLine, type RefundPart } from "./divide-refund.ts";
import {
	type CountedRefund,
	leftOf,
	type PaidLines,
	type Refund,
	readPaidLines,
	toRefundable,
	updateRefundSums,
} from "./payment-of-refunds.server.ts";
import {
	failRefunds,
	finishRefund,
	isAwaited,
	recordRefund,
	sendFailed,
} from "./record-refund.server.ts";
import { allocateRefund, isRefundActive } from "./refunds.ts";
import { sendTaxReversals, taxDueAt } from "./reverse-tax.server.ts";

/** Refunds imported in one transaction, which has a few statements for each. */
const maxImported = 100;

/** How often refunds are read anew, because another one was stored meanwhile or more are to be imported. */
const maxAttempts = 15;

/**
 * Stores the refunds that Stripe has of a payment which has paid an order, once each, with their audit
 * entries and e-mails. Safe to repeat, and while other refunds are stored.
 */
export async function importRefunds(intentId: string): Promise<void> {
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		// Stripe is read first: what is stored meanwhile is then known, and not imported.
		const listed = await listRefunds(intentId);
		if (await storeRefunds(intentId, listed, await readPaidLines(intentId))) return;
	}
	throw new ShopError("unavailable");
}

/** Refunds of a page: Stripe's maximum. */
const pageSize = 100;

/** Maximum number of refunds read, ten pages. Older ones were read when they were new. */
const maxRefunds = 1000;

/** Returns the refunds of a payment, the newest first. Throws Stripe's errors (`payments_*`). */
export function listRefunds(intentId: string): Promise<Stripe.Refund[]> {
	return callStripe((stripe) =>
		stripe.refunds
			.list({ payment_intent: intentId, limit: pageSize })
			.autoPagingToArray({ limit: maxRefunds }),
	);
}

/**
 * Stores refunds of a payment. Returns false if another refund was stored since `payment` was read, or more
 * are left to be stored.
 */
async function storeRefunds(
	intentId: string,
	listed: readonly Stripe.Refund[],
	payment: PaidLines,
): Promise<boolean> {
	const ownOf = ({ id, metadata }: Stripe.Refund) =>
		payment.refunds.find(
			(refund) => refund.stripeRefundId === id || refund.id === metadata?.refundId,
		);
	const withOwn = (made: Stripe.Refund) => {
		const refund = ownOf(made);
		return refund ? [{ refund, made }] : [];
	};
	const active = listed.filter(({ status }) => isRefundActive(status));
	const finished = active.flatMap(withOwn).filter(({ refund }) => isAwaited(refund));
	const failed = listed
		.filter(({ status }) => !isRefundActive(status))
		.flatMap(withOwn)
		.map(({ refund, made }) => ({ refund, stripeRefundId: made.id }));
	const unknown = active.filter((made) => !ownOf(made));
	const imported = divideOverLines(
		unknown.slice(-maxImported),
		withOutcomes(payment, finished, failed),
	);
	const results = await batch({
		...(imported.length > 0 && insertImported(intentId, imported, payment)),
		finished: finished.map(({ refund, made }) => finishRefund(refund, made)),
		failed: failRefunds(failed),
		recorded: [
			...finished.map(({ refund, made }) =>
				recordRefund({ ...refund, lineIds: idsOf(refund.lines, payment) }, made),
			),
			...imported.map(({ id, orderId, made, parts }) =>
				recordRefund(
					{ id, orderId, createdBy: null, reason: "other", lineIds: idsOf(parts, payment) },
					made,
				),
			),
		],
		...(payment.order && addCreditNotes(payment.order.id, new Date())),
		sums: updateRefundSums(payment.lines.map(({ id }) => id)),
	});
	const { imported: inserted = [] } = results;
	sendFromOutbox(results.recorded.flatMap(({ outbox }) => outbox));
	sendTaxReversals([...inserted, ...results.finished.flat()]);
	sendFailed(results.failed);
	const isStored = inserted.length === imported.length;
	return isStored && unknown.length <= maxImported;
}

/** The lines that a refund is recorded for: the first, if nothing was left of any. */
const idsOf = (parts: readonly { lineId: string }[], { lines }: PaidLines) =>
	(parts.length > 0 ? parts : lines.slice(0, 1).map(({ id }) => ({ lineId: id }))).map(
		({ lineId }) => lineId,
	);

/**
 * A payment with its own refunds as they are at Stripe: one that was due and is made counts as done, and
 * what a failed one had returned may have been refunded again.
 */
function withOutcomes(
	payment: PaidLines,
	finished: readonly { refund: Refund }[],
	failed: readonly { refund: Refund }[],
): PaidLines {
	const finishedIds = new Set(finished.map(({ refund }) => refund.id));
	const failedIds = new Set(failed.map(({ refund }) => refund.id));
	const refunds = payment.refunds
		.filter(({ id }) => !failedIds.has(id))
		.map((refund) =>
			finishedIds.has(refund.id) ? { ...refund, status: "done" as const } : refund,
		);
	return { ...payment, refunds };
}

interface ImportedRefund {
	id: string;
	orderId: string;
	made: Stripe.Refund;
	parts: RefundPart[];
}

/** Divides refunds over lines, the oldest refund first. What is more than was left of them is overpaid. */
function divideOverLines(listed: readonly Stripe.Refund[], payment: PaidLines): ImportedRefund[] {
	const orderId = payment.order?.id ?? "";
	let counted: CountedRefund[] = payment.refunds;
	return listed.toReversed().map((made): ImportedRefund => {
		const current = { lines: payment.lines, refunds: counted };
		const { amount, metadata } = made;
		const shares = allocateRefund({ amount, lineId: metadata?.lineId }, toRefundable(current));
		const [left, afterDone] = [leftOf(current), leftOf(current, ["done"])];
		const parts = shares.flatMap(({ lineId, cents }) => {
			const isOfLine = (line: { lineId: string }) => line.lineId === lineId;
			const line = left.find(isOfLine);
			// What is due counts as refunded, unless the rest is too little.
			const source = line && leftCents(line) >= cents ? line : afterDone.find(isOfLine);
			return source ? partOfLine(cents, source) : [];
		});
		counted = [...counted, { status: "done", lines: parts }];
		return { id: newId(), orderId, made, parts };
	});
}

/** The statements that insert refunds made in the Dashboard, all or none: none if another refund was stored or made since. */
function insertImported(
	intentId: string,
	imported: readonly ImportedRefund[],
	{ refunds: known }: PaidLines,
) {
	const now = Date.now();
	const orderId = imported[0]?.orderId;
	const rows = imported.map(({ id, made, parts }) => ({
		id,
		parts,
		stripeRefundId: made.id,
		createdAt: made.created * 1000,
		cents: made.amount,
		overpaid: parts.reduce((sum, { amountCents }) => sum - amountCents, made.amount),
	}));
	const json = JSON.stringify(rows);
	// What is left depends on all refunds, and on which of them are done.
	const statuses = sql`(
		select group_concat(status)
		from (
			select ${refunds.status} as status
			from ${refunds}
			where ${refunds.intentId} = ${intentId}
			order by ${refunds.createdAt}, ${refunds}.rowid
		)
	)`;
	const knownStatuses = known.map(({ status }) => status).join(",");
	return {
		imported: insertFrom(
			refunds,
			{
				id: sql`value ->> 'id'`,
				orderId: sql`${orderId}`,
				intentId: sql`${intentId}`,
				amountCents: sql`value ->> 'cents'`,
				overpaidCents: sql`value ->> 'overpaid'`,
				reason: sql`'other'`,
				stripeRefundId: sql`value ->> 'stripeRefundId'`,
				status: sql`'done'`,
				requestKey: sql`value ->> 'stripeRefundId'`,
				createdAt: sql`value ->> 'createdAt'`,
				doneAt: sql`${now}`,
				taxDueAt: taxDueAt(orderId),
			},
			sql`from json_each(${json}) where coalesce(${statuses}, '') = ${knownStatuses}`,
		).returning({ id: refunds.id, taxDueAt: refunds.taxDueAt }),
		linesOfImported: insertRefundLines(
			sql`json_each(${json}) as made, json_each(made.value -> 'parts') as part`,
			sql`made.value ->> 'id'`,
			undefined,
			hasRow(refunds, sql`${refunds.id} = made.value ->> 'id'`),
		),
	};
}

/** The statement that inserts the lines of refunds: `from` has a row `part` for each. */
export function insertRefundLines(
	from: SQL,
	refundId: SQL,
	{ restock, pieces }: { restock: SQL; pieces: SQL } = { restock: sql`0`, pieces: sql`0` },
	condition = sql`true`,
) {
	return insertFrom(
		refundLines,
		{
			refundId,
			lineId: sql`part.value ->> 'lineId'`,
			amountCents: sql`part.value ->> 'amountCents'`,
			shippingCents: sql`part.value ->> 'shippingCents'`,
			taxCents: sql`part.value ->> 'taxCents'`,
			includedTaxCents: sql`part.value ->> 'includedTaxCents'`,
			restock,
			pieces,
		},
		sql`from ${from} where ${condition}`,
	);
}
