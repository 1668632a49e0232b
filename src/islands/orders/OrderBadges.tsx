import { type Order, statusTone } from "../../shop/orders/orders.ts";

interface Props {
	order: Pick<Order, "status" | "paid" | "refunded" | "disputed">;
}

/** An order's status in the specification's colour, whether it is paid, and whether the payment is disputed. */
export function OrderBadges({ order }: Props) {
	const paymentLabel = order.refunded ? "Refunded" : order.paid ? "Paid" : "Unpaid";
	return (
		<p className="flex flex-wrap gap-2">
			<span className={`badge ${statusTone(order) === "error" ? "badge-error" : "badge-success"}`}>
				{order.status}
			</span>
			<span className="badge badge-outline">{paymentLabel}</span>
			{order.disputed && <span className="badge badge-warning">Disputed</span>}
		</p>
	);
}
