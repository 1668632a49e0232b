/** The triggers of the ledger of gift cards: balances, what orders give back, and refunds that go onto a card. */
import { type Trigger, trigger } from "../trigger.ts";

const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** What an order still has of each card, and of those that it took later: they get theirs back first. */
const spentOf = (order: string) =>
	`(SELECT card_id, -sum(cents) AS spent, coalesce(sum(-sum(cents)) OVER (ORDER BY max(number) DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS later FROM gift_card_entries WHERE order_id = ${order} AND why IN ('spent', 'returned') GROUP BY card_id)`;

const less = "old.gift_card_cents - new.gift_card_cents";

export const giftCardTriggers: Trigger[] = [
	trigger(
		"gift_card_entries_added",
		"AFTER INSERT ON gift_card_entries",
		"UPDATE gift_cards SET balance_cents = balance_cents + new.cents WHERE id = new.card_id",
		"UPDATE shop_counts SET gift_cards_cents = gift_cards_cents + new.cents",
	),
	trigger(
		"gift_card_entries_never_changed",
		"BEFORE UPDATE OF card_id, cents, why, order_id, refund_id, created_at ON gift_card_entries",
		"SELECT RAISE(ABORT, 'an entry of a gift card is never changed')",
	),
	trigger(
		"gift_card_entries_never_deleted",
		"BEFORE DELETE ON gift_card_entries",
		"SELECT RAISE(ABORT, 'an entry of a gift card is never deleted')",
	),
	trigger(
		"orders_need_less_of_cards",
		"AFTER UPDATE OF gift_card_cents ON orders WHEN new.gift_card_cents < old.gift_card_cents",
		`INSERT INTO gift_card_entries (card_id, cents, why, order_id, created_at) SELECT card_id, min(spent, ${less} - later), 'returned', new.id, ${now} FROM ${spentOf("new.id")} WHERE spent > 0 AND later < ${less}`,
	),
	trigger(
		"orders_closed_return_cards",
		"AFTER UPDATE OF closed_at ON orders WHEN new.closed_at IS NOT NULL AND old.closed_at IS NULL AND new.gift_card_cents > 0",
		"UPDATE orders SET gift_card_cents = 0 WHERE number = new.number",
	),
	// Its money does not expire: it was paid for what came back.
	trigger(
		"refunds_onto_cards",
		"AFTER INSERT ON refunds WHEN new.gift_card_id IS NOT NULL",
		"INSERT INTO gift_card_entries (card_id, cents, why, order_id, refund_id, created_by, created_at) VALUES (new.gift_card_id, new.amount_cents, 'refunded', new.order_id, new.id, new.created_by, new.created_at)",
		"UPDATE gift_cards SET expires_at = NULL WHERE id = new.gift_card_id AND expires_at IS NOT NULL",
	),
];

/** The sum of a card's entries, and what an order has of cards. */
export const selectBalance: string =
	"(SELECT coalesce(sum(cents), 0) FROM gift_card_entries WHERE card_id = gift_cards.id)";
export const selectPaidByCards: string =
	"(SELECT coalesce(-sum(cents), 0) FROM gift_card_entries WHERE order_id = orders.id AND why IN ('spent', 'returned'))";
