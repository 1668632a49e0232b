/** What an offer says: which lines it is about, what the order must have, and what it does. Imports nothing of the database, whose tables need it. */
import type { ActionName } from "./actions.ts";
import type { ConditionName } from "./conditions.ts";

/** By the names of actions.ts and conditions.ts, which read the values. */
export interface OfferTerms {
	conditions: { [Name in ConditionName]?: unknown };
	action: { type: ActionName; value: unknown };
	/** Whether it comes on top of other offers. Otherwise a line has the best one for the customer. */
	combines: boolean;
}

/** What conditions know of a tool. */
export interface ToolFacts {
	toolId: string;
	/** The slug of its category. */
	category: string | null;
	maker: string | null;
	family: string | null;
	/** The jobs that it is made for, by their ids, if an offer asks. */
	jobs: readonly string[];
	isOnSale: boolean;
}

/** A line of a cart or an order, as offers see it. */
export interface OfferLine {
	unitPriceCents: number;
	quantity: number;
	facts: ToolFacts;
}

/** An offer that can apply now. */
export interface OfferInForce {
	id: string;
	/** What customers read beside the amount. */
	label: string;
	terms: OfferTerms;
	/** The code that it was asked for with; null for a rule. */
	code: string | null;
}

/** The end of an offer without an end: the last time that a Date has. */
export const noEnd = new Date(8.64e15);
