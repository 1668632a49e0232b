/** The offers of a cart, and what gift cards pay, where a code counts as one that somebody may guess. */
import type { Caller } from "../../access/caller.ts";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { guestTokenHashes } from "../../platform/auth/guest-token.ts";
import { isTooMuch } from "../../platform/limits/rate-limit.ts";
import type { CardsNow } from "../gift-cards/cards-now.ts";
import type { CodeCustomer } from "../gift-cards/holding-order.server.ts";
import { cardsToRead, readCardsNow } from "../gift-cards/spend-cards.server.ts";
import { codesIn } from "./codes.ts";
import { discountNow } from "./discount-now.ts";
import type { DiscountedNow, OffersOfNow, PricedTool } from "./discounts.ts";
import { readOffers } from "./read-offers.server.ts";

/** What the offers of now take off, and what can be paid with. */
export interface OffersAndCards extends OffersOfNow {
	cards?: CardsNow;
}

/** Who types a code: an account, or whoever has the links of a guest's orders in this browser. */
export const codeCustomerOf = async (
	{ headers }: Request,
	user: Pick<Caller, "id" | "email"> | undefined,
): Promise<CodeCustomer> => ({
	userId: user?.id,
	email: user?.email,
	guestTokenHashes: await guestTokenHashes(headers),
});

/** Reads the offers of now for a customer, and the cards of what was typed and of an account. One round trip. */
export async function readOffersAndCards(
	toolIds: readonly string[],
	typed: string | undefined,
	customer?: CodeCustomer,
): Promise<OffersAndCards> {
	const { code, giftCode } = codesIn(typed);
	const asked = await cardsToRead({ code: giftCode, creditOf: customer?.userId });
	const { offersOfNow, cards } = await readOffers(toolIds, code, customer, asked);
	if (!asked) return offersOfNow;
	const { problem, cards: now } = readCardsNow(cards, asked);
	return {
		...(offersOfNow.codeProblem === undefined && problem),
		...offersOfNow,
		...(now && { cards: now }),
	};
}

/** The same for a cart without JavaScript, with what offers take off these lines. */
export async function basicOffers(
	request: Request,
	lines: readonly PricedTool[],
	typed: string,
): Promise<DiscountedNow & { cards?: CardsNow }> {
	const isLimited = typed !== "" && (await isTooMuch("code", request));
	const toolIds = lines.map(({ toolId }) => toolId);
	const customer = await codeCustomerOf(request, undefined);
	const code = isLimited ? "" : typed;
	const { cards, ...offersOfNow } = await readOffersAndCards(toolIds, code, customer);
	const problem = isLimited && { codeProblem: texts.tooMany };
	return { ...discountNow(lines, { ...offersOfNow, ...problem }), ...(cards && { cards }) };
}
