/** What an offer says: which lines it is about, what the order must have, and what it does. */

export interface OfferTerms {
	/** By the names that conditions.ts has: lists of text, numbers or a yes. */
	conditions: { [name: string]: string[] | number | boolean };
	action: {
		/** What actions.ts has. */
		type: string;
		/** Percent, minor units, or so many pieces for the price of fewer. */
		value: number | boolean | { pieces: number; pay: number };
	};
	combines: boolean;
}

/** What the categories, tools and families that an offer names are called, by their slugs and ids. */
export type OfferNames = Readonly<Record<string, string>>;

/** An offer that can apply now. */
export interface OfferInForce {
	id: string;
	/** What customers read beside the amount. */
	label: string;
	terms: OfferTerms;
	/** The code that it was asked for with; null for a rule. */
	code: string | null;
	/** For the sentence that says what an order lacks for a code. */
	names?: OfferNames;
}

/** What conditions know of a tool. */
export interface ToolFacts {
	toolId: string;
	category: string | null;
	maker: string | null;
	family: string | null;
	/** The jobs that it is made for, if an offer asks. */
	jobs: string[];
	isOnSale: boolean;
	/** Set for a gift card: no offer is about it. */
	isGiftCard?: boolean;
	/** Of a bundle, how many lines of an order it becomes: one for each part. */
	lines?: number;
}

/** A line of a cart or an order, as offers see it. */
export interface OfferLine {
	unitPriceCents: number;
	quantity: number;
	facts: ToolFacts;
}

/** The end of an offer without an end: the last time that a Date has. */
export const noEnd = new Date(8.64e15);
