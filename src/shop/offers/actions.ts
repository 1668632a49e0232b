/** What offers do. Each declares its fields in the form of staff, its sentence in their list, and what it takes off: a new
 * one is an entry here and its name in messages/offers.ts. */
import * as v from "valibot";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { offerFields as fieldTexts, terms } from "../../messages/offers.ts";
import { allocate } from "../../values/allocate.ts";
import { formatCents, priceStep } from "../../values/money.ts";
import {
	countField,
	type FieldRules,
	moneyField,
	percentField,
} from "../../values/record-fields.ts";
import { piecesOf } from "./conditions.ts";
import type { OfferTerms } from "./offer-terms.ts";

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

/** The values of an action with several fields. */
export const severalValues = v.object({ pieces: v.number(), pay: v.number() });

type Value = OfferTerms["action"]["value"];

interface ActionKind {
	/** Its fields, of which an action of one has the value, and one of several an object. */
	fields: Readonly<Record<string, FieldRules<number>>>;
	/** What is wrong with its fields together, by field. */
	problem?: (value: Value) => Readonly<Record<string, string>> | undefined;
	/** What the list of staff says. */
	says: (value: unknown) => string;
	/** The action with its value read. */
	read: (value: unknown) => Action;
}

const wrong = fieldTexts.actionMissing;

export const actions = {
	/** Percent off each line. Nothing becomes free. */
	percent: {
		fields: { percent: percentField({ min: 0.001, max: 90, wrong }) },
		says: (percent) => terms.percent(Number(percent)),
		read: (value) => {
			const percent = v.parse(v.number(), value);
			return {
				discounts: (lines, smallest) =>
					lines.map(
						({ leftCents }) => Math.round((leftCents * percent) / 100 / smallest) * smallest,
					),
			};
		},
	},
	/** An amount off, once an order. */
	amount: {
		fields: { amount: moneyField({ min: priceStep, wrong }) },
		says: (cents) => terms.amount(formatCents(Number(cents))),
		read: (value) => {
			const cents = v.parse(v.number(), value);
			return {
				discounts: (lines, smallest) => divide(Math.min(cents, sumLeft(lines)), lines, smallest),
			};
		},
	},
	/**
	 * So many pieces for the price of fewer: the cheapest are free. The lines share that, so that a piece that is sent
	 * back is worth what it has cost among the others.
	 */
	payFor: {
		fields: { pieces: countField({ min: 2, wrong }), pay: countField({ min: 1, wrong }) },
		problem: (value) => {
			const { pieces, pay } = v.parse(severalValues, value);
			return pay < pieces ? undefined : { pay: wrong };
		},
		says: (value) => {
			const { pieces, pay } = v.parse(severalValues, value);
			return terms.payFor(pieces, pay);
		},
		read: (value) => {
			const { pieces, pay } = v.parse(severalValues, value);
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
	},
	freeShipping: {
		fields: {},
		says: () => terms.freeShipping,
		read: () => ({ freesShipping: true }),
	},
} satisfies Record<string, ActionKind>;
type ActionName = keyof typeof actions;
export const actionNames = Object.keys(actions) as ActionName[];

/** What an action of this name is. */
export function actionKind(type: string): ActionKind {
	const name = actionNames.find((one) => one === type);
	if (!name) throw new Error(`There is no action ${type}`);
	return actions[name];
}
