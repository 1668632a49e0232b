import * as common from "../../messages.common.ts";
import * as texts from "../../messages.my-orders.ts";
import * as messages from "../../messages.ts";
import { awaitsPayment } from "../../shop/orders/line-states.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatDate } from "../../values/fields.ts";
import { formatPrice } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { LineBadges } from "./LineBadges.tsx";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	order: Order;
	onDelete: (line: OrderLine) => void;
}

/** An order on My Orders, with its lines. */
export function OrderCard({ order, onDelete }: Props) {
	const { now, timeLeft } = useCountdown(order.expiresAt);
	const { lines, transactionId, processing } = order;
	const number = formatOrderNumber(order.number);
	const payable = !processing && lines.every((line) => awaitsPayment(line, now));
	return (
		<article
			className="checkout-group"
			aria-label={texts.orderOf(
				lines.map(({ name }) => name),
				number,
			)}
		>
			<div className="checkout-group-head">
				<div className="grid min-w-0 gap-1">
					<h2 className="text-2xl">{texts.orderNamed(number)}</h2>
					<p className="text-sm text-quiet">{formatDate(order.createdAt)}</p>
					<p>
						{common.total} <strong>{formatPrice(order.totalPrice)}</strong>
					</p>
					{payable && (
						// The server's time left may differ by a minute; the next tick corrects it.
						<p className="text-sm" suppressHydrationWarning>
							{texts.reservedFor(timeLeft)}
						</p>
					)}
					{processing && <p className="text-sm">{messages.paymentProcessing}</p>}
					{transactionId && (
						<p className="text-sm break-all">
							{common.transaction} <strong>{transactionId}</strong>
						</p>
					)}
				</div>
				<div className="order-actions">
					{payable && (
						<a
							className="btn btn-primary"
							href={sitePaths.payment(order._id)}
							aria-label={texts.payFor(number)}
						>
							{texts.payAction}
						</a>
					)}
					<a
						className="btn btn-outline"
						href={sitePaths.order(order._id)}
						aria-label={texts.detailsOf(number)}
					>
						{common.details}
					</a>
				</div>
			</div>
			<ul className="grid gap-3">
				{lines.map((line) => (
					<li key={line._id} className="order-line">
						<Thumbnail image={line.image} size={80} />
						<div className="grid min-w-0 content-start gap-1">
							<h3 className="text-xl">{line.name}</h3>
							<p>
								{texts.quantityAndPrice(line.quantity, formatPrice(line.price))}{" "}
								<strong>{formatPrice(line.totalPrice)}</strong>
							</p>
							{line.partner && (
								<p className="text-sm text-quiet">{texts.referredBy(line.partner)}</p>
							)}
							<LineBadges line={line} />
							{line.shipment?.trackingUrl && (
								<p className="text-sm">
									<a className="link" href={line.shipment.trackingUrl} rel="noreferrer">
										{texts.trackParcel(line.shipment.carrier, line.shipment.trackingNumber)}
									</a>
								</p>
							)}
						</div>
						{!line.paid && !line.refunded && !processing && (
							<Button onClick={() => onDelete(line)} aria-label={texts.deleteOrderOf(line.name)}>
								{common.deleteLabel}
							</Button>
						)}
					</li>
				))}
			</ul>
		</article>
	);
}
