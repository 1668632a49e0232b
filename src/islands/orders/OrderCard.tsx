import { awaitsPayment, type Order } from "../../shop/orders/orders.ts";
import { formatDay } from "../../shop/values.ts";
import { sitePaths } from "../../site.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderHead } from "./OrderHead.tsx";
import { OrderState } from "./OrderState.tsx";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	order: Order;
	onDelete: () => void;
}

/** An order as its customer sees it. */
export function OrderCard({ order, onDelete }: Props) {
	const hydrated = useHydrated();
	const left = useCountdown(order.expiresAt);
	const payable = awaitsPayment(order, Date.now());
	return (
		<article className="order-card" aria-label={`Order of ${order.name}`}>
			<OrderHead order={order}>
				<p className="text-sm text-quiet">
					Ordered {formatDay(order.createdAt)}
					{order.partner && ` · Sent by ${order.partner}`}
				</p>
				<OrderState order={order} />
				{payable && (
					// The minute may be another by now; the next tick sets it right.
					<p className="text-sm" suppressHydrationWarning>
						Held for you for {left}
					</p>
				)}
				{order.transactionId && (
					<p className="text-sm break-all">
						Transaction <strong>{order.transactionId}</strong>
					</p>
				)}
			</OrderHead>
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
		</article>
	);
}
