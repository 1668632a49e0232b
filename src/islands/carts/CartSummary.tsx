import { type ReactNode, useId, useState } from "react";
import { returnDays } from "../../config/config.ts";
import * as cartMessages from "../../messages/cart.ts";
import * as lineTexts from "../../messages/cart-lines.ts";
import { shippingIsFree, takenOff, withCode } from "../../messages/codes.ts";
import * as common from "../../messages/common.ts";
import * as shopTexts from "../../messages/messages.ts";
import { sitePaths } from "../../paths/site.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { type CartItem, lineNotes } from "../../shop/carts/carts.ts";
import { type CartCosts, cartCosts } from "../../shop/costs/cart-costs.ts";
import { deliveryDates, deliveryDays } from "../../shop/costs/delivery-dates.ts";
import type { DiscountedOrder, PricedTool } from "../../shop/offers/discounts.ts";
import { byMailName } from "../../shop/orders/checkout-values.ts";
import { formatCents, toCents, totalCents } from "../../values/money.ts";
import { gramsOf } from "../checkout/checkout-totals.ts";
import { Button } from "../ui/Button.tsx";
import type { ShippingNow } from "./useShipping.ts";

interface Props {
	entries: readonly { line: CartLine; item: CartItem }[];
	/** What the shop ships by; undefined until that is known. */
	shop: ShippingNow | undefined;
	/** The path of the checkout. */
	checkout?: string;
	/** What offers take off what can be ordered. */
	discounted?: DiscountedOrder;
	/** The field for a code. */
	codeField?: ReactNode;
}

/** The lines that can be ordered, as offers see them. */
export const orderableTools = (entries: Props["entries"]): PricedTool[] =>
	entries
		.filter(({ line, item }) => !lineNotes(line, item).unavailable)
		.map(({ line: { toolId, quantity }, item }) => ({
			toolId,
			quantity,
			unitPriceCents: toCents(item.tool?.price ?? 0),
		}));

/** What the cart costs, as far as that is known, and the way to check out. */
export function CartSummary(props: Props) {
	const { entries, shop, discounted, codeField } = props;
	const orderable = entries.filter(({ line, item }) => !lineNotes(line, item).unavailable);
	const subtotalCents = orderable.reduce(
		(sum, { line, item }) => sum + totalCents(toCents(item.tool?.price ?? 0), line.quantity),
		0,
	);
	const applied = discounted?.applied ?? [];
	const offCents = applied.reduce((sum, { cents }) => sum + cents, 0);
	const leftOut = entries.length - orderable.length;
	const [now] = useState(() => Date.now());
	const arrives = shop && deliveryDates(now, deliveryDays("", shop.shipping));
	const cardsCents = orderable.reduce(
		(sum, { line, item: { tool } }) =>
			sum + (tool?.isGiftCard ? totalCents(toCents(tool.price), line.quantity) : 0),
		0,
	);
	const isShipped = orderable.some(({ item: { tool } }) => !tool?.isGiftCard);
	const isByMail = orderable.length > 0 && !isShipped;
	// Gift cards alone need no address.
	const { checkout = sitePaths.checkout + (isByMail ? `?${byMailName}=1` : "") } = props;
	const grams = shop
		? gramsOf(
				orderable.flatMap(({ line, item }) =>
					item.tool ? [{ tool: item.tool, quantity: line.quantity }] : [],
				),
				shop.shipping,
			)
		: 0;
	const goods = {
		itemsCents: subtotalCents - offCents - cardsCents,
		grams,
		isShippingFree: discounted?.isShippingFree ?? false,
	};
	const costs = isShipped && shop ? cartCosts(goods, shop) : undefined;
	const knownShippingCents =
		costs?.isSameEverywhere && !goods.isShippingFree ? costs.shippingCents : 0;
	return (
		<section className="cart-summary" aria-label={cartMessages.summary}>
			<p className="flex items-baseline justify-between gap-4">
				<span>{common.subtotal}</span>
				<span>{formatCents(subtotalCents)}</span>
			</p>
			{leftOut > 0 && <p>{cartMessages.cartLeftOut(leftOut)}</p>}
			{applied.map(({ offer: { id, label, code }, cents }) => (
				<p key={id} className="flex items-baseline justify-between gap-4">
					<span>{withCode(label, code)}</span>
					<span className="whitespace-nowrap">
						{cents > 0 ? takenOff(formatCents(cents)) : shippingIsFree}
					</span>
				</p>
			))}
			{cardsCents > 0 && <p>{cartMessages.cardsByMail}</p>}
			{costs && (
				<ShippingAndTax
					costs={costs}
					itemsCents={goods.itemsCents}
					isShippingFree={goods.isShippingFree}
				/>
			)}
			<p className="flex items-baseline justify-between gap-4 border-t border-base-300 pt-3 font-semibold">
				<span>{totalName(isShipped, goods.isShippingFree, costs)}</span>
				<output className="font-heading text-4xl">
					{formatCents(subtotalCents - offCents + knownShippingCents)}
				</output>
			</p>
			{isShipped && arrives && (
				<p className="flex flex-wrap items-baseline justify-between gap-x-4">
					<span>{cartMessages.arrives}</span>
					<span>{arrives}</span>
				</p>
			)}
			{orderable.length > 0 && codeField}
			<CheckOut
				path={checkout}
				disabledReason={
					shop?.closedUntil
						? lineTexts.closedUntil(shop.closedUntil)
						: orderable.length === 0
							? shopTexts.nothingToOrder
							: orderable.some(({ line, item }) => lineNotes(line, item).adjust)
								? cartMessages.quantitiesToChange
								: undefined
				}
			/>
			<p className="text-sm text-quiet">{lineTexts.returnsWithin(returnDays)}</p>
		</section>
	);
}

/** Says what the total leaves out, because the address decides it. */
function totalName(isShipped: boolean, isShippingFree: boolean, costs: CartCosts | undefined) {
	if (!isShipped) return common.total;
	const leavesOutShipping = !isShippingFree && !costs?.isSameEverywhere;
	if (costs?.isTaxOnTop) return cartMessages.totalBefore[leavesOutShipping ? "both" : "tax"];
	return leavesOutShipping ? cartMessages.totalBefore.shipping : common.total;
}

interface ShippingAndTaxProps {
	costs: CartCosts;
	itemsCents: number;
	isShippingFree: boolean;
}

/** What is known of shipping and tax before the address is. */
function ShippingAndTax({ costs, itemsCents, isShippingFree }: ShippingAndTaxProps) {
	const { shippingCents, isSameEverywhere, freeFromCents, includedTax, isTaxOnTop } = costs;
	const price = formatCents(shippingCents);
	const same = shippingCents === 0 ? lineTexts.freeShipping : price;
	const lowest = shippingCents === 0 ? cartMessages.atCheckout : cartMessages.shippingFrom(price);
	return (
		<>
			<p className="flex items-baseline justify-between gap-4">
				<span>{common.shipping}</span>
				<span>{isShippingFree ? lineTexts.freeShipping : isSameEverywhere ? same : lowest}</span>
			</p>
			{freeFromCents !== undefined && !isShippingFree && (
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
