/** The conditions of offers. Each reads its own value, says what an order lacks, and stands alone: a new one is an entry
 * here, its name in offer-terms.ts and, for staff, an entry in term-fields.ts. */
import * as v from "valibot";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { formatCents } from "../../values/money.ts";
import type { ConditionName, OfferLine, OfferNames } from "./offer-terms.ts";

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
			/** Whether the sentence names what the offer is about, so that nothing else has to. */
			namesWhat?: true;
	  };

const list = v.array(v.string());
const isIn = (
	value: unknown,
	pick: (line: OfferLine) => readonly (string | null)[],
	what: (named: readonly string[]) => string,
): Condition => {
	const named = v.parse(list, value);
	const wanted = new Set(named.map(lower));
	return {
		isAbout: (line) => pick(line).some((one) => one !== null && wanted.has(lower(one))),
		what: what(named),
	};
};
/** What slugs are called, or their words. */
const called = (slugs: readonly string[], names: OfferNames) =>
	slugs.map((slug) => names[slug] ?? slug.replaceAll("-", " "));
const lower = (text: string) => text.toLowerCase();

export const linesCents = (lines: readonly OfferLine[]) =>
	lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
export const piecesOf = (lines: readonly Pick<OfferLine, "quantity">[]) =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

export const conditions = {
	categories: (value: unknown, names: OfferNames) =>
		isIn(
			value,
			({ facts }) => [facts.category],
			(slugs) => texts.ofCategories(called(slugs, names)),
		),
	makers: (value: unknown) => isIn(value, ({ facts }) => [facts.maker], texts.ofMakers),
	/** Ids of tools and of families. */
	tools: (value: unknown, names: OfferNames) =>
		isIn(
			value,
			({ facts }) => [facts.toolId, facts.family],
			(ids) => {
				const known = ids.flatMap((id) => names[id] ?? []);
				return known.length > 0 ? texts.ofNames(known) : texts.ofTools;
			},
		),
	/** Tools that are made for a job. */
	jobs: (value: unknown) =>
		isIn(
			value,
			({ facts }) => facts.jobs,
			(slugs) => texts.ofJobs(called(slugs, {})),
		),
	/** Not about tools whose price a sale lowers. */
	withoutSales: (value: unknown): Condition => {
		const leavesOut = v.parse(v.boolean(), value);
		return {
			isAbout: ({ facts }) => !(leavesOut && facts.isOnSale),
			what: leavesOut ? texts.notOnSale : "",
		};
	},
	/** The condition of so many pieces of what it is about. */
	minPieces: (value: unknown): Condition => {
		const pieces = v.parse(v.number(), value);
		return {
			namesWhat: true,
			missing: (about, _, what) => {
				const more = pieces - piecesOf(about);
				return more > 0 ? texts.needsPieces(pieces, more, what) : undefined;
			},
		};
	},
	/** The condition of this value of the whole order, before any offer. */
	minCents: (value: unknown): Condition => {
		const cents = v.parse(v.number(), value);
		return {
			missing: (about, all, what) => {
				const more = cents - linesCents(all);
				// Without any tool that it is about, that is said first.
				const ofTools = about.length > 0 ? what : "";
				return more > 0 ? texts.from(formatCents(cents), formatCents(more), ofTools) : undefined;
			},
		};
	},
} satisfies Record<ConditionName, (value: unknown, names: OfferNames) => Condition>;
