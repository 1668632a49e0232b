import { kitNamed } from "../../messages.bundles.ts";
import * as common from "../../messages.common.ts";
import { paidWithCards } from "../../messages.gift-cards.ts";
import * as texts from "../../messages.my-orders.ts";
import * as messages from "../../messages.ts";
import { isPaidByCards } from "../../shop/gift-cards/gift-cards.ts";
import { byBundle } from "../../shop/offers/bundle-lines.ts";
import { awaitsPayment } from "../../shop/orders/line-states.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { orderStateOf } from "../../shop/orders/order-states.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatDate } from "../../values/fields.ts";
import { formatPrice, toCents, toPrice } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { SoldFacts } from "../ui/SoldFacts.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { LineBadges } from "./LineBadges.tsx";
import { useCountdown } from "./useCountdown.ts";

interface Props {
	order: Order;
	onDelete: (line: OrderLine) => void;
}

/** An order on My Orders: what happens next, and its lines. */
export function OrderCard({ order, onDelete }: Props) {
	const { now, timeLeft } = useCountdown(order.expiresAt);
	const { lines, transactionId, processing = false } = order;
	const number = formatOrderNumber(order.number);
	const payable = !processing && lines.every((line) => awaitsPayment(line, now));
	const state = orderStateOf(lines, { isExpired: !payable, isProcessing: processing });
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
							<Line line={line} />
							{/* A kit is deleted as one: by the button of its first part. */}
							{!line.paid && !line.refunded && !processing && index === 0 && (
								<div className="order-actions">
									<Button
										onClick={() => onDelete(line)}
										aria-label={texts.deleteOrderOf(line.bundle?.name ?? line.name)}
									>
										{common.deleteLabel}
									</Button>
								</div>
							)}
						</li>
					)),
				)}
			</ul>
			<div className="flex flex-wrap items-center gap-3">
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
				{transactionId && (
					<p className="text-sm break-all text-quiet">
						{isPaidByCards(transactionId) ? (
							paidWithCards
						) : (
							<>
								{common.transaction} <span>{transactionId}</span>
							</>
						)}
					</p>
				)}
			</div>
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

function Line({ line }: { line: OrderLine }) {
	return (
		<div className="grid min-w-0 content-start gap-1">
			<h3 className="text-xl">{line.name}</h3>
			<SoldFacts tool={line} />
			<p>
				{texts.quantityAndPrice(line.quantity, formatPrice(line.price))}{" "}
				<strong>{formatPrice(line.totalPrice)}</strong>
			</p>
			{line.partner && <p className="text-sm text-quiet">{texts.referredBy(line.partner)}</p>}
			<LineBadges line={line} />
			{line.status === "Shipped" && (
				<p className="flex flex-wrap gap-x-4 text-sm">
					{line.shipment?.trackingUrl && (
						<a className="link" href={line.shipment.trackingUrl} rel="noreferrer">
							{texts.trackParcel(line.shipment.carrier, line.shipment.trackingNumber)}
						</a>
					)}
					<a className="link" href={sitePaths.addReviewOf(line.productCode)}>
						{texts.reviewOf(line.name)}
					</a>
				</p>
			)}
		</div>
	);
}
