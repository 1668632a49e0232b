import * as shippingMessages from "../../messages.shipping.ts";
import * as messages from "../../messages.ts";
import { canAddTracking, canRefund, canShip, type OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Parcel } from "../../shop/orders/parcel.ts";
import { packingPath } from "../../shop/shipments/packing.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { formatPrice } from "../../values/money.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { LineBadges } from "./LineBadges.tsx";
import { LineSummary } from "./LineSummary.tsx";

interface Props {
	line: OrderLine;
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
export function AdminLineCard({
	line,
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
	const deletable = !line.transactionId;
	const { shipment } = line;
	const shipWithTracking = canShip(line)
		? shippingMessages.shipWithTracking
		: shippingMessages.addTracking;
	const markAsPacked = line.packedAt ? shippingMessages.notPacked : shippingMessages.markAsPacked;
	const subject = `${line.name} by ${line.UserName}`;
	return (
		<article className="order-card" aria-label={`Order of ${subject}`}>
			<LineSummary line={line}>
				<LineBadges line={line} />
				{line.failedRefundPrice !== undefined && (
					<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-error">
						{shippingMessages.refundHasFailed(formatPrice(line.failedRefundPrice))}
						{canRefund(line) && (
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
				{line.shipment && <ParcelFacts parcel={line.shipment} />}
				<Facts line={line} />
			</LineSummary>
			<div className="order-actions">
				<button
					type="button"
					className="btn btn-primary"
					disabled={disabled || !canShip(line)}
					aria-label={`Shipped: order of ${subject}`}
					onClick={onShip}
				>
					Shipped
				</button>
				{(canShip(line) || canAddTracking(line)) && (
					<CardButton
						disabled={disabled}
						label={`${shipWithTracking}: order of ${subject}`}
						onClick={onShipWithTracking}
					>
						{shipWithTracking}
					</CardButton>
				)}
				{canShip(line) && (
					<CardButton
						disabled={disabled}
						label={`${markAsPacked}: order of ${subject}`}
						onClick={() => onPacked(!line.packedAt)}
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
				{canRefund(line) && (
					<CardButton disabled={disabled} label={`Refund order of ${subject}`} onClick={onRefund}>
						Refund
					</CardButton>
				)}
				{line.paid && (
					<a
						className="btn btn-outline"
						href={packingPath(line.orderId, { shipmentId: shipment?._id })}
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
					href={sitePaths.order(line._id)}
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

function Facts({ line }: { line: OrderLine }) {
	const unpaid = !line.paid && !line.refunded;
	const facts = [
		["Customer", line.UserName],
		["Email", line.email],
		["Phone", line.phone],
		["Address", line.address],
		["Ordered", formatTimestamp(line.createdAt)],
		...(unpaid ? [["Reserved until", formatTimestamp(line.expiresAt)]] : []),
		...(line.packedAt ? [["Packed", formatTimestamp(line.packedAt)]] : []),
		["Order", formatOrderNumber(line.orderNumber)],
		...(line.partner ? [["Partner", line.partner]] : []),
		...(line.transactionId ? [["Transaction", line.transactionId]] : []),
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
