import * as orderMessages from "../../messages.my-orders.ts";
import * as messages from "../../messages.ts";
import { awaitsPayment, canCancel, type OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatDate } from "../../values/fields.ts";
import { formatPrice } from "../../values/money.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { LineBadges } from "./LineBadges.tsx";
import { LineSummary } from "./LineSummary.tsx";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	line: OrderLine;
	/** The order's. If it has several orders, it shows what they have in common: CheckoutGroup. */
	order: Order;
	onDelete: () => void;
	onCancel: () => void;
}

/** An order on My Orders. */
export function LineCard({ line, order, onDelete, onCancel }: Props) {
	const hydrated = useHydrated();
	const { now, timeLeft } = useCountdown(line.expiresAt);
	const isAlone = order.lines.length === 1;
	const { processing } = order;
	const payable = isAlone && !processing && awaitsPayment(line, now);
	const deletable = !line.paid && !line.refunded && !processing;
	const cancellable = canCancel(line);
	const { shipment: parcel } = line;
	return (
		<article className="order-card" aria-label={`Order of ${line.name}`}>
			<LineSummary line={line} nested={!isAlone}>
				{isAlone && order.totalPrice !== line.totalPrice && (
					<p>{orderMessages.totalWithAll(formatPrice(order.totalPrice))}</p>
				)}
				{(isAlone || line.partner) && (
					<p className="text-sm text-quiet">
						{isAlone && `Order ${formatOrderNumber(order.number)} · ${formatDate(line.createdAt)}`}
						{isAlone && line.partner && " · "}
						{line.partner && `Referred by ${line.partner}`}
					</p>
				)}
				<LineBadges line={line} />
				{payable && (
					// The server's time left may differ by a minute; the next tick corrects it.
					<p className="text-sm" suppressHydrationWarning>
						Reserved for you for {timeLeft}
					</p>
				)}
				{isAlone && processing && <p className="text-sm">{messages.paymentProcessing}</p>}
				{isAlone && line.transactionId && (
					<p className="text-sm break-all">
						Transaction <strong>{line.transactionId}</strong>
					</p>
				)}
				{parcel?.trackingUrl && (
					<p className="text-sm">
						<a className="link" href={parcel.trackingUrl} rel="noreferrer">
							{orderMessages.trackParcel(parcel.carrier, parcel.trackingNumber)}
						</a>
					</p>
				)}
			</LineSummary>
			{(isAlone || deletable || cancellable) && (
				<div className="order-actions">
					{payable && (
						<a
							className="btn btn-primary"
							href={sitePaths.payment(line._id)}
							aria-label={`Pay for ${line.name}`}
						>
							Pay
						</a>
					)}
					{isAlone && (
						<a
							className="btn btn-outline"
							href={sitePaths.order(line._id)}
							aria-label={`Details of the order of ${line.name}`}
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
							aria-label={`Delete order of ${line.name}`}
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
							aria-label={`Cancel order of ${line.name}`}
						>
							Cancel order
						</button>
					)}
				</div>
			)}
		</article>
	);
}
