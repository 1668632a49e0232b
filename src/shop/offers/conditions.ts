/** The conditions of offers. Each reads its own value, says what an order lacks, and stands alone: a new one is an entry
 * here and its name in offer-terms.ts. */
import * as v from "valibot";
import { codeProblems as texts } from "../../messages.code-problems.ts";
import { formatCents } from "../../values/money.ts";
import type { ConditionName, OfferLine } from "./offer-terms.ts";

/** A condition with its value read: which lines the offer is about, or what the order must have. */
export type Condition =
	| {
			isAbout: (line: OfferLine) => boolean;
			/** What it is about, as what follows "tools" in a sentence; empty for all. */
			what: string;
	  }
	| {
			/**
			 * What the order lacks, as a sentence; undefined if it has what it must. `about` are the lines that the offer is
			 * about, and `what` is what these are, as above.
			 */
			missing: (
				about: readonly OfferLine[],
				all: readonly OfferLine[],
				what: string,
			) => string | undefined;
	  };

const names = v.array(v.string());
const isIn = (
	value: unknown,
	pick: (line: OfferLine) => readonly (string | null)[],
	what: (names: readonly string[]) => string,
): Condition => {
	const named = v.parse(names, value);
	const wanted = new Set(named.map(lower));
	return {
		isAbout: (line) => pick(line).some((one) => one !== null && wanted.has(lower(one))),
		what: what(named),
	};
};
/** A slug in words. */
const words = (slug: string) => slug.replaceAll("-", " ");
const lower = (text: string) => text.toLowerCase();

export const linesCents = (lines: readonly OfferLine[]) =>
	lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
export const piecesOf = (lines: readonly Pick<OfferLine, "quantity">[]) =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

export const conditions = {
	categories: (value: unknown) =>
		isIn(
			value,
			({ facts }) => [facts.category],
			(slugs) => texts.ofCategories(slugs.map(words)),
		),
	makers: (value: unknown) => isIn(value, ({ facts }) => [facts.maker], texts.ofMakers),
	/** Ids of tools and of families. */
	tools: (value: unknown) =>
		isIn(
			value,
			({ facts }) => [facts.toolId, facts.family],
			() => texts.ofTools,
		),
	/** Tools that are made for a job. */
	jobs: (value: unknown) =>
		isIn(
			value,
			({ facts }) => facts.jobs,
			(slugs) => texts.ofJobs(slugs.map(words)),
		),
	/** Not about tools whose price a sale lowers. */
	withoutSales: (value: unknown): Condition => {
		const leavesOut = v.parse(v.boolean(), value);
		return {
			isAbout: ({ facts }) => !(leavesOut && facts.isOnSale),
			what: leavesOut ? texts.notOnSale : "",
		};
	},
	/** From so many pieces of what it is about. */
	minPieces: (value: unknown): Condition => {
		const pieces = v.parse(v.number(), value);
		return {
			missing: (about, _, what) => {
				const more = pieces - piecesOf(about);
				return more > 0 ? texts.needsPieces(pieces, more, what) : undefined;
			},
		};
	},
	/** From this value of the whole order, before any offer. */
	minCents: (value: unknown): Condition => {
		const cents = v.parse(v.number(), value);
		return {
			missing: (_, all) => {
				const more = cents - linesCents(all);
				return more > 0 ? texts.from(formatCents(cents), formatCents(more)) : undefined;
			},
		};
	},
} satisfies Record<ConditionName, (value: unknown) => Condition>;
