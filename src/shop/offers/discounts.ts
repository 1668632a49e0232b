/** What offers take off an order. Without the calculation, which pages load where there are offers. */
import type { OrderWithCode } from "../gift-cards/holding-order.ts";
import type { OfferInForce, ToolFacts } from "./offer-terms.ts";

/** What an offer has done. */
export interface AppliedOffer {
	offer: OfferInForce;
	/** What it takes off all lines. */
	cents: number;
	freesShipping: boolean;
}

export interface DiscountedOrder {
	/** What each line costs less. */
	discounts: number[];
	isShippingFree: boolean;
	/** The offers that do something, by id. */
	applied: AppliedOffer[];
}

/** Without any offer. */
export const noDiscounts = (lines: readonly unknown[]): DiscountedOrder => ({
	discounts: lines.map(() => 0),
	isShippingFree: false,
	applied: [],
});

/** The offers of now, for lines that are not known yet. */
export interface OffersOfNow {
	/** The rules, and the offer of the code that was typed. */
	offers: OfferInForce[];
	facts: ToolFacts[];
	/** Why the code that was typed does not work. */
	codeProblem?: string;
	codeOrder?: OrderWithCode;
}

/** A line of a cart or an order, before it is known what offers know of its tool. */
export interface PricedTool {
	toolId: string;
	unitPriceCents: number;
	quantity: number;
}

/** What is taken off, and why a code takes nothing off. */
export interface DiscountedNow extends DiscountedOrder {
	codeProblem: string | undefined;
	codeOrder?: OrderWithCode;
}
