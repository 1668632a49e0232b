import { formatPrice } from "../../shop/money.ts";
import { type Order, type OrderFlags, publicState, statusTone } from "../../shop/orders/orders.ts";

interface Props {
	order: OrderFlags & Pick<Order, "status">;
}

/** An order's status in the specification's colour, whether it is paid or refunded, and its other states. */
export function OrderBadges({ order }: Props) {
	const state = publicState(order);
	const paymentLabel = order.refunded ? "Refunded" : order.paid ? "Paid" : "Unpaid";
	return (
		<p className="flex flex-wrap gap-2">
			{order.cancelled ? (
				<span className="badge badge-neutral">Cancelled</span>
			) : (
				<span
					className={`badge ${statusTone(order) === "error" ? "badge-error" : "badge-success"}`}
				>
					{order.status}
				</span>
			)}
			<span className="badge badge-outline">{paymentLabel}</span>
			{order.refundedPrice !== undefined && (
				<span className="badge badge-outline">
					Partly refunded, {formatPrice(order.refundedPrice)}
				</span>
			)}
			{order.refundDue && <span className="badge badge-outline">Refund due</span>}
			{state === "Disputed" && <span className="badge badge-warning">Disputed</span>}
		</p>
	);
}
