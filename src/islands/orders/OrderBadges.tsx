import * as texts from "../../messages/orders.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import {
	type LineState,
	type OrderState,
	orderStateOf,
	orderStates,
} from "../../shop/orders/order-states.ts";
import { formatCents, toCents } from "../../values/money.ts";

interface Props {
	/** The lines of an order, or one of them. */
	lines: readonly (LineState & Pick<OrderLine, "packedAt">)[];
	isProcessing?: boolean;
	/** Whether its time to pay is over. */
	isExpired?: boolean;
	/** Whether staff reads it, who does what comes next. */
	forStaff?: boolean;
	/** The state that is said already, of the order that the lines are part of. */
	said?: OrderState | undefined;
}

/** The state of an order or of a line of it, in words and a tone, and what else is to know of it: refunds, packing. */
export function OrderBadges({
	lines,
	isProcessing = false,
	isExpired = false,
	forStaff = false,
	said,
}: Props) {
	const state = orderStateOf(lines, { isExpired, isProcessing });
	const name = (forStaff ? texts.stateNames : texts.customerStateNames)[state];
	const { badge = "badge-outline", isStaffsTurn } = orderStates[state];
	const refundedCents = lines.reduce((sum, line) => sum + toCents(line.refundedPrice ?? 0), 0);
	const { badges } = texts;
	const more = [
		lines.every(({ refunded }) => refunded) && badges.refunded,
		forStaff && state === "paid" && lines.every(({ packedAt }) => packedAt) && badges.packed,
		refundedCents > 0 && badges.partlyRefunded(formatCents(refundedCents)),
		lines.some(({ withdrawn, cancelled }) => withdrawn && !cancelled) &&
			(forStaff ? texts.stateNames : texts.customerStateNames).withdrawn,
		lines.some(({ refundDue }) => refundDue) && badges.refundDue,
		forStaff && lines.some((line) => line.failedRefundPrice) && badges.refundFailed,
	].filter((text) => typeof text === "string" && text !== name);
	if (state === said && more.length === 0) return null;
	return (
		<p className="flex flex-wrap gap-2">
			{state !== said && (
				<span className={`badge ${forStaff && isStaffsTurn ? "badge-warning" : badge}`}>
					{name}
				</span>
			)}
			{more.map((text) => (
				<span key={String(text)} className="badge badge-outline">
					{text}
				</span>
			))}
		</p>
	);
}
