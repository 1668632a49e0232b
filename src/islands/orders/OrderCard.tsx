import { kitNamed } from "../../messages/bundles.ts";
import * as common from "../../messages/common.ts";
import { paidWithCards } from "../../messages/gift-cards.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/my-orders.ts";
import { sitePaths } from "../../paths/site.ts";
import { isPaidByCards } from "../../shop/gift-cards/gift-cards.ts";
import { byBundle } from "../../shop/offers/bundle-lines.ts";
import { awaitsPayment } from "../../shop/orders/line-actions.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { type OrderState, orderStateOf } from "../../shop/orders/order-states.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { formatDate } from "../../values/fields.ts";
import { formatPrice, toCents, toPrice } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { SoldFacts } from "../ui/SoldFacts.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { LineBadges } from "./LineBadges.tsx";
import { OrderBadges } from "./OrderBadges.tsx";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	order: Order;
	onDelete: (line: OrderLine) => void;
}

/** An order on My Orders: its state, what happens next, its lines and its parcels, each once. */
export function OrderCard({ order, onDelete }: Props) {
	const { now, timeLeft } = useCountdown(order.expiresAt);
	const { lines, transactionId, processing = false } = order;
	const number = formatOrderNumber(order.number);
	const payable = !processing && lines.every((line) => awaitsPayment(line, now));
	const payment = { isExpired: !payable, isProcessing: processing };
	const state = orderStateOf(lines, payment);
	const parcels = new Map(lines.map(({ shipment }) => [shipment?._id, shipment]));
	return (
		<article
			className="card"
			aria-label={texts.orderOf(
				lines.map(({ name }) => name),
				number,
			)}
		>
			<div className="flex flex-wrap items-start justify-between gap-3">
				<div>
					<h2 className="text-2xl">{texts.orderNamed(number)}</h2>
					<p className="text-sm text-quiet">{formatDate(order.createdAt)}</p>
				</div>
				<p>
					{common.total} <strong className="price">{formatPrice(order.totalPrice)}</strong>
				</p>
			</div>
			<OrderBadges lines={lines} {...payment} />
			{/* The server's time left may differ by a minute; the next tick corrects it. */}
			<p suppressHydrationWarning>
				{payable
					? texts.reservedFor(timeLeft)
					: processing
						? messages.paymentProcessing
						: texts.nextSteps[state]}
			</p>
			<ul className="lines">
				{byBundle(lines, ({ bundle }) => bundle?.productCode).map((own) =>
					own.map((line, index) => (
						<li key={line._id} className="order-line">
							{line.bundle && index === 0 && <Kit bundle={line.bundle} lines={own} />}
							<Thumbnail image={line.image} size={80} />
							<Line line={line} order={lines.length > 1 ? state : undefined} />
							<p className="line-amount">
								{!line.bundle && formatPrice(line.totalPrice)}
								{/* A kit is deleted as one: by the button of its first part. */}
								{!line.paid && !line.refunded && !processing && index === 0 && (
									<Button
										look="btn-ghost btn-sm"
										onClick={() => onDelete(line)}
										aria-label={texts.deleteOrderOf(line.bundle?.name ?? line.name)}
									>
										{common.deleteLabel}
									</Button>
								)}
							</p>
						</li>
					)),
				)}
			</ul>
			{[...parcels.values()].map(
				(parcel) =>
					parcel?.trackingUrl && (
						<a
							key={parcel._id}
							className="link justify-self-start"
							href={parcel.trackingUrl}
							rel="noreferrer"
						>
							{texts.trackParcel(parcel.carrier, parcel.trackingNumber)}
						</a>
					),
			)}
			<div className="flex flex-wrap items-center gap-3">
				{payable && (
					<a
						className="btn btn-primary btn-lg"
						href={sitePaths.payment(order._id)}
						aria-label={texts.payFor(number)}
					>
						{texts.payAction}
					</a>
				)}
				<a
					className={payable ? "btn btn-ghost" : "btn btn-outline"}
					href={sitePaths.order(order._id)}
					aria-label={texts.detailsOf(number)}
				>
					{common.details}
				</a>
			</div>
			{transactionId && (
				<details className="text-sm">
					<summary>{texts.orderPageTexts.receiptTitle}</summary>
					<p className="break-all text-quiet">
						{isPaidByCards(transactionId) ? (
							paidWithCards
						) : (
							<>
								{common.transaction} <span>{transactionId}</span>
							</>
						)}
					</p>
				</details>
			)}
		</article>
	);
}

interface KitProps {
	bundle: NonNullable<OrderLine["bundle"]>;
	lines: readonly OrderLine[];
}

/** The name and the price of a kit, above its lines. */
function Kit({ bundle, lines }: KitProps) {
	const cents = lines.reduce(
		(sum, { totalPrice, discountPrice = 0 }) => sum + toCents(totalPrice) - toCents(discountPrice),
		0,
	);
	return (
		<h3 className="kit-heading">
			{kitNamed(bundle.name, bundle.quantity)} <strong>{formatPrice(toPrice(cents))}</strong>
		</h3>
	);
}

interface LineProps {
	line: OrderLine;
	/** The state of its order, if it has other lines. */
	order: OrderState | undefined;
}

function Line({ line, order }: LineProps) {
	return (
		<div className="grid min-w-0 content-start gap-1">
			<h3 className="text-xl">{line.name}</h3>
			<SoldFacts tool={line} />
			{line.quantity > 1 && (
				<p className="text-sm text-quiet">
					{texts.quantityTimes(line.quantity, formatPrice(line.price))}
				</p>
			)}
			{line.partner && <p className="text-sm text-quiet">{texts.referredBy(line.partner)}</p>}
			{order && <LineBadges line={line} order={order} />}
			{line.status === "Shipped" && (
				<a
					className="link justify-self-start text-sm"
					href={sitePaths.addReviewOf(line.productCode)}
				>
					{texts.reviewOf(line.name)}
				</a>
			)}
		</div>
	);
}
