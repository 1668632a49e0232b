import * as orderMessages from "../../messages.my-orders.ts";
import * as messages from "../../messages.ts";
import type { Checkout } from "../../shop/checkouts/checkouts.ts";
import { formatDate } from "../../shop/fields.ts";
import { formatPrice } from "../../shop/money.ts";
import { awaitsPayment, canCancel, type Order } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderBadges } from "./OrderBadges.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	order: Order;
	/** The order's. If it has several orders, it shows what they have in common: CheckoutGroup. */
	checkout: Checkout;
	onDelete: () => void;
	onCancel: () => void;
}

/** An order on My Orders. */
export function OrderCard({ order, checkout, onDelete, onCancel }: Props) {
	const hydrated = useHydrated();
	const { now, timeLeft } = useCountdown(order.expiresAt);
	const isAlone = checkout.orders.length === 1;
	const { processing } = checkout;
	const payable = isAlone && !processing && awaitsPayment(order, now);
	const deletable = !order.paid && !order.refunded && !processing;
	const cancellable = canCancel(order);
	const { shipment: parcel } = order;
	return (
		<article className="order-card" aria-label={`Order of ${order.name}`}>
			<OrderSummary order={order} nested={!isAlone}>
				{isAlone && checkout.totalPrice !== order.totalPrice && (
					<p>{orderMessages.totalWithAll(formatPrice(checkout.totalPrice))}</p>
				)}
				{(isAlone || order.partner) && (
					<p className="text-sm text-quiet">
						{isAlone && `Ordered ${formatDate(order.createdAt)}`}
						{isAlone && order.partner && " · "}
						{order.partner && `Referred by ${order.partner}`}
					</p>
				)}
				<OrderBadges order={order} />
				{payable && (
					// The server's time left may differ by a minute; the next tick corrects it.
					<p className="text-sm" suppressHydrationWarning>
						Reserved for you for {timeLeft}
					</p>
				)}
				{isAlone && processing && <p className="text-sm">{messages.paymentProcessing}</p>}
				{isAlone && order.transactionId && (
					<p className="text-sm break-all">
						Transaction <strong>{order.transactionId}</strong>
					</p>
				)}
				{parcel?.trackingUrl && (
					<p className="text-sm">
						<a className="link" href={parcel.trackingUrl} rel="noreferrer">
							{orderMessages.trackParcel(parcel.carrier, parcel.trackingNumber)}
						</a>
					</p>
				)}
			</OrderSummary>
			{(isAlone || deletable || cancellable) && (
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
					{isAlone && (
						<a
							className="btn btn-outline"
							href={sitePaths.order(order._id)}
							aria-label={`Details of the order of ${order.name}`}
						>
							Details
						</a>
					)}
					{deletable && (
						<button
							type="button"
							className="btn btn-outline"
							disabled={!hydrated}
							onClick={onDelete}
							aria-label={`Delete order of ${order.name}`}
						>
							Delete
						</button>
					)}
					{cancellable && (
						<button
							type="button"
							className="btn btn-outline"
							disabled={!hydrated}
							onClick={onCancel}
							aria-label={`Cancel order of ${order.name}`}
						>
							Cancel order
						</button>
					)}
				</div>
			)}
		</article>
	);
}
