/** Divides refunds over the lines of an order, and each part over items, shipping and tax. */
import { allocate } from "../../values/allocate.ts";
import type { PaidParts } from "../orders/tax.ts";

/** A line with what is left to refund of it. */
export interface LineLeft extends PaidParts {
	lineId: string;
}

/** What is refunded of a line, in minor units: the amount, and of it shipping, tax on top and included tax. */
export interface RefundPart {
	lineId: string;
	amountCents: number;
	shippingCents: number;
	taxCents: number;
	includedTaxCents: number;
}

/** All that is left of a line. */
export const leftCents = ({ itemsCents, shippingCents, taxCents }: PaidParts) =>
	itemsCents + shippingCents + taxCents;

/** What is left of a line after a part of it. */
export const minus = (line: LineLeft, part: Omit<RefundPart, "lineId">): LineLeft => ({
	lineId: line.lineId,
	itemsCents: line.itemsCents - (part.amountCents - part.shippingCents - part.taxCents),
	shippingCents: line.shippingCents - part.shippingCents,
	taxCents: line.taxCents - part.taxCents,
	includedTaxCents: line.includedTaxCents - part.includedTaxCents,
});

/**
 * Divides an amount over lines in proportion to what is left of them: all that is left without an amount. No
 * line and no part gets more than is left of it, and the parts add up to the cent. Returns nothing if the
 * amount is not positive or more than is left.
 */
export function divideRefund(amount: number | undefined, lines: readonly LineLeft[]): RefundPart[] {
	const left = lines.map(leftCents);
	const total = left.reduce((sum, cents) => sum + cents, 0);
	const cents = amount ?? total;
	if (cents <= 0 || cents > total) return [];
	const shares = allocate(cents, left);
	return lines.flatMap((line, index) => partOfLine(shares[index] ?? 0, line));
}

/** An amount of one line, divided over what is left of its items, shipping and tax. Nothing of nothing. */
export function partOfLine(cents: number, line: LineLeft): RefundPart[] {
	if (cents <= 0) return [];
	const { lineId, itemsCents, shippingCents, taxCents, includedTaxCents } = line;
	const [items = 0, shipping = 0, tax = 0] = allocate(cents, [itemsCents, shippingCents, taxCents]);
	const taxed = items + shipping;
	return [
		{
			lineId,
			amountCents: cents,
			shippingCents: shipping,
			taxCents: tax,
			includedTaxCents: shareOf(includedTaxCents, taxed, itemsCents + shippingCents),
		},
	];
}

/**
 * The shipping that is left of lines, with its tax. A line stores one tax of its items and shipping: that of
 * shipping is its part by amount.
 */
export function shippingLeft(lines: readonly LineLeft[]): RefundPart[] {
	return lines.flatMap(({ lineId, itemsCents, shippingCents, ...tax }) => {
		if (shippingCents === 0) return [];
		const ofShipping = (cents: number) => shareOf(cents, shippingCents, itemsCents + shippingCents);
		const taxCents = ofShipping(tax.taxCents);
		const amountCents = shippingCents + taxCents;
		const includedTaxCents = ofShipping(tax.includedTaxCents);
		return [{ lineId, amountCents, shippingCents, taxCents, includedTaxCents }];
	});
}

/** The share of an amount that belongs to a part of a whole; never more than the part. */
const shareOf = (cents: number, part: number, whole: number) =>
	whole === 0 ? 0 : Math.min(allocate(cents, [part, whole - part])[0] ?? 0, part);
