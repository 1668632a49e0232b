/** What customers read of gift cards and store credit. Those of staff are in messages.gift-admin.ts. */

export const paidByCards = "Gift card and store credit";
/** In the place of the transaction of an order that nothing else has paid. */
export const paidWithCards = "Paid with gift cards";

/** Of a gift card that was bought: what a refund can be of. */
export const cardIsUsed = (left: string) =>
	`A part of the gift card was spent. ${left} can be refunded: what is left on it, with the other items of this refund.`;

export const giftCards = {
	disabled: "This gift card can no longer be used. Ask us why, or remove it.",
	expired: (day: string) => `This gift card was valid until ${day}.`,
	empty: "Nothing is left on this gift card. Remove it, or try another.",
	balanceIsNow: (price: string) =>
		`Only ${price} is left on it now. Look at what is left to pay, then place the order again.`,
	buysNoCard: "A gift card can't pay for another one. Remove its code to go on.",
	card: (end: string, balance: string) => `Gift card …${end}: ${balance} left on it`,
	paid: paidByCards,
	payWithCredit: (balance: string) => `Pay with my store credit, ${balance}`,
	toPay: "Left to pay",
} as const;

/** In the profile. */
export const storeCredit = {
	title: "Store credit",
	left: (balance: string) => `You have ${balance}. Tick it at the checkout to pay with it.`,
} as const;
