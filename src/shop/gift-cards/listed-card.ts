/** A gift card or store credit as lists of staff have it. */
import { giftAdmin as texts } from "../../messages/gift-admin.ts";
import type { GiftCardKind } from "./gift-card-kinds.ts";

interface NamedCard {
	kind: GiftCardKind;
	codeEnd: string;
	/** The name of its account. */
	name: string | null;
}

/** What staff call it. */
export function cardName({ kind, codeEnd, name }: NamedCard): string {
	if (kind === "gift_card") return texts.card(codeEnd);
	return name === null ? texts.guestCredit(codeEnd) : texts.credit(name);
}

interface CardFacts {
	balanceCents: number;
	expiresAt: Date | null;
	disabledAt: Date | null;
}

/** Whether something can be paid with it, or why not. */
export function cardState(
	{ balanceCents, expiresAt, disabledAt }: CardFacts,
	now = Date.now(),
): keyof typeof texts.states {
	if (disabledAt) return "disabled";
	if (expiresAt && expiresAt.getTime() <= now) return "expired";
	return balanceCents === 0 ? "usedUp" : "usable";
}
