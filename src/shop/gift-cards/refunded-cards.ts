/** Where a refund goes that comes back onto a gift card: onto the card, until when, or onto a new one. */

const dayMs = 24 * 60 * 60_000;

/** How many days what was refunded can be spent at least. */
const minDays = 30;

/** A card as it is when a refund is to go back onto it. Times are in UTC milliseconds but for dates. */
export interface CardToRefund {
	balanceCents: number;
	expiresAt: Date | null;
	disabledAt: Date | null;
	/** When the order has spent it, or got some of that back last. */
	spentAt: number;
}

/**
 * Until when what comes back onto a card can be spent: as many days after the refund as were left when it was spent, at
 * least 30, and no sooner than the card itself. Null for ever: a card that was paid for has no end.
 */
export function endOfRefunded({ expiresAt, spentAt }: CardToRefund, now: number): Date | null {
	if (!expiresAt) return null;
	// In whole days, so that who cancels on the same day has the card as it was.
	const later = expiresAt.getTime() + Math.floor((now - spentAt) / dayMs) * dayMs;
	return new Date(Math.max(later, now + minDays * dayMs));
}

/**
 * Why a refund needs a new card: this one is disabled, perhaps because it was stolen; or what is left on it ends sooner than
 * what comes back. Undefined if it goes onto the card.
 */
export function whyNewCard(card: CardToRefund, now: number): "disabled" | "ends" | undefined {
	if (card.disabledAt) return "disabled";
	const end = endOfRefunded(card, now);
	const isLater = end !== null && card.expiresAt !== null && end > card.expiresAt;
	return isLater && card.balanceCents > 0 ? "ends" : undefined;
}
