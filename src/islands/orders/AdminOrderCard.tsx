import { formatTimestamp } from "../../shop/fields.ts";
import { canRefund, canShip, type Order } from "../../shop/orders/orders.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderBadges } from "./OrderBadges.tsx";
import { OrderSummary } from "./OrderSummary.tsx";

interface Props {
	order: Order;
	busy: boolean;
	onShip: () => void;
	onRefund: () => void;
	onDelete: () => void;
}

/** An order on Manage Orders. */
export function AdminOrderCard({ order, busy, onShip, onRefund, onDelete }: Props) {
	const hydrated = useHydrated();
	const deletable = !order.transactionId;
	return (
		<article className="order-card" aria-label={`Order of ${order.name} by ${order.UserName}`}>
			<OrderSummary order={order}>
				<OrderBadges order={order} />
				<Facts order={order} />
			</OrderSummary>
			<div className="order-actions">
				<button
					type="button"
					className="btn btn-primary"
					disabled={!hydrated || busy || !canShip(order)}
					aria-label={`Shipped: order of ${order.name} by ${order.UserName}`}
					onClick={onShip}
				>
					Shipped
				</button>
				{canRefund(order) && (
					<button
						type="button"
						className="btn btn-outline"
						disabled={!hydrated || busy}
						aria-label={`Refund order of ${order.name} by ${order.UserName}`}
						onClick={onRefund}
					>
						Refund
					</button>
				)}
				{deletable && (
					<button
						type="button"
						className="btn btn-outline"
						disabled={!hydrated || busy}
						aria-label={`Delete order of ${order.name} by ${order.UserName}`}
						onClick={onDelete}
					>
						Delete
					</button>
				)}
			</div>
		</article>
	);
}

function Facts({ order }: { order: Order }) {
	const unpaid = !order.paid && !order.refunded;
	const facts = [
		["Customer", order.UserName],
		["Email", order.email],
		["Phone", order.phone],
		["Address", order.address],
		["Ordered", formatTimestamp(order.createdAt)],
		...(unpaid ? [["Reserved until", formatTimestamp(order.expiresAt)]] : []),
		["Order", order._id],
		...(order.partner ? [["Partner", order.partner]] : []),
		...(order.transactionId ? [["Transaction", order.transactionId]] : []),
	] as const;
	return (
		<dl className="order-facts">
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
