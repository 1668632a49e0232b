/** The conditions of offers. Each declares its field in the form of staff, its sentence in their list, and what an order
 * lacks for it: a new one is an entry here and its name in messages/offers.ts. */
import * as v from "valibot";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { offerFields as fieldTexts, terms } from "../../messages/offers.ts";
import { formatCents, priceStep } from "../../values/money.ts";
import {
	countField,
	type FieldRules,
	flagField,
	listField,
	moneyField,
	oneField,
	optional,
} from "../../values/record-fields.ts";
import type { OfferLine, OfferNames, OfferTerms } from "./offer-terms.ts";

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

type Value = NonNullable<OfferTerms["conditions"][string]>;

interface ConditionKind {
	/** Whether it says what an offer is about, or what the order needs. */
	group: "about" | "needs";
	/** An empty list, undefined and no are no condition. */
	field: FieldRules<Value | undefined>;
	/** What the list of staff says; empty for nothing. */
	says: (value: unknown) => string;
	/** The condition with its value read. */
	read: (value: unknown, names: OfferNames) => Condition;
}

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
/** The last part of a page's address as words. */
const words = (slug: string) => slug.replaceAll("-", " ");
/** What slugs are called, or their words. */
const called = (slugs: readonly string[], names: OfferNames) =>
	slugs.map((slug) => names[slug] ?? words(slug));
const lower = (text: string) => text.toLowerCase();
const named = (value: unknown) => v.parse(list, value).join(", ");

export const linesCents = (lines: readonly OfferLine[]) =>
	lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
export const piecesOf = (lines: readonly Pick<OfferLine, "quantity">[]) =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

const wrong = fieldTexts.limitWrong;

export const conditions = {
	categories: {
		group: "about",
		field: oneField(fieldTexts.any),
		says: (slugs) => words(named(slugs)),
		read: (value, names) =>
			isIn(
				value,
				({ facts }) => [facts.category],
				(slugs) => texts.ofCategories(called(slugs, names)),
			),
	},
	makers: {
		group: "about",
		field: listField(),
		says: named,
		read: (value) => isIn(value, ({ facts }) => [facts.maker], texts.ofMakers),
	},
	/** Ids of tools and of families. */
	tools: {
		group: "about",
		field: listField(3),
		says: (ids) => terms.chosenTools(v.parse(list, ids).length),
		read: (value, names) =>
			isIn(
				value,
				({ facts }) => [facts.toolId, facts.family],
				(ids) => {
					const known = ids.flatMap((id) => names[id] ?? []);
					return known.length > 0 ? texts.ofNames(known) : texts.ofTools;
				},
			),
	},
	/** Tools that are made for a job. */
	jobs: {
		group: "about",
		field: oneField(fieldTexts.any),
		says: (slugs) => words(named(slugs)),
		read: (value) =>
			isIn(
				value,
				({ facts }) => facts.jobs,
				(slugs) => texts.ofJobs(called(slugs, {})),
			),
	},
	/** Not about tools whose price a sale lowers. */
	withoutSales: {
		group: "about",
		field: flagField(true),
		says: () => "",
		read: (value) => {
			const leavesOut = v.parse(v.boolean(), value);
			return {
				isAbout: ({ facts }) => !(leavesOut && facts.isOnSale),
				what: leavesOut ? texts.notOnSale : "",
			};
		},
	},
	/** From so many pieces of what it is about. */
	minPieces: {
		group: "needs",
		field: optional(countField({ min: 1, wrong })),
		says: (pieces) => terms.fromPieces(Number(pieces)),
		read: (value) => {
			const pieces = v.parse(v.number(), value);
			return {
				namesWhat: true,
				missing: (about, _, what) => {
					const more = pieces - piecesOf(about);
					return more > 0 ? texts.needsPieces(pieces, more, what) : undefined;
				},
			};
		},
	},
	/** From this value of the whole order, before any offer. */
	minCents: {
		group: "needs",
		field: optional(moneyField({ min: priceStep, wrong })),
		says: (cents) => terms.fromPrice(formatCents(Number(cents))),
		read: (value) => {
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
	},
} satisfies Record<string, ConditionKind>;
export type ConditionName = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as ConditionName[];
