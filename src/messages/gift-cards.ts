/** What customers read of gift cards and store credit. Those of staff are in messages/gift-admin.ts. */

export const paidByCards = "Gift card and store credit";
/** In the place of the transaction of an order that nothing else has paid. */
export const paidWithCards = "Paid with gift cards";

/** A gift card that was bought: what a refund can be of. */
export const cardIsUsed = (left: string) =>
	`Part of the gift card was spent. ${left} can be refunded: its balance and the other items of this refund.`;

const paidWith = (end: string) =>
	end === "" ? "Your store credit" : `The gift card ending in ${end} that you paid with`;

/** Why a refund has a code of its own. `end` is that of the card it was paid with; empty for the credit of an account. */
export const refundOnNewCode = {
	disabled: (end: string) =>
		`${paidWith(end)} can't be used anymore. Your refund has its own code.`,
	ends: (end: string) =>
		`Your refund stays valid longer than the gift card ending in ${end}, so it has its own code.`,
	waits: (end: string) =>
		`${paidWith(end)} can't be used while its payment is disputed. Your refund has its own code, which works once that's settled.`,
} as const;

export const giftCards = {
	disabled: "This gift card can no longer be used. Ask us why, or remove it.",
	expired: (day: string) => `This gift card was valid until ${day}.`,
	heldByOwnOrder:
		"Your unpaid order uses this gift card. Pay for that order, or cancel it, to use the gift card here.",
	empty: "This gift card is empty. Remove it, or try another.",
	balanceIsNow: (price: string) =>
		`The balance is now ${price}. Check what's left to pay, then place the order again.`,
	buysNoCard: "A gift card can't pay for another one. Remove its code to continue.",
	card: (end: string, balance: string) => `Gift card ending in ${end}: ${balance} left`,
	paid: paidByCards,
	payWithCredit: (balance: string) => `Pay with my store credit, ${balance}`,
	toPay: "Left to pay",
} as const;

/** In the profile. */
export const storeCredit = {
	title: "Store credit",
	left: (balance: string) => `You have ${balance}. Select it at checkout to pay with it.`,
} as const;
