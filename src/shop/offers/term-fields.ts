/** How staff enter the conditions and actions of offers, and what their list says of them. */
import * as v from "valibot";
import { terms, offerForm as texts } from "../../messages/offers.ts";
import { formatCents, priceStep } from "../../values/money.ts";
import {
	countField,
	type FieldRules,
	flagField,
	listField,
	moneyField,
	oneField,
	optional,
	percentField,
} from "../../values/record-fields.ts";
import { payForValue } from "./actions.ts";
import type { ActionName, ConditionName, OfferTerms } from "./offer-terms.ts";

type AskedValue = NonNullable<OfferTerms["conditions"][ConditionName]>;

interface ConditionField {
	/** Whether it says what an offer is about, or what the order needs. */
	group: "about" | "needs";
	/** An empty list, undefined and no are no condition. */
	field: FieldRules<AskedValue | undefined>;
	/** What the list of offers says of it; an empty text if nothing. */
	says: (value: unknown) => string;
}

const named = (value: unknown) => v.parse(v.array(v.string()), value).join(", ");
/** The last part of a page's address as words. */
const words = (slugs: unknown) => named(slugs).replaceAll("-", " ");

export const conditionFields = {
	categories: { group: "about", field: oneField(texts.any), says: words },
	makers: { group: "about", field: listField(), says: named },
	tools: {
		group: "about",
		field: listField(3),
		says: (ids) => terms.chosenTools(v.parse(v.array(v.string()), ids).length),
	},
	jobs: { group: "about", field: oneField(texts.any), says: words },
	withoutSales: { group: "about", field: flagField(true), says: () => "" },
	minPieces: {
		group: "needs",
		field: optional(countField({ min: 1, wrong: texts.limitWrong })),
		says: (pieces) => terms.fromPieces(Number(pieces)),
	},
	minCents: {
		group: "needs",
		field: optional(moneyField({ min: priceStep, wrong: texts.limitWrong })),
		says: (cents) => terms.fromPrice(formatCents(Number(cents))),
	},
} satisfies Record<ConditionName, ConditionField>;

type Value = OfferTerms["action"]["value"];

interface ActionFields {
	/** Its fields: the value is the one, or an object of several. */
	fields: Readonly<Record<string, FieldRules<number>>>;
	/** What is wrong with its fields together, by field. */
	problem?: (value: Value) => Readonly<Record<string, string>> | undefined;
	/** What the list of offers says of it. */
	says: (value: Value) => string;
}

const wrong = texts.actionMissing;

export const actionFields: Readonly<Record<ActionName, ActionFields>> = {
	percent: {
		/** Nothing becomes free. */
		fields: { percent: percentField({ min: 0.001, max: 90, wrong }) },
		says: (percent) => terms.percent(Number(percent)),
	},
	amount: {
		fields: { amount: moneyField({ min: priceStep, wrong }) },
		says: (cents) => terms.amount(formatCents(Number(cents))),
	},
	payFor: {
		fields: { pieces: countField({ min: 2, wrong }), pay: countField({ min: 1, wrong }) },
		problem: (value) => {
			const { pieces, pay } = v.parse(payForValue, value);
			return pay < pieces ? undefined : { pay: wrong };
		},
		says: (value) => {
			const { pieces, pay } = v.parse(payForValue, value);
			return terms.payFor(pieces, pay);
		},
	},
	freeShipping: { fields: {}, says: () => terms.freeShipping },
};
