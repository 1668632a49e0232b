/** The card of its own that a refund becomes when it can't go back onto the one that was paid with. */
import { sql } from "drizzle-orm";
import { giftCards } from "../../db/gift-card-tables.ts";
import { refundOnNewCode } from "../../messages/gift-cards.ts";
import { insertFrom } from "../../platform/database/database.ts";
import { codeColumns } from "./gift-code.server.ts";
import { type CardToRefund, endOfRefunded, whyNewCard } from "./refunded-cards.ts";

interface FormerCard extends CardToRefund {
	codeEnd: string;
	/** Since when the payment that bought it is disputed. */
	disputedAt: Date | null;
}

export type CardToMake = Pick<
	typeof giftCards.$inferSelect,
	"id" | "codeHash" | "codeEnd" | "email" | "message" | "currency" | "issuedAt" | "expiresAt"
> & { disabledAt: Date | null; replaces: string };

/**
 * Returns the card that a refund becomes: the order's buyer gets its code. While the payment of the former one is disputed, it
 * waits. Undefined if the refund goes back onto the former card.
 */
export async function cardInsteadOf(
	card: FormerCard & ({ giftCardId: string } | { id: string }),
	{
		order,
		refundId,
		now,
	}: { order: { email: string; currency: string }; refundId: string; now: number },
): Promise<CardToMake | undefined> {
	const why = whyNewCard(card, now);
	if (!why) return undefined;
	const id = `credit-${refundId}`;
	const disabledAt = why === "disabled" ? card.disputedAt : null;
	const message = refundOnNewCode[disabledAt ? "waits" : why];
	return {
		id,
		...(await codeColumns(id)).columns,
		email: order.email,
		currency: order.currency,
		message: message(card.codeEnd),
		issuedAt: new Date(now),
		disabledAt,
		expiresAt: endOfRefunded(card, now),
		replaces: "giftCardId" in card ? card.giftCardId : card.id,
	};
}

/** The statement that makes it. A trigger adds what was refunded. */
export const makeCard = ({ issuedAt, expiresAt, disabledAt, ...card }: CardToMake) =>
	insertFrom(
		giftCards,
		{
			...card,
			kind: "store_credit",
			issuedAt: issuedAt.getTime(),
			expiresAt: expiresAt?.getTime() ?? null,
			disabledAt: disabledAt?.getTime() ?? null,
		},
		sql`from (select 1) where true`,
	).onConflictDoNothing();
