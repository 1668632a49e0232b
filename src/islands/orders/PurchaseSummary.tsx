import type { ReactNode } from "react";
import { returnDays } from "../../config/config.ts";
import * as cartMessages from "../../messages/cart-lines.ts";
import * as common from "../../messages/common.ts";
import { quantityTimes } from "../../messages/my-orders.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { formatCents, formatPrice, toCents, totalCents } from "../../values/money.ts";

interface Props {
	tool: Tool;
	quantity: number;
	/** Whether shipping and tax are added later. */
	isSubtotal?: boolean;
	/** The button, and what is to know of it. */
	children: ReactNode;
}

/** What an order of one tool costs, with the button that goes on: the summary of a checkout for Purchase. */
export function PurchaseSummary({ tool, quantity, isSubtotal = false, children }: Props) {
	const total = Number.isSafeInteger(quantity) ? totalCents(toCents(tool.price), quantity) : 0;
	return (
		<div className="checkout-summary">
			<dl className="checkout-totals">
				<div>
					<dt className="text-quiet">
						{quantityTimes(Number.isSafeInteger(quantity) ? quantity : 0, formatPrice(tool.price))}
					</dt>
					<dd>{formatCents(total)}</dd>
				</div>
				{!isSubtotal && (
					<div>
						<dt className="text-quiet">{common.shipping}</dt>
						<dd>{cartMessages.freeShipping}</dd>
					</div>
				)}
				<div>
					<dt className="text-xl">{isSubtotal ? common.subtotal : common.total}</dt>
					<dd>
						<output className="font-heading text-3xl">{formatCents(total)}</output>
					</dd>
				</div>
			</dl>
			{children}
			<p className="text-sm text-quiet">{cartMessages.returnsWithin(returnDays)}</p>
		</div>
	);
}
