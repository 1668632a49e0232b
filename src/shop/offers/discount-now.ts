/** What the offers of now take off the lines of a cart, and why a code does not. Runs in the Worker and the browser. */
import { ShopError } from "../../errors.ts";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { applyOffers, whyNothing } from "./apply-offers.ts";
import type { DiscountedNow, OffersOfNow, PricedTool } from "./discounts.ts";
import type { OfferLine, ToolFacts } from "./offer-terms.ts";

/** The lines with what offers know of their tools. A tool that is gone has nothing. */
export function withFacts(lines: readonly PricedTool[], facts: readonly ToolFacts[]): OfferLine[] {
	const byTool = new Map(facts.map((one) => [one.toolId, one]));
	return lines.map(({ toolId, unitPriceCents, quantity }) => ({
		unitPriceCents,
		quantity,
		facts: byTool.get(toolId) ?? {
			toolId,
			category: null,
			maker: null,
			family: null,
			jobs: [],
			isOnSale: false,
		},
	}));
}

/** Applies the offers of now. A code that does nothing here says why, and is not used up. */
export function discountNow(lines: readonly PricedTool[], now: OffersOfNow): DiscountedNow {
	const known = withFacts(lines, now.facts);
	const discounted = applyOffers(known, now.offers);
	const ofCode = now.offers.find(({ code }) => code !== null);
	const isApplied = discounted.applied.some(({ offer }) => offer === ofCode);
	const codeProblem =
		now.codeProblem ?? (ofCode && !isApplied ? whyNothing(ofCode, known) : undefined);
	return { ...discounted, codeProblem, ...(now.codeOrder && { codeOrder: now.codeOrder }) };
}

/** The error of somebody who tries codes. */
export const tooManyCodes = () =>
	new ShopError("too_many", { message: texts.tooMany, fields: { code: texts.tooMany } });
