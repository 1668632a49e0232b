/** What is refunded of pieces, returned ones or some that are not shipped: their share of what each line has paid. */
import { allocate } from "../../values/allocate.ts";
import {
	type LineLeft,
	leftCents,
	minus,
	partOfLine,
	type RefundPart,
	shippingLeft,
} from "./divide-refund.ts";

/** Pieces of a line that have arrived. */
export interface ArrivedLine {
	/** What it has paid, and what is left to refund of that. */
	paid: LineLeft;
	left: LineLeft;
	quantity: number;
	/** Of earlier returns, which have refunded theirs. */
	before: number;
	received: number;
}

/** A line without its shipping and the tax of that. */
function withoutShipping(line: LineLeft): LineLeft {
	const [shipping] = shippingLeft([line]);
	return shipping ? minus(line, shipping) : line;
}

/**
 * What the pieces have cost, with their tax and without shipping: at most what is left of the line. Piece by piece or at
 * once, all of a line have cost the same.
 */
function centsOfPieces({ paid, left, quantity, before, received }: ArrivedLine): number {
	const cents = leftCents(withoutShipping(paid));
	const costOf = (count: number) => allocate(cents, [count, quantity - count])[0] ?? 0;
	return Math.min(costOf(before + received) - costOf(before), leftCents(withoutShipping(left)));
}

/** What the pieces of all lines have cost, and the shipping of these lines that is left. */
export function returnSums(lines: readonly ArrivedLine[]) {
	const arrived = lines.filter(({ received }) => received > 0);
	return {
		pieces: arrived.reduce((sum, line) => sum + centsOfPieces(line), 0),
		shipping: shippingLeft(arrived.map(({ left }) => left)).reduce(
			(sum, { amountCents }) => sum + amountCents,
			0,
		),
	};
}

/**
 * Divides what is refunded for pieces, all that they have cost or an amount up to that, over their lines, with the shipping
 * that is left of these lines or without. Returns nothing if the amount is more.
 */
export function divideReturn(
	lines: readonly ArrivedLine[],
	{ amount, shipping }: { amount?: number | undefined; shipping: boolean },
): RefundPart[] {
	const arrived = lines.filter(({ received }) => received > 0);
	const costs = arrived.map(centsOfPieces);
	const total = costs.reduce((sum, cents) => sum + cents, 0);
	const cents = amount ?? total;
	if (cents > total || cents < 0) return [];
	const shares = total === 0 ? costs : allocate(cents, costs);
	return arrived.flatMap(({ left }, index) => {
		const [items] = partOfLine(shares[index] ?? 0, withoutShipping(left));
		const [ofShipping] = shipping ? shippingLeft([left]) : [];
		return items && ofShipping ? sumOf(items, ofShipping) : (items ?? ofShipping ?? []);
	});
}

const sumOf = (one: RefundPart, other: RefundPart): RefundPart => ({
	lineId: one.lineId,
	amountCents: one.amountCents + other.amountCents,
	shippingCents: one.shippingCents + other.shippingCents,
	taxCents: one.taxCents + other.taxCents,
	includedTaxCents: one.includedTaxCents + other.includedTaxCents,
});
