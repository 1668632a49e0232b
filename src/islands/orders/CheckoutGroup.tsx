import type { ReactNode } from "react";
import * as orderMessages from "../../messages.my-orders.ts";
import * as messages from "../../messages.ts";
import type { Checkout } from "../../shop/checkouts/checkouts.ts";
import { formatDate } from "../../shop/fields.ts";
import { formatPrice } from "../../shop/money.ts";
import { awaitsPayment } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	/** One with several orders. */
	checkout: Checkout;
	/** The cards of its orders. */
	children: ReactNode;
}

/** The orders of a checkout on My Orders, with what they have in common: date, total and payment. */
export function CheckoutGroup({ checkout, children }: Props) {
	const { now, timeLeft } = useCountdown(checkout.expiresAt);
	const { _id: id, orders, transactionId, processing } = checkout;
	const payable = !processing && orders.every((order) => awaitsPayment(order, now));
	return (
		<section className="checkout-group" aria-labelledby={`checkout-${id}`}>
			<div className="checkout-group-head">
				<div className="grid min-w-0 gap-1">
					<h2 id={`checkout-${id}`} className="text-2xl">
						{orderMessages.orderOfTools(orders.length)}
					</h2>
					<p>
						Total <strong>{formatPrice(checkout.totalPrice)}</strong>
					</p>
					<p className="text-sm text-quiet">
						Ordered {formatDate(checkout.createdAt)} · <span className="break-all">{id}</span>
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
							aria-label={`Pay for all ${orders.length} tools`}
						>
							Pay
						</a>
					)}
					<a
						className="btn btn-outline"
						href={sitePaths.order(id)}
						aria-label={`Details of the order of ${orders.length} tools, ${id}`}
					>
						Details
					</a>
				</div>
			</div>
			{children}
		</section>
	);
}
