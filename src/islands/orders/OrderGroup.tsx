import type { ReactNode } from "react";
import * as orderMessages from "../../messages.my-orders.ts";
import * as messages from "../../messages.ts";
import { awaitsPayment } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatDate } from "../../values/fields.ts";
import { formatPrice } from "../../values/money.ts";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	/** One with several orders. */
	order: Order;
	/** The cards of its orders. */
	children: ReactNode;
}

/** The lines of an order on My Lines, with what they have in common: date, total and payment. */
export function OrderGroup({ order, children }: Props) {
	const { now, timeLeft } = useCountdown(order.expiresAt);
	const { _id: id, lines, transactionId, processing } = order;
	const number = formatOrderNumber(order.number);
	const payable = !processing && lines.every((line) => awaitsPayment(line, now));
	return (
		<section className="checkout-group" aria-labelledby={`checkout-${id}`}>
			<div className="checkout-group-head">
				<div className="grid min-w-0 gap-1">
					<h2 id={`checkout-${id}`} className="text-2xl">
						{orderMessages.orderOfTools(lines.length)}
					</h2>
					<p>
						Total <strong>{formatPrice(order.totalPrice)}</strong>
					</p>
					<p className="text-sm text-quiet">
						Order {number} · {formatDate(order.createdAt)}
					</p>
					{payable && (
						// As on OrderCard.
						<p className="text-sm" suppressHydrationWarning>
							Reserved for you for {timeLeft}
						</p>
					)}
					{processing && <p className="text-sm">{messages.paymentProcessing}</p>}
					{transactionId && (
						<p className="text-sm break-all">
							Transaction <strong>{transactionId}</strong>
						</p>
					)}
				</div>
				<div className="order-actions">
					{payable && (
						<a
							className="btn btn-primary"
							href={sitePaths.payment(id)}
							aria-label={`Pay for all ${lines.length} tools`}
						>
							Pay
						</a>
					)}
					<a
						className="btn btn-outline"
						href={sitePaths.order(id)}
						aria-label={`Details of the order of ${lines.length} tools, ${number}`}
					>
						Details
					</a>
				</div>
			</div>
			{children}
		</section>
	);
}
