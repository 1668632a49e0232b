import * as cartMessages from "../../messages/cart-lines.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import { shippingSaved, takenOff, withCode } from "../../messages/codes.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { isAllByMail, type ShownOffer, type ShownTotals } from "../../shop/costs/order-costs.ts";
import { formatCents, toCents, totalCents } from "../../values/money.ts";
import type { PricedLine } from "./checkout-totals.ts";

interface Props {
	/** What the items cost together is all that is known without totals. */
	lines?: readonly PricedLine[];
	/** Undefined until the country is chosen, if shipping is not the same everywhere. */
	totals: ShownTotals | undefined;
	/** What offers take off. */
	applied?: readonly ShownOffer[];
}

/** Items, offers, shipping, tax and the total, as far as they are known: of a checkout, and of the order that it has become. */
export function OrderTotals({ lines = [], totals, applied = [] }: Props) {
	const discounts = applied
		.filter(({ cents }) => cents > 0)
		.map(({ offer: { id, label, code }, cents }) => (
			<Amount key={id} name={withCode(label, code)} value={takenOff(formatCents(cents))} />
		));
	if (!totals) {
		const items = lines.reduce(
			(sum, { tool, quantity }) => sum + totalCents(toCents(tool.price), quantity),
			0,
		);
		return (
			<dl className="checkout-totals">
				<Amount name={common.items} value={formatCents(items)} />
				{discounts}
				<Amount name={common.shipping} value={messages.chooseCountryFirst} />
			</dl>
		);
	}
	const { itemsCents, shippingCents, taxCents, includedTaxCents, taxName, isTaxPending } = totals;
	return (
		<dl className="checkout-totals">
			<Amount name={common.items} value={formatCents(itemsCents)} />
			{discounts}
			{!isAllByMail(totals) && (
				<Amount
					name={totals.option?.name ?? common.shipping}
					value={shippingCents === 0 ? cartMessages.freeShipping : formatCents(shippingCents)}
				/>
			)}
			{applied
				.filter(({ freesShipping }) => freesShipping && totals.savedShippingCents > 0)
				.map(({ offer: { id, label, code } }) => (
					<Amount
						key={`${id} shipping`}
						name={withCode(label, code)}
						value={shippingSaved(formatCents(totals.savedShippingCents))}
					/>
				))}
			{isTaxPending && <Amount name={taxName} value={messages.taxPending} />}
			{taxCents > 0 && <Amount name={taxName} value={formatCents(taxCents)} />}
			<div>
				<dt className="text-xl">
					{isTaxPending && totals.isTaxOnTop ? checkoutMessages.totalBeforeTax : common.total}
				</dt>
				<dd className="font-heading text-3xl">{formatCents(totals.totalCents)}</dd>
			</div>
			{includedTaxCents > 0 && (
				<Amount
					name={checkoutMessages.includedTax(taxName)}
					value={formatCents(includedTaxCents)}
				/>
			)}
		</dl>
	);
}

function Amount({ name, value }: { name: string; value: string }) {
	return (
		<div>
			<dt className="text-quiet">{name}</dt>
			<dd>{value}</dd>
		</div>
	);
}
