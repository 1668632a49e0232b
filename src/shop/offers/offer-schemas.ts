/** What offers say, on the wire. */
import * as v from "valibot";
import { actionNames } from "./actions.ts";
import { conditionNames } from "./conditions.ts";

const offerTerms = v.object({
	conditions: v.record(
		v.picklist<readonly string[]>(conditionNames),
		v.union([v.array(v.string()), v.number(), v.boolean()]),
	),
	action: v.object({
		type: v.picklist<readonly string[]>(actionNames),
		value: v.union([v.number(), v.boolean(), v.object({ pieces: v.number(), pay: v.number() })]),
	}),
	combines: v.boolean(),
});

export const offerInForce = v.object({
	id: v.string(),
	label: v.string(),
	terms: offerTerms,
	code: v.nullable(v.string()),
	/** What the categories, tools and families that it is for are called, by their slugs and ids. */
	names: v.exactOptional(v.record(v.string(), v.string())),
});

/** The customer's own unpaid order that has the code. */
export const orderWithCode = v.object({ id: v.string(), number: v.number() });

/** What offers know of a tool. */
export const toolFacts = v.object({
	toolId: v.string(),
	category: v.nullable(v.string()),
	maker: v.nullable(v.string()),
	family: v.nullable(v.string()),
	jobs: v.array(v.string()),
	isOnSale: v.boolean(),
	/** Set for a gift card: no offer is about it. */
	isGiftCard: v.exactOptional(v.boolean()),
	/** Of a bundle, how many lines of an order it becomes: one for each part. */
	lines: v.exactOptional(v.number()),
});
