/** The triggers of the ledger of gift cards: balances, cards that are bought, what orders give back, and refunds onto a card or of one. */
import { type Trigger, trigger } from "../trigger.ts";

const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** What an order still has of each card, and of those that it took later: they get theirs back first. */
const spentOf = (order: string) =>
	`(SELECT card_id, -sum(cents) AS spent, coalesce(sum(-sum(cents)) OVER (ORDER BY max(number) DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS later FROM gift_card_entries WHERE order_id = ${order} AND why IN ('spent', 'returned') GROUP BY card_id)`;

const less = "old.gift_card_cents - new.gift_card_cents";

/** The cards of a line with what those before them have. */
const cardsOf = (line: string) =>
	`(SELECT id, balance_cents, coalesce(sum(balance_cents) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS ahead FROM gift_cards WHERE line_id = ${line})`;

/** Whether more of an order went onto a card than it had paid with it: store credit instead of its other money. */
const isCredited = (card: string, order: string) =>
	`(SELECT sum(cents) > 0 FROM gift_card_entries AS own WHERE own.order_id = ${order} AND own.card_id = ${card} AND own.why <> 'issued')`;

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
	trigger(
		"refunds_onto_cards",
		"AFTER INSERT ON refunds WHEN new.gift_card_id IS NOT NULL",
		"INSERT INTO gift_card_entries (card_id, cents, why, order_id, refund_id, created_by, created_at) VALUES (new.gift_card_id, new.amount_cents, 'refunded', new.order_id, new.id, new.created_by, new.created_at)",
	),
	trigger(
		"order_lines_become_cards",
		"AFTER UPDATE OF transaction_id ON order_lines WHEN new.gift_codes IS NOT NULL AND new.transaction_id IS NOT NULL AND old.transaction_id IS NULL",
		"INSERT INTO gift_cards (id, kind, code_hash, code_end, email, currency, issued_at, line_id) SELECT new.id || '-' || key, 'gift_card', value ->> 'hash', value ->> 'end', iif(gift_to IS NULL, email, ''), currency, new.paid_at, new.id FROM orders, json_each(new.gift_codes) WHERE orders.id = new.order_id",
		"INSERT INTO gift_card_entries (card_id, cents, why, created_at) SELECT id, new.unit_price_cents, 'issued', new.paid_at FROM gift_cards WHERE line_id = new.id",
	),
	// The shop's own refunds ask for no more than is left. One of Stripe's dashboard was made already: it takes what there is.
	trigger(
		"refunds_of_cards",
		"AFTER INSERT ON refund_lines WHEN EXISTS (SELECT 1 FROM gift_cards WHERE line_id = new.line_id)",
		`INSERT INTO gift_card_entries (card_id, cents, why, refund_id, created_by, created_at) SELECT cards.id, -min(balance_cents, new.amount_cents - ahead), 'taken_back', refunds.id, refunds.created_by, ${now} FROM ${cardsOf("new.line_id")} AS cards, refunds WHERE refunds.id = new.refund_id AND balance_cents > 0 AND ahead < new.amount_cents`,
	),
	trigger(
		"refunds_of_cards_failed",
		"AFTER UPDATE OF status ON refunds WHEN new.status = 'failed' AND old.status <> 'failed'",
		`INSERT INTO gift_card_entries (card_id, cents, why, refund_id, created_at) SELECT card_id, -cents, 'given_back', new.id, ${now} FROM gift_card_entries WHERE refund_id = new.id AND why = 'taken_back'`,
	),
	// Until the dispute is won, nobody has both the card and its money. One that staff have disabled stays so. So it is with
	// store credit that was given for a payment. What only came back onto the credit that had paid is not of it.
	trigger(
		"disputes_of_cards",
		"AFTER UPDATE OF disputed_at ON order_lines WHEN new.disputed_at IS NOT old.disputed_at",
		`UPDATE gift_cards SET disabled_at = new.disputed_at WHERE (line_id = new.id OR replaces IN (SELECT id FROM gift_cards WHERE line_id = new.id)) AND disabled_at IS old.disputed_at AND new.gift_codes IS NOT NULL`,
		`UPDATE gift_cards SET disabled_at = coalesce(new.disputed_at, (SELECT max(disputed_at) FROM order_lines AS other WHERE disputed_at IS NOT NULL AND other.order_id IN (SELECT order_id FROM gift_card_entries WHERE card_id = gift_cards.id AND why = 'refunded') AND ${isCredited("gift_cards.id", "other.order_id")})) WHERE id IN (SELECT card_id FROM gift_card_entries WHERE order_id = new.order_id AND why = 'refunded') AND kind = 'store_credit' AND replaces IS NULL AND disabled_at IS old.disputed_at AND ${isCredited("gift_cards.id", "new.order_id")}`,
	),
	trigger(
		"tools_cards_in_bundles",
		"BEFORE UPDATE OF is_gift_card ON tools WHEN new.is_gift_card AND EXISTS (SELECT 1 FROM bundle_parts WHERE new.id IN (bundle_id, part_id))",
		"SELECT RAISE(ABORT, 'a gift card is neither a bundle nor a part of one')",
	),
];

/** What is left on the cards that a line has become, as an expression. */
export const selectLeftOnCards = (line: string): string =>
	`(SELECT coalesce(sum(balance_cents), 0) FROM gift_cards WHERE line_id = ${line})`;

/** The sum of a card's entries, and what an order has of cards. */
export const selectBalance: string =
	"(SELECT coalesce(sum(cents), 0) FROM gift_card_entries WHERE card_id = gift_cards.id)";
export const selectPaidByCards: string =
	"(SELECT coalesce(-sum(cents), 0) FROM gift_card_entries WHERE order_id = orders.id AND why IN ('spent', 'returned'))";
