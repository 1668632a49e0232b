/** Divides refunds over the lines of an order, and each part over items, shipping and tax. */
import { smallestCents } from "../../config/config.ts";
import { allocate } from "../../values/allocate.ts";
import type { PaidParts } from "../costs/tax.ts";

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
 * Divides an amount over what is left, in multiples of what Stripe refunds: so each rest can be refunded alone. To the cent if
 * one is no multiple, as of an order in a currency that the shop had before.
 */
export function allocateLeft(cents: number, left: readonly number[]): number[] {
	const isMultiple = [cents, ...left].every((amount) => amount % smallestCents === 0);
	if (!isMultiple) return allocate(cents, left);
	const steps = left.map((amount) => amount / smallestCents);
	return allocate(cents / smallestCents, steps).map((share) => share * smallestCents);
}

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
	const shares = allocateLeft(cents, left);
	return lines.flatMap((line, index) => partOfLine(shares[index] ?? 0, line));
}

/** An amount of one line, divided over what is left of its items, shipping and tax. Nothing of nothing. */
export function partOfLine(cents: number, line: LineLeft): RefundPart[] {
	if (cents <= 0) return [];
	const { lineId, itemsCents, shippingCents, taxCents, includedTaxCents } = line;
	const parts = [itemsCents, shippingCents, taxCents];
	const [items = 0, shipping = 0, tax = 0] = allocateLeft(cents, parts);
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

/** How money goes back: onto a card, or at Stripe if that is null, up to so much. */
export interface RefundWay {
	giftCardId: string | null;
	cents: number;
}

/** Divides parts over the ways by which they go back, the first ones first; the last one takes all that is left. */
export function splitRefund(
	parts: readonly RefundPart[],
	ways: readonly RefundWay[],
): { giftCardId: string | null; parts: RefundPart[] }[] {
	let rest = parts.map(
		({ lineId, amountCents, shippingCents, taxCents, includedTaxCents }): LineLeft => ({
			lineId,
			shippingCents,
			taxCents,
			includedTaxCents,
			itemsCents: amountCents - shippingCents - taxCents,
		}),
	);
	return ways.flatMap(({ giftCardId, cents }, index) => {
		const left = rest.reduce((sum, line) => sum + leftCents(line), 0);
		const isLast = index === ways.length - 1;
		const taken = divideRefund(isLast ? left : Math.min(cents, left), rest);
		rest = rest.map((line) => {
			const part = taken.find(({ lineId }) => lineId === line.lineId);
			return part ? minus(line, part) : line;
		});
		return taken.length > 0 ? [{ giftCardId, parts: taken }] : [];
	});
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
