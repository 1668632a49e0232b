/** Why an order is where it is, for staff: what has happened last, and what it waits for. */
import { type WaitKind, waitTexts } from "../../messages/order-admin.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import type { OrderHistory } from "./order-page.ts";
import type { OrderState } from "./order-states.ts";

const dayMs = 24 * 60 * 60_000;

/** How long a customer can undo a withdrawal that somebody has declared by the order's number and e-mail, in milliseconds. */
export const withdrawalWaitMs = dayMs;

/** Returns a sentence about the order, and one about each refund that waits. `now` in UTC milliseconds. */
export function waitsOf(
	{ order, lines, refunds }: OrderHistory,
	state: OrderState,
	currency: string,
	now: number,
): string[] {
	const latest = (dates: readonly (Date | null)[]) =>
		new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0)));
	const left = lines.filter(({ toShip }) => toShip > 0);
	const isPacked = state === "paid" && left.every(({ packedAt }) => packedAt);
	const waitKind: WaitKind = isPacked ? "packed" : state;
	const times: Record<WaitKind, readonly (Date | null)[]> = {
		unpaid: [order.createdAt],
		processing: [order.processingAt],
		expired: [order.expiresAt],
		paid: [order.paidAt],
		packed: left.map(({ packedAt }) => packedAt),
		withdrawn: lines.map(({ withdrawnAt }) => withdrawnAt),
		refunding: [order.paidAt],
		partlyShipped: lines.map(({ shippedAt }) => shippedAt),
		shipped: lines.map(({ shippedAt }) => shippedAt),
		cancelled: lines.map(({ cancelledAt }) => cancelledAt),
		refunded: [...lines.map(({ refundedAt }) => refundedAt), order.closedAt],
		disputed: lines.map(({ disputedAt }) => disputedAt),
		refundDue: [],
		refundFailed: [],
	};
	const at = latest(times[waitKind]);
	const facts = {
		at: formatTimestamp(at),
		next: formatTimestamp(
			state === "withdrawn" ? new Date(at.getTime() + withdrawalWaitMs) : order.expiresAt,
		),
		price: "",
		days: Math.floor((now - at.getTime()) / dayMs),
		count: left.length,
	};
	const newest = refunds.at(-1);
	const waiting = refunds.filter(
		(refund) => refund.status === "due" || (refund.status === "failed" && refund === newest),
	);
	return [
		waitTexts[waitKind](facts),
		...waiting.map(({ status, amountCents, retryAt }) =>
			waitTexts[status === "due" ? "refundDue" : "refundFailed"]({
				...facts,
				price: formatCentsIn(amountCents, currency),
				next: formatTimestamp(retryAt ?? new Date(now)),
			}),
		),
	];
}
