/** The conditions of offers. Each reads its own value and stands alone: a new one is an entry here and its name in
 * offer-terms.ts. */
import * as v from "valibot";
import type { ConditionName, OfferLine } from "./offer-terms.ts";

/** A condition with its value read. */
interface Condition {
	/** Whether the offer is about a line; about all if it does not say. */
	isAbout?: (line: OfferLine) => boolean;
	/** Whether the order has what it must: `about` are the lines that the offer is about. */
	holds?: (about: readonly OfferLine[], all: readonly OfferLine[]) => boolean;
}

const names = v.array(v.string());
const isIn = (value: unknown, pick: (line: OfferLine) => readonly (string | null)[]): Condition => {
	const wanted = new Set(v.parse(names, value).map(lower));
	return { isAbout: (line) => pick(line).some((one) => one !== null && wanted.has(lower(one))) };
};
const lower = (text: string) => text.toLowerCase();

export const linesCents = (lines: readonly OfferLine[]) =>
	lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
const piecesOf = (lines: readonly OfferLine[]) =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

export const conditions = {
	categories: (value: unknown) => isIn(value, ({ facts }) => [facts.category]),
	makers: (value: unknown) => isIn(value, ({ facts }) => [facts.maker]),
	/** Ids of tools and of families. */
	tools: (value: unknown) => isIn(value, ({ facts }) => [facts.toolId, facts.family]),
	/** Tools that are made for a job. */
	jobs: (value: unknown) => isIn(value, ({ facts }) => facts.jobs),
	/** Not about tools whose price a sale lowers. */
	withoutSales: (value: unknown): Condition => {
		const leavesOut = v.parse(v.boolean(), value);
		return { isAbout: ({ facts }) => !(leavesOut && facts.isOnSale) };
	},
	/** From so many pieces of what it is about. */
	minPieces: (value: unknown): Condition => {
		const pieces = v.parse(v.number(), value);
		return { holds: (about) => piecesOf(about) >= pieces };
	},
	/** From this value of the whole order, before any offer. */
	minCents: (value: unknown): Condition => {
		const cents = v.parse(v.number(), value);
		return { holds: (_, all) => linesCents(all) >= cents };
	},
} satisfies Record<ConditionName, (value: unknown) => Condition>;
