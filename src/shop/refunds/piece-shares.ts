/** What is refunded of pieces, returned ones or some that are not shipped: their share of what each line has paid. */
import { smallestCents } from "../../config/config.ts";
import { allocate } from "../../values/allocate.ts";
import {
	allocateLeft,
	type LineLeft,
	leftCents,
	minus,
	partOfLine,
	type RefundPart,
	shippingLeft,
} from "./divide-refund.ts";

/** Pieces of a line that have arrived; none of a line that has a part of its order's shipping alone. */
export interface ArrivedLine {
	/** What it has paid, and what is left to refund of that. */
	paid: LineLeft;
	left: LineLeft;
	quantity: number;
	/** What earlier returns had, which have refunded theirs. */
	before: number;
	received: number;
}
type Payable = Pick<ArrivedLine, "paid" | "left">;

/**
 * The share that the pieces have in an amount of all of their line, in multiples of `step`: piece by piece or at once, all of
 * it comes to it. What is no multiple goes with the last piece.
 */
function shareOfPieces(
	cents: number,
	{ quantity, before, received }: Pick<ArrivedLine, "quantity" | "before" | "received">,
	step: number,
): number {
	const steps = Math.floor(cents / step);
	const costOf = (count: number) =>
		count === quantity ? cents : (allocate(steps, [count, quantity - count])[0] ?? 0) * step;
	return costOf(before + received) - costOf(before);
}

/**
 * So much of the shipping of a line, with its tax: bit by bit or at once, all of it comes to the tax that shipping has paid, so
 * that no cent of it is left or taken from the items.
 */
function partOfShipping({ paid, left }: Payable, shippingCents: number): RefundPart[] {
	const [all] = shippingLeft([paid]);
	if (!all || shippingCents <= 0) return [];
	const before = paid.shippingCents - left.shippingCents;
	const share = (cents: number) =>
		shareOfPieces(cents, { quantity: paid.shippingCents, before, received: shippingCents }, 1);
	const taxCents = Math.min(share(all.taxCents), left.taxCents);
	const includedTaxCents = Math.min(share(all.includedTaxCents), left.includedTaxCents);
	const amountCents = shippingCents + taxCents;
	return [{ lineId: left.lineId, amountCents, shippingCents, taxCents, includedTaxCents }];
}

/** What is left of a line without its shipping and the tax of that. */
const withoutShipping = (line: Payable): LineLeft =>
	partOfShipping(line, line.left.shippingCents).reduce(minus, line.left);

/**
 * What the pieces have cost, with their tax and without shipping: at most what is left of the line. Piece by piece or at
 * once, all of a line have cost the same. In multiples of what Stripe refunds, as is all that is asked for here.
 */
function centsOfPieces(line: ArrivedLine): number {
	const { paid } = line;
	const cents = leftCents(withoutShipping({ paid, left: paid }));
	const cost = shareOfPieces(cents, line, smallestCents);
	return Math.min(cost, leftCents(withoutShipping(line)));
}

/**
 * The shipping of the pieces, with its tax: every piece of an order has the same share of what its shipping has cost, and
 * all together have all of it. Lines store their shipping by price, so that what a line's own doesn't hold is taken from
 * that of the others.
 */
function shippingOfPieces(lines: readonly ArrivedLine[]): RefundPart[] {
	const shipped = lines.filter(({ paid }) => paid.shippingCents > 0);
	const cents = shipped.reduce((sum, { paid }) => sum + paid.shippingCents, 0);
	const quantities = shipped.map(({ quantity }) => quantity);
	const pieces = quantities.reduce((sum, quantity) => sum + quantity, 0);
	let earlier = 0;
	let open = 0;
	for (const line of shipped) {
		const place = { quantity: pieces, before: earlier, received: line.quantity };
		open += shareOfPieces(shareOfPieces(cents, place, smallestCents), line, smallestCents);
		earlier += line.quantity;
	}
	return shipped
		.toSorted((one, other) => Number(other.received > 0) - Number(one.received > 0))
		.flatMap((line) => {
			const taken = Math.min(open, line.left.shippingCents);
			open -= taken;
			return partOfShipping(line, taken);
		});
}

/** What the pieces that have arrived have cost, and the shipping of these pieces, of an order with all its lines. */
export function returnSums(lines: readonly ArrivedLine[]) {
	const arrived = lines.filter(({ received }) => received > 0);
	return {
		pieces: arrived.reduce((sum, line) => sum + centsOfPieces(line), 0),
		shipping: shippingOfPieces(lines).reduce((sum, { amountCents }) => sum + amountCents, 0),
	};
}

/**
 * Divides what is refunded for pieces, all that they have cost or an amount up to that, over the lines of an order, with the
 * shipping of these pieces or without. Returns nothing if the amount is more.
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
	const shares = total === 0 ? costs : allocateLeft(cents, costs);
	const parts = [
		...arrived.flatMap((line, place) => partOfLine(shares[place] ?? 0, withoutShipping(line))),
		...(shipping ? shippingOfPieces(lines) : []),
	];
	const byLine = Map.groupBy(parts, ({ lineId }) => lineId);
	return [...byLine.values()].map((own) => own.reduce(sumOf));
}

const sumOf = (one: RefundPart, other: RefundPart): RefundPart => ({
	lineId: one.lineId,
	amountCents: one.amountCents + other.amountCents,
	shippingCents: one.shippingCents + other.shippingCents,
	taxCents: one.taxCents + other.taxCents,
	includedTaxCents: one.includedTaxCents + other.includedTaxCents,
});
