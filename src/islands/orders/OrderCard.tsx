import { formatDate } from "../../shop/fields.ts";
import { awaitsPayment, canCancel, type Order } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderBadges } from "./OrderBadges.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	order: Order;
	onDelete: () => void;
	onCancel: () => void;
}

/** An order on My Orders. */
export function OrderCard({ order, onDelete, onCancel }: Props) {
	const hydrated = useHydrated();
	const { now, timeLeft } = useCountdown(order.expiresAt);
	const payable = awaitsPayment(order, now);
	return (
		<article className="order-card" aria-label={`Order of ${order.name}`}>
			<OrderSummary order={order}>
				<p className="text-sm text-quiet">
					Ordered {formatDate(order.createdAt)}
					{order.partner && ` · Referred by ${order.partner}`}
				</p>
				<OrderBadges order={order} />
				{payable && (
					// The server's time left may differ by a minute; the next tick corrects it.
					<p className="text-sm" suppressHydrationWarning>
						Reserved for you for {timeLeft}
					</p>
				)}
				{order.transactionId && (
					<p className="text-sm break-all">
						Transaction <strong>{order.transactionId}</strong>
					</p>
				)}
			</OrderSummary>
			{!order.paid && !order.refunded && (
				<div className="order-actions">
					{payable && (
						<a
							className="btn btn-primary"
							href={sitePaths.payment(order._id)}
							aria-label={`Pay for ${order.name}`}
						>
							Pay
						</a>
					)}
					<button
						type="button"
						className="btn btn-outline"
						disabled={!hydrated}
						onClick={onDelete}
						aria-label={`Delete order of ${order.name}`}
					>
						Delete
					</button>
				</div>
			)}
			{canCancel(order) && (
				<div className="order-actions">
					<button
						type="button"
						className="btn btn-outline"
						disabled={!hydrated}
						onClick={onCancel}
						aria-label={`Cancel order of ${order.name}`}
					>
						Cancel order
					</button>
				</div>
			)}
		</article>
	);
}
