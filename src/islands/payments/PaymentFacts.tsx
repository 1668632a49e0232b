/** What is paid: the order, or several with what they cost together, and where they are shipped. */
import * as common from "../../messages.common.ts";
import * as texts from "../../messages.payment.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { formatPrice } from "../../values/money.ts";
import { Thumbnail } from "../ui/Thumbnail.tsx";

interface Props {
	order: Order;
	/** The first line of the order. */
	line: OrderLine;
}

/** The details of an order that is paid alone, and where it is shipped. */
export function LineFacts({ order, line }: Props) {
	return (
		<Facts
			facts={[
				[common.quantity, texts.pieces(line.quantity, formatPrice(line.price))],
				...(order.totalPrice === line.totalPrice ? [] : amountsOf(order)),
				[common.total, formatPrice(order.totalPrice)],
				[common.address, line.address],
				[common.phone, line.phone],
				[texts.orderNumber, formatOrderNumber(order.number)],
			]}
		/>
	);
}

/** The orders that are paid together, what they cost and where they are shipped. */
export function SeveralOrders({ order, line }: Props) {
	return (
		<>
			<ul className="grid gap-3">
				{order.lines.map((line) => (
					<li key={line._id} className="checkout-line">
						<Thumbnail image={line.image} size={80} />
						<div className="min-w-0">
							<h2 className="text-xl">{line.name}</h2>
							<p className="text-quiet">
								{texts.pieces(line.quantity, formatPrice(line.price), line.refunded)}
							</p>
						</div>
						<p className="font-semibold">{formatPrice(line.totalPrice)}</p>
					</li>
				))}
			</ul>
			<Facts
				facts={[
					...amountsOf(order),
					[common.total, formatPrice(order.totalPrice)],
					[common.address, line.address],
					[common.phone, line.phone],
					[texts.orderNumber, formatOrderNumber(order.number)],
				]}
			/>
		</>
	);
}

type Fact = readonly [name: string, value: string];

function amountsOf({ itemsPrice, shippingPrice, taxPrice }: Order): Fact[] {
	return [
		[common.items, formatPrice(itemsPrice)],
		[common.shipping, shippingPrice === 0 ? texts.free : formatPrice(shippingPrice)],
		...(taxPrice === 0 ? [] : [[common.tax, formatPrice(taxPrice)] as const]),
	];
}

function Facts({ facts }: { facts: readonly Fact[] }) {
	return (
		<dl className="order-lines">
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt className="text-quiet">{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
