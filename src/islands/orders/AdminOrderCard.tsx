import * as shippingMessages from "../../messages.shipping.ts";
import * as messages from "../../messages.ts";
import { formatTimestamp } from "../../shop/fields.ts";
import { formatPrice } from "../../shop/money.ts";
import { canAddTracking, canRefund, canShip, type Order } from "../../shop/orders/orders.ts";
import { packingPath } from "../../shop/shipments/packing.ts";
import type { Parcel } from "../../shop/shipments/parcel.ts";
import { sitePaths } from "../../site-paths.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderBadges } from "./OrderBadges.tsx";
import { OrderSummary } from "./OrderSummary.tsx";

interface Props {
	order: Order;
	busy: boolean;
	onShip: () => void;
	onPacked: (packed: boolean) => void;
	onShipWithTracking: () => void;
	onCorrect: (parcel: Parcel) => void;
	onRetryRefund: () => void;
	onRefund: () => void;
	onDelete: () => void;
}

/** An order on Manage Orders. */
export function AdminOrderCard({
	order,
	busy,
	onShip,
	onPacked,
	onShipWithTracking,
	onCorrect,
	onRetryRefund,
	onRefund,
	onDelete,
}: Props) {
	const hydrated = useHydrated();
	const deletable = !order.transactionId;
	const { shipment } = order;
	const shipWithTracking = canShip(order)
		? shippingMessages.shipWithTracking
		: shippingMessages.addTracking;
	const markAsPacked = order.packedAt ? shippingMessages.notPacked : shippingMessages.markAsPacked;
	const subject = `${order.name} by ${order.UserName}`;
	return (
		<article className="order-card" aria-label={`Order of ${order.name} by ${order.UserName}`}>
			<OrderSummary order={order}>
				<OrderBadges order={order} />
				{order.failedRefundPrice !== undefined && (
					<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-error">
						{shippingMessages.refundHasFailed(formatPrice(order.failedRefundPrice))}
						{canRefund(order) && (
							<button
								type="button"
								className="btn btn-outline"
								disabled={!hydrated || busy}
								aria-label={`Try again: refund of ${subject}`}
								onClick={onRetryRefund}
							>
								{messages.tryAgain}
							</button>
						)}
					</p>
				)}
				{order.shipment && <ParcelFacts parcel={order.shipment} />}
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
				{(canShip(order) || canAddTracking(order)) && (
					<button
						type="button"
						className="btn btn-outline"
						disabled={!hydrated || busy}
						aria-label={`${shipWithTracking}: order of ${subject}`}
						onClick={onShipWithTracking}
					>
						{shipWithTracking}
					</button>
				)}
				{canShip(order) && (
					<button
						type="button"
						className="btn btn-outline"
						disabled={!hydrated || busy}
						aria-label={`${markAsPacked}: order of ${subject}`}
						onClick={() => onPacked(!order.packedAt)}
					>
						{markAsPacked}
					</button>
				)}
				{shipment && (
					<button
						type="button"
						className="btn btn-outline"
						disabled={!hydrated || busy}
						aria-label={`${shippingMessages.changeTracking}: order of ${subject}`}
						onClick={() => onCorrect(shipment)}
					>
						{shippingMessages.changeTracking}
					</button>
				)}
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
				{order.paid && (
					<a
						className="btn btn-outline"
						href={packingPath(order.checkoutId, { shipmentId: shipment?._id })}
						aria-label={`${shippingMessages.packingSlip}: order of ${subject}`}
					>
						{shippingMessages.packingSlip}
					</a>
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
				<a
					className="btn btn-outline"
					href={sitePaths.order(order._id)}
					aria-label={`Details of the order of ${order.name} by ${order.UserName}`}
				>
					Details
				</a>
			</div>
		</article>
	);
}

/** The carrier and the tracking number, with the link to the parcel. */
function ParcelFacts({ parcel: { carrier, trackingNumber, trackingUrl } }: { parcel: Parcel }) {
	const name = carrier || shippingMessages.noCarrier;
	const number = trackingNumber || shippingMessages.noTrackingNumber;
	return (
		<p className="wrap-anywhere">
			{name}:{" "}
			{trackingUrl ? (
				<a
					className="link inline-block min-w-6"
					href={trackingUrl}
					target="_blank"
					rel="noreferrer"
				>
					{number}
				</a>
			) : (
				number
			)}
		</p>
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
		...(order.packedAt ? [["Packed", formatTimestamp(order.packedAt)]] : []),
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
