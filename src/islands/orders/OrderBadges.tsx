import * as texts from "../../messages.workspace.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { type OrderState, orderStateOf } from "../../shop/orders/order-states.ts";
import { formatCents, toCents } from "../../values/money.ts";

interface Props {
	lines: readonly OrderLine[];
	isProcessing?: boolean;
}

const tones: Partial<Record<OrderState, string>> = {
	paid: "badge-error",
	partlyShipped: "badge-error",
	shipped: "badge-success",
	disputed: "badge-warning",
	cancelled: "badge-neutral",
	refunded: "badge-neutral",
	expired: "badge-neutral",
};

const sumOf = (lines: readonly OrderLine[], priceOf: (line: OrderLine) => number | undefined) =>
	lines.reduce((sum, line) => sum + toCents(priceOf(line) ?? 0), 0);

/** The state of an order, and what else staff must know of it: refunds, and whether it is packed. */
export function OrderBadges({ lines, isProcessing = false }: Props) {
	const state = orderStateOf(lines, { isExpired: false, isProcessing });
	const refundedCents = sumOf(lines, ({ refundedPrice }) => refundedPrice);
	const failedCents = sumOf(lines, ({ failedRefundPrice }) => failedRefundPrice);
	const isPacked = state === "paid" && lines.every(({ packedAt }) => packedAt);
	const more = [
		isPacked && texts.packed,
		refundedCents > 0 && texts.partlyRefunded(formatCents(refundedCents)),
		lines.some(({ refundDue }) => refundDue) && texts.refundDue,
		failedCents > 0 && texts.refundFailed,
	].filter((text) => text !== false);
	return (
		<p className="flex flex-wrap gap-2">
			<span className={`badge ${tones[state] ?? "badge-outline"}`}>{texts.stateNames[state]}</span>
			{more.map((text) => (
				<span key={text} className="badge badge-outline">
					{text}
				</span>
			))}
		</p>
	);
}
