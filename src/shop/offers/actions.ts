/** What offers do. Each reads its own value and stands alone: a new one is an entry here, its name in
 * offer-terms.ts and, for staff, an entry in term-fields.ts. */
import * as v from "valibot";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { allocate } from "../../values/allocate.ts";
import { piecesOf } from "./conditions.ts";
import type { ActionName } from "./offer-terms.ts";

/** A line with what is left of it to discount. */
export interface LeftLine {
	unitPriceCents: number;
	quantity: number;
	leftCents: number;
}

/** An action with its value read. */
export interface Action {
	/** What the lines lack for it to do something, as a sentence; `what` is what they are, and empty for all. */
	missing?: (lines: readonly LeftLine[], what: string) => string | undefined;
	/** What each line costs less, in multiples of the smallest amount. May be more than is left. */
	discounts?: (lines: readonly LeftLine[], smallest: number) => number[];
	/** Whether shipping is free. */
	freesShipping?: boolean;
}

/** Divides an amount over lines by what they cost, in multiples. */
function divide(cents: number, lines: readonly LeftLine[], smallest: number): number[] {
	const weights = lines.map(({ leftCents }) => leftCents);
	return allocate(Math.floor(cents / smallest), weights).map((share) => share * smallest);
}

const sumLeft = (lines: readonly LeftLine[]) =>
	lines.reduce((sum, { leftCents }) => sum + leftCents, 0);

/** The price of the cheapest pieces. */
function cheapestCents(lines: readonly LeftLine[], pieces: number): number {
	let open = pieces;
	return lines
		.toSorted((one, other) => one.unitPriceCents - other.unitPriceCents)
		.reduce((sum, { unitPriceCents, quantity }) => {
			const taken = Math.min(open, quantity);
			open -= taken;
			return sum + taken * unitPriceCents;
		}, 0);
}

export const payForValue = v.object({ pieces: v.number(), pay: v.number() });

export const actions = {
	/** Percent off each line. */
	percent: (value: unknown): Action => {
		const percent = v.parse(v.number(), value);
		return {
			discounts: (lines, smallest) =>
				lines.map(({ leftCents }) => Math.round((leftCents * percent) / 100 / smallest) * smallest),
		};
	},
	/** An amount off, once an order. */
	amount: (value: unknown): Action => {
		const cents = v.parse(v.number(), value);
		return {
			discounts: (lines, smallest) => divide(Math.min(cents, sumLeft(lines)), lines, smallest),
		};
	},
	/**
	 * So many pieces for the price of fewer: the cheapest are free. The lines share that, so that a piece that is sent
	 * back is worth what it has cost among the others.
	 */
	payFor: (value: unknown): Action => {
		const { pieces, pay } = v.parse(payForValue, value);
		return {
			missing: (lines, what) => {
				const more = pieces - piecesOf(lines);
				return more > 0 ? texts.needsPieces(pieces, more, what) : undefined;
			},
			discounts: (lines, smallest) => {
				const free = Math.floor(piecesOf(lines) / pieces) * (pieces - pay);
				return divide(Math.min(cheapestCents(lines, free), sumLeft(lines)), lines, smallest);
			},
		};
	},
	freeShipping: (): Action => ({ freesShipping: true }),
} satisfies Record<ActionName, (value: unknown) => Action>;
