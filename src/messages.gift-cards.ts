/** What customers read of gift cards and store credit. Those of staff are in messages.gift-admin.ts. */

export const paidByCards = "Gift card and store credit";
/** In the place of the transaction of an order that nothing else has paid. */
export const paidWithCards = "Paid with gift cards";

/** Of a gift card that was bought: what a refund can be of. */
export const cardIsUsed = (left: string) =>
	`A part of the gift card was spent. ${left} can be refunded: what is left on it, with the other items of this refund.`;

const paidWith = (end: string) =>
	end === "" ? "Your store credit" : `The gift card …${end} that you paid with`;

/** Why a refund has a code of its own. `end` is that of the card it was paid with; empty for the credit of an account. */
export const refundOnNewCode = {
	disabled: (end: string) =>
		`${paidWith(end)} can't be used any more. Your refund has this code of its own.`,
	ends: (end: string) =>
		`You can spend your refund longer than what is left on the gift card …${end}. So it has this code of its own.`,
	waits: (end: string) =>
		`${paidWith(end)} can't be used: its payment is disputed. Your refund has this code of its own. It works once that's settled.`,
} as const;

export const giftCards = {
	disabled: "This gift card can no longer be used. Ask us why, or remove it.",
	expired: (day: string) => `This gift card was valid until ${day}.`,
	heldByOwnOrder:
		"Your unpaid order holds the money on this gift card. Pay it, or cancel it to use the gift card here.",
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
