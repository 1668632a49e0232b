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
	const disabled = !useHydrated() || busy;
	const deletable = !order.transactionId;
	const { shipment } = order;
	const shipWithTracking = canShip(order)
		? shippingMessages.shipWithTracking
		: shippingMessages.addTracking;
	const markAsPacked = order.packedAt ? shippingMessages.notPacked : shippingMessages.markAsPacked;
	const subject = `${order.name} by ${order.UserName}`;
	return (
		<article className="order-card" aria-label={`Order of ${subject}`}>
			<OrderSummary order={order}>
				<OrderBadges order={order} />
				{order.failedRefundPrice !== undefined && (
					<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-error">
						{shippingMessages.refundHasFailed(formatPrice(order.failedRefundPrice))}
						{canRefund(order) && (
							<CardButton
								disabled={disabled}
								label={`Try again: refund of ${subject}`}
								onClick={onRetryRefund}
							>
								{messages.tryAgain}
							</CardButton>
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
					disabled={disabled || !canShip(order)}
					aria-label={`Shipped: order of ${subject}`}
					onClick={onShip}
				>
					Shipped
				</button>
				{(canShip(order) || canAddTracking(order)) && (
					<CardButton
						disabled={disabled}
						label={`${shipWithTracking}: order of ${subject}`}
						onClick={onShipWithTracking}
					>
						{shipWithTracking}
					</CardButton>
				)}
				{canShip(order) && (
					<CardButton
						disabled={disabled}
						label={`${markAsPacked}: order of ${subject}`}
						onClick={() => onPacked(!order.packedAt)}
					>
						{markAsPacked}
					</CardButton>
				)}
				{shipment && (
					<CardButton
						disabled={disabled}
						label={`${shippingMessages.changeTracking}: order of ${subject}`}
						onClick={() => onCorrect(shipment)}
					>
						{shippingMessages.changeTracking}
					</CardButton>
				)}
				{canRefund(order) && (
					<CardButton disabled={disabled} label={`Refund order of ${subject}`} onClick={onRefund}>
						Refund
					</CardButton>
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
					<CardButton disabled={disabled} label={`Delete order of ${subject}`} onClick={onDelete}>
						Delete
					</CardButton>
				)}
				<a
					className="btn btn-outline"
					href={sitePaths.order(order._id)}
					aria-label={`Details of the order of ${subject}`}
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

interface CardButtonProps {
	/** Its accessible name: the same buttons stand on every card. */
	label: string;
	disabled: boolean;
	onClick: () => void;
	children: string;
}

function CardButton({ label, disabled, onClick, children }: CardButtonProps) {
	return (
		<button
			type="button"
			className="btn btn-outline"
			disabled={disabled}
			aria-label={label}
			onClick={onClick}
		>
			{children}
		</button>
	);
}
