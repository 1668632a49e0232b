/** The offers of a cart without JavaScript, where a code counts as one that somebody may guess. */
import { codeProblems as texts } from "../../messages.codes.ts";
import { areTooManyCodes } from "../../platform/rate-limit.ts";
import { discountNow } from "./discount-now.ts";
import type { DiscountedNow, PricedTool } from "./discounts.ts";
import { readOffers } from "./read-offers.server.ts";

/** What the offers of now take off these lines. */
export async function basicOffers(
	request: Request,
	lines: readonly PricedTool[],
	code: string,
): Promise<DiscountedNow> {
	const isLimited = code !== "" && (await areTooManyCodes(request));
	const toolIds = lines.map(({ toolId }) => toolId);
	const { offersOfNow } = await readOffers(toolIds, isLimited ? "" : code);
	const problem = isLimited && { codeProblem: texts.tooMany };
	return discountNow(lines, { ...offersOfNow, ...problem });
}
