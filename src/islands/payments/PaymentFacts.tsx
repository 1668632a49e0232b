/** What is paid: the lines of an order, what they cost, and where they are shipped. */
import { Fragment } from "react";
import { kitNamed } from "../../messages/bundles.ts";
import { takenOff } from "../../messages/codes.ts";
import * as common from "../../messages/common.ts";
import { paidByCards } from "../../messages/gift-cards.ts";
import * as texts from "../../messages/payment.ts";
import type { OrderCosts } from "../../shop/costs/order-costs.ts";
import { byBundle } from "../../shop/offers/bundle-lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { formatCents, formatPrice } from "../../values/money.ts";
import { OrderTotals } from "../checkout/OrderTotals.tsx";
import { SoldFacts } from "../ui/SoldFacts.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";

/** The lines of an order, what they cost together and where they are shipped. */
export function OrderFacts({ order, costs }: { order: Order; costs: OrderCosts }) {
	const { giftCardPrice = 0, lines, number } = order;
	const facts = [
		...(giftCardPrice === 0 ? [] : [[paidByCards, takenOff(formatPrice(giftCardPrice))]]),
		[common.address, lines[0]?.address],
		[common.phone, lines[0]?.phone],
		[texts.orderNumber, formatOrderNumber(number)],
		// Gift cards alone have no address and no phone.
	].filter(([, value]) => value !== "");
	return (
		<>
			<ul className="grid gap-3">
				{byBundle(lines, ({ bundle }) => bundle?.productCode).map((own) =>
					own.map((line, index) => (
						<Fragment key={line._id}>
							{line.bundle && index === 0 && (
								<li className="checkout-line kit-heading">
									<h2 className="text-xl">{kitNamed(line.bundle.name, line.bundle.quantity)}</h2>
									<p className="font-semibold">
										{formatCents(costs.kits[line.bundle.productCode] ?? 0)}
									</p>
								</li>
							)}
							<li className={line.bundle ? "checkout-line of-kit" : "checkout-line"}>
								<Thumbnail image={line.image} size={80} />
								<div className="min-w-0">
									<h2 className="text-xl">{line.name}</h2>
									<SoldFacts tool={line} />
									<p className="text-quiet">
										{texts.pieces(line.quantity, formatPrice(line.price), line.refunded)}
									</p>
								</div>
								{!line.bundle && <p className="font-semibold">{formatPrice(line.totalPrice)}</p>}
							</li>
						</Fragment>
					)),
				)}
			</ul>
			<OrderTotals {...costs} />
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
