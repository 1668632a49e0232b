/** What is paid: the lines of an order, what they cost, and where they are shipped. */
import { discounts, takenOff } from "../../messages.codes.ts";
import * as common from "../../messages.common.ts";
import { paidByCards } from "../../messages.gift-cards.ts";
import * as texts from "../../messages.payment.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { formatPrice } from "../../values/money.ts";
import { SoldFacts } from "../ui/SoldFacts.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";

/** The lines of an order, what they cost together and where they are shipped. */
export function OrderFacts({ order }: { order: Order }) {
	const {
		itemsPrice,
		discountsPrice = 0,
		shippingPrice,
		taxPrice,
		totalPrice,
		giftCardPrice = 0,
		lines,
		number,
	} = order;
	const facts = [
		[common.items, formatPrice(itemsPrice)],
		...(discountsPrice === 0 ? [] : [[discounts, takenOff(formatPrice(discountsPrice))]]),
		[common.shipping, shippingPrice === 0 ? texts.free : formatPrice(shippingPrice)],
		...(taxPrice === 0 ? [] : [[common.tax, formatPrice(taxPrice)]]),
		[common.total, formatPrice(totalPrice)],
		...(giftCardPrice === 0 ? [] : [[paidByCards, takenOff(formatPrice(giftCardPrice))]]),
		[common.address, lines[0]?.address],
		[common.phone, lines[0]?.phone],
		[texts.orderNumber, formatOrderNumber(number)],
	];
	return (
		<>
			<ul className="grid gap-3">
				{lines.map((line) => (
					<li key={line._id} className="checkout-line">
						<Thumbnail image={line.image} size={80} />
						<div className="min-w-0">
							<h2 className="text-xl">{line.name}</h2>
							<SoldFacts tool={line} />
							<p className="text-quiet">
								{texts.pieces(line.quantity, formatPrice(line.price), line.refunded)}
							</p>
						</div>
						<p className="font-semibold">{formatPrice(line.totalPrice)}</p>
					</li>
				))}
			</ul>
			<dl className="order-lines">
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt className="text-quiet">{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</>
	);
}
