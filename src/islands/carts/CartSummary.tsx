import { useId, useState } from "react";
import { returnDays, tax } from "../../config/config.ts";
import * as cartMessages from "../../messages.cart.ts";
import * as common from "../../messages.common.ts";
import { closedUntil } from "../../messages.settings.ts";
import * as shopTexts from "../../messages.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { type CartItem, lineNotes } from "../../shop/carts/carts.ts";
import { cartCosts } from "../../shop/orders/cart-costs.ts";
import { deliveryDates, deliveryDays } from "../../shop/orders/delivery-dates.ts";
import { totalCents } from "../../shop/orders/lines.ts";
import type { Goods, ShippingConfig } from "../../shop/orders/shipping.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatCents, toCents } from "../../values/money.ts";
import { gramsOf } from "../checkout/checkout-totals.ts";
import { Button } from "../ui/Button.tsx";

import type { ShippingNow } from "./useShipping.ts";

interface Props {
	entries: readonly { line: CartLine; item: CartItem }[];
	/** By what the shop ships; undefined until that is known. */
	shop: ShippingNow | undefined;
	/** The path of the checkout. */
	checkout?: string;
}

/** The subtotal of what can be ordered, and the way to check out. */
export function CartSummary({ entries, shop, checkout = sitePaths.checkout }: Props) {
	const orderable = entries.filter(({ line, item }) => !lineNotes(line, item).unavailable);
	const subtotalCents = orderable.reduce(
		(sum, { line, item }) => sum + totalCents(toCents(item.tool?.price ?? 0), line.quantity),
		0,
	);
	const leftOut = entries.length - orderable.length;
	const [now] = useState(() => Date.now());
	const arrives = shop && deliveryDates(now, deliveryDays("", shop.shipping));
	const grams = shop
		? gramsOf(
				orderable.flatMap(({ line, item }) =>
					item.tool ? [{ tool: item.tool, quantity: line.quantity }] : [],
				),
				shop.shipping,
			)
		: 0;
	return (
		<section className="cart-summary" aria-label={cartMessages.summary}>
			<p className="flex items-baseline justify-between gap-4">
				<span>{common.subtotal}</span>
				<output className="font-heading text-3xl">{formatCents(subtotalCents)}</output>
			</p>
			{leftOut > 0 && <p>{cartMessages.cartLeftOut(leftOut)}</p>}
			{orderable.length > 0 && shop && (
				<ShippingAndTax itemsCents={subtotalCents} grams={grams} shipping={shop.shipping} />
			)}
			{orderable.length > 0 && arrives && (
				<p className="flex flex-wrap items-baseline justify-between gap-x-4">
					<span>{cartMessages.arrives}</span>
					<span>{arrives}</span>
				</p>
			)}
			<CheckOut
				path={checkout}
				disabledReason={
					shop?.closedUntil
						? closedUntil(shop.closedUntil)
						: orderable.length === 0
							? shopTexts.nothingToOrder
							: orderable.some(({ line, item }) => lineNotes(line, item).adjust)
								? cartMessages.quantitiesToChange
								: undefined
				}
			/>
			<p className="text-sm text-quiet">{cartMessages.returnsWithin(returnDays)}</p>
		</section>
	);
}

/** What is known of shipping and tax before the address is. */
function ShippingAndTax({ shipping, ...goods }: Goods & { shipping: ShippingConfig }) {
	const { itemsCents } = goods;
	const costs = cartCosts(goods, { shipping, tax });
	const { shippingCents, isSameEverywhere, freeFromCents, includedTax, isTaxOnTop } = costs;
	const price = formatCents(shippingCents);
	const same = shippingCents === 0 ? cartMessages.freeShipping : price;
	const lowest = shippingCents === 0 ? cartMessages.atCheckout : cartMessages.shippingFrom(price);
	return (
		<>
			<p className="flex items-baseline justify-between gap-4">
				<span>{common.shipping}</span>
				<span>{isSameEverywhere ? same : lowest}</span>
			</p>
			{freeFromCents !== undefined && (
				<div className="grid gap-1">
					<p>
						{itemsCents < freeFromCents
							? cartMessages.missingForFreeShipping(formatCents(freeFromCents - itemsCents))
							: cartMessages.hasFreeShipping}
					</p>
					<progress
						className="progress progress-primary"
						aria-label={cartMessages.freeShippingProgress}
						value={Math.min(itemsCents, freeFromCents)}
						max={freeFromCents}
					/>
				</div>
			)}
			{costs.canPickUp && <p className="text-sm text-quiet">{cartMessages.orPickUp}</p>}
			{includedTax && <p className="text-sm text-quiet">{cartMessages.taxIncluded(includedTax)}</p>}
			{isTaxOnTop && <p className="text-sm text-quiet">{cartMessages.taxAtCheckout}</p>}
		</>
	);
}

interface CheckOutProps {
	path: string;
	disabledReason: string | undefined;
}

function CheckOut({ path, disabledReason }: CheckOutProps) {
	const id = useId();
	if (disabledReason) {
		return (
			<>
				<Button look="" disabled aria-describedby={id}>
					{cartMessages.checkOut}
				</Button>
				<p id={id} className="sold-out">
					{disabledReason}
				</p>
			</>
		);
	}
	return (
		<a className="btn btn-primary" href={path}>
			{cartMessages.checkOut}
		</a>
	);
}
