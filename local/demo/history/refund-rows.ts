/** The rows of refunds and disputes, divided over lines as the shop divides them. */
import { guestUserId } from "../../../src/access/guest.ts";
import { smallestCents } from "../../../src/config/config.ts";
import {
	divideRefund,
	type LineLeft,
	leftCents,
	partOfLine,
	type RefundPart,
} from "../../../src/shop/refunds/divide-refund.ts";
import type { StoredRefundReason } from "../../../src/shop/refunds/refund-states.ts";
import { type Builder, staff } from "./builder.ts";
import { addAudit, addMail, type BuiltOrder, type LineRow } from "./order-rows.ts";
import type { PlannedOrder, PlannedRefund } from "./planned-order.ts";
import { addRefundedReturn } from "./return-rows.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** A refund before it is divided. */
interface NewRefund {
	at: number;
	parts: readonly RefundPart[];
	reason: StoredRefundReason;
	restock: boolean;
	note: string;
	createdBy: string | null;
	failed: boolean;
	/** Whether a return was refunded, whose pieces were checked in. */
	isReturn?: boolean;
}

const leftOf = (line: LineRow): LineLeft => ({
	lineId: line.id,
	itemsCents: line.totalCents,
	shippingCents: line.shippingCents ?? 0,
	taxCents: line.taxCents ?? 0,
	includedTaxCents: line.includedTaxCents ?? 0,
});

/** Adds the refund and the dispute of an order that are planned. */
export function addRefund(builder: Builder, plan: PlannedOrder, built: BuiltOrder): void {
	if (plan.disputed) dispute(builder, built);
	if (!plan.refund) return;
	const refund = toRefund(plan, plan.refund, built);
	if (refund.parts.length > 0 && refund.at < builder.now) store(builder, built, refund);
}

function toRefund(
	plan: PlannedOrder,
	refund: PlannedRefund,
	{ order, lines }: BuiltOrder,
): NewRefund {
	const [first] = lines;
	if (!first) throw new Error("There is no order without a line.");
	const paidAt = order.paidAt?.getTime() ?? 0;
	const shippedAt = Math.max(...lines.map((line) => line.shippedAt?.getTime() ?? paidAt));
	const all = divideRefund(undefined, lines.map(leftOf));
	const ofFirst = divideRefund(undefined, [leftOf(first)]);
	const rest = { restock: false, note: "", createdBy: staff.manager, failed: false };
	switch (refund.kind) {
		case "cancelled":
			return {
				...rest,
				at: paidAt + refund.hours * hourMs,
				parts: all,
				reason: "cancelled",
				restock: true,
				createdBy: refund.byCustomer ? (plan.person.userId ?? guestUserId) : staff.manager,
			};
		case "missing":
			return {
				...rest,
				at: shippedAt + hourMs,
				parts: ofFirst,
				reason: "out_of_stock",
				note: refund.note,
			};
		case "whole":
		case "line": {
			const { reason, restock, note, days } = refund;
			const parts = refund.kind === "whole" ? all : ofFirst;
			const isReturn = refund.kind === "line" && restock;
			return { ...rest, at: shippedAt + days * dayMs, parts, reason, restock, note, isReturn };
		}
		default: {
			const { reason, note, days, share, kind } = refund;
			const cents = Math.round((leftCents(leftOf(first)) * share) / smallestCents) * smallestCents;
			const parts = partOfLine(cents, leftOf(first));
			return {
				...rest,
				at: shippedAt + days * dayMs,
				parts,
				reason,
				note,
				failed: kind === "failed",
			};
		}
	}
}

function store(builder: Builder, built: BuiltOrder, refund: NewRefund): void {
	const { random, rows } = builder;
	const { order, lines } = built;
	const { parts, reason, note, createdBy, failed, isReturn } = refund;
	// What was sent back went to the stock when it was checked in.
	const restock = refund.restock && !isReturn;
	const at = new Date(refund.at);
	const doneAt = new Date(refund.at + 2000);
	const [id, stripeRefundId] = [random.word(22), `re_${random.word(24)}`];
	const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
	rows.refunds.push({
		id,
		orderId: order.id,
		intentId: order.transactionId ?? "",
		amountCents,
		reason,
		note,
		stripeRefundId,
		createdBy,
		createdAt: at,
		doneAt,
		status: failed ? "failed" : "done",
		requestKey: reason === "cancelled" ? `cancel ${order.id}` : random.word(22),
	});
	const stored = rows.refunds.at(-1);
	const [returned] = lines.filter(({ id: lineId }) => isReturn && lineId === parts[0]?.lineId);
	if (returned && stored) {
		const of = { refundId: id, at: refund.at };
		stored.requestKey = `return ${addRefundedReturn(builder, built, returned, of)}`;
		returned.restockedPieces = returned.quantity;
	}
	for (const part of parts) {
		const line = lines.find((one) => one.id === part.lineId);
		if (!line) continue;
		rows.refundLines.push({ ...part, refundId: id, restock });
		markLine(line, part, { at, failed, restock, isCancelled: reason === "cancelled" });
		const cents = part.amountCents;
		addAudit(builder, "order.refund_owed", createdBy, [line], at, { cents, reason, restock });
		if (!failed) addAudit(builder, "order.refunded", createdBy, [line], doneAt, { cents });
	}
	const alone = parts.length === 1 ? parts[0]?.lineId : undefined;
	if (!failed)
		addMail(
			builder,
			{
				kind: reason === "cancelled" ? "order.cancelled" : "order.refunded",
				subjectId: reason === "cancelled" ? order.id : (alone ?? order.id),
				payload: { cents: amountCents, currency: order.currency, refundId: id },
			},
			doneAt,
		);
}

/** Sets what a line has of its refunds. Nothing was refunded of it before. */
function markLine(
	line: LineRow,
	{ amountCents }: RefundPart,
	{
		at,
		failed,
		restock,
		isCancelled,
	}: { at: Date; failed: boolean; restock: boolean; isCancelled: boolean },
): void {
	if (failed) line.refundFailedCents = amountCents;
	else line.refundedCents = amountCents;
	if (!failed && amountCents === leftCents(leftOf(line))) line.refundedAt = at;
	if (restock) line.restockedAt = at;
	if (isCancelled) line.cancelledAt = at;
}

/** The customer's bank disputes the payment. */
function dispute(builder: Builder, { lines }: BuiltOrder): void {
	const shippedAt = Math.max(...lines.map((line) => line.shippedAt?.getTime() ?? 0));
	const at = new Date(shippedAt + 11 * dayMs);
	if (at.getTime() > builder.now) return;
	for (const line of lines) line.disputedAt = at;
	addAudit(builder, "order.disputed", null, lines, at);
}
