/** The invariants of gift cards and store credit. */
import { expectAtMost, expectSame } from "./fast-expect.ts";
import type { BoughtCardRow, Ledger } from "./ledger.ts";

/**
 * Each balance is the sum of its entries and never negative. What an order has of cards is what they spent less what came
 * back while it was not paid; a refund onto a card is its entry, once, and Stripe and the cards get back no more than
 * they paid.
 */
export function expectGiftCards({ orders, giftCards, giftCardEntries, lineRefunds }: Ledger): void {
	for (const { id, balance_cents, sum } of giftCards) {
		expectSame(balance_cents, sum, `balance of ${id}`);
		expectAtMost(0, balance_cents, `balance of ${id}`);
	}
	const sumOf = (rows: readonly { cents: number }[]) =>
		rows.reduce((total, { cents }) => total + cents, 0);
	const refundedOf = (orderId: string, isOntoCard: boolean) =>
		lineRefunds
			.filter(
				({ order_id, gift_card_id, status }) =>
					order_id === orderId && (gift_card_id !== null) === isOntoCard && status === "done",
			)
			.reduce((total, { amount_cents }) => total + amount_cents, 0);
	for (const { id, gift_card_cents, total_cents, transaction_id } of orders.values()) {
		const own = giftCardEntries.filter(({ order_id }) => order_id === id);
		const ofPayment = own.filter(({ refund_id }) => refund_id === null);
		expectSame(gift_card_cents, 0 - sumOf(ofPayment), `what cards pay of ${id}`);
		const ofRefunds = own.filter(({ refund_id }) => refund_id !== null);
		expectSame(refundedOf(id, true), sumOf(ofRefunds), `refunded onto cards of ${id}`);
		if (transaction_id === null) continue;
		const isByCards = transaction_id.startsWith("cards-");
		expectSame(isByCards, gift_card_cents === total_cents, `paid by cards: ${id}`);
		if (isByCards) expectSame(refundedOf(id, false), 0, `refunded at Stripe of ${id}`);
	}
}

/**
 * Each piece of a gift card that is paid is one card, worth what it has cost, and what is not paid is none. Each refund of it
 * has taken its money from the cards, unless it failed or was made in Stripe's dashboard after they were used.
 */
export function expectBoughtCards({ lines, lineRefunds, overpaid, boughtCards }: Ledger): void {
	const sumOf = (rows: readonly BoughtCardRow[]) => rows.reduce((sum, { cents }) => sum + cents, 0);
	for (const { id, gift_codes, transaction_id, quantity, unit_price_cents } of lines.values()) {
		const own = boughtCards.filter(({ line_id }) => line_id === id);
		const issued = own.filter(({ why }) => why === "issued");
		const isCard = gift_codes !== null && transaction_id !== null;
		expectSame(issued.length, isCard ? quantity : 0, `cards of ${id}`);
		expectSame(new Set(issued.map(({ card_id }) => card_id)).size, issued.length, `cards of ${id}`);
		for (const { cents } of issued) expectSame(cents, unit_price_cents, `worth of a card of ${id}`);
		if (!isCard) continue;
		for (const part of lineRefunds.filter(({ line_id }) => line_id === id)) {
			const ofRefund = own.filter(
				({ refund_id, why }) => refund_id === part.id && why !== "refunded",
			);
			const [taken, paid] = [0 - sumOf(ofRefund), part.status === "failed" ? 0 : part.amount_cents];
			// Another refund was made first, for which nothing was on the cards any more.
			if (overpaid.some(({ id: refundId }) => refundId === part.id)) continue;
			if (part.created_by === null) expectAtMost(taken, paid, `taken back by ${part.id}`);
			else expectSame(taken, paid, `taken back by ${part.id}`);
		}
	}
}
