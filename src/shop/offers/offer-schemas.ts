/** What offers say, on the wire and in forms. */
import * as v from "valibot";
import { actionNames } from "./actions.ts";
import { conditionNames } from "./conditions.ts";

const offerTerms = v.object({
	/** By name: lists of text, numbers or a yes. */
	conditions: v.record(
		v.picklist(conditionNames),
		v.union([v.array(v.string()), v.number(), v.boolean()]),
	),
	action: v.object({
		type: v.picklist(actionNames),
		/** Percent, minor units, or so many pieces for the price of fewer. */
		value: v.union([v.number(), v.boolean(), v.object({ pieces: v.number(), pay: v.number() })]),
	}),
	combines: v.boolean(),
});

export const offerInForce = v.object({
	id: v.string(),
	/** What customers read beside the amount. */
	label: v.string(),
	terms: offerTerms,
	/** The code that it was asked for with; null for a rule. */
	code: v.nullable(v.string()),
});

/** What offers know of a tool. */
export const toolFacts = v.object({
	toolId: v.string(),
	category: v.nullable(v.string()),
	maker: v.nullable(v.string()),
	family: v.nullable(v.string()),
	/** The jobs that it is made for, if an offer asks. */
	jobs: v.array(v.string()),
	isOnSale: v.boolean(),
	/** Of a bundle, how many lines of an order it becomes: one for each part. */
	lines: v.exactOptional(v.number()),
});
