import * as orderMessages from "../../messages.orders.ts";
import { type OrderLine, partsOfLine } from "../../shop/orders/lines.ts";
import { minus, partOfLine } from "../../shop/refunds/divide-refund.ts";
import { formatCents, toCents } from "../../values/money.ts";

/**
 * Returns the parts of a refund as text: "items $20.00, shipping $4.90, tax $4.73". Undefined if the order
 * has paid for items alone, or the amount is none that can be refunded.
 */
export function refundPartsText(line: OrderLine, amount: number): string | undefined {
	const paid = partsOfLine(line);
	if (paid.shippingCents + paid.taxCents + paid.includedTaxCents === 0) return undefined;
	const refundedCents = toCents(line.refundedPrice ?? 0);
	const amountCents = toCents(amount);
	const leftCents = paid.itemsCents + paid.shippingCents + paid.taxCents - refundedCents;
	if (!(amountCents > 0 && amountCents <= leftCents)) return undefined;
	const whole = { lineId: line._id, ...paid };
	// What was refunded before is taken as an amount; refunds of shipping alone leave other parts.
	const left = partOfLine(refundedCents, whole).reduce(minus, whole);
	const [parts] = partOfLine(amountCents, left);
	if (!parts) return undefined;
	const textOf = (paidCents: number, cents: number) =>
		paidCents > 0 ? formatCents(cents) : undefined;
	return orderMessages.refundParts({
		items: formatCents(parts.amountCents - parts.shippingCents - parts.taxCents),
		shipping: textOf(paid.shippingCents, parts.shippingCents),
		tax: textOf(paid.taxCents, parts.taxCents),
		includedTax: textOf(paid.includedTaxCents, parts.includedTaxCents),
	});
}
