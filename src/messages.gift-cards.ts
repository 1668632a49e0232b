/** What customers read of gift cards and store credit. Those of staff are in messages.gift-admin.ts. */

export const giftCards = {
	disabled: "This gift card can no longer be used. Ask us why, or remove it.",
	expired: (day: string) => `This gift card was valid until ${day}.`,
	empty: "Nothing is left on this gift card. Remove it, or try another.",
	balanceIsNow: (price: string) =>
		`Only ${price} is left on it now. Look at what is left to pay, then place the order again.`,
	card: (end: string, balance: string) => `Gift card …${end}, with ${balance} left on it`,
	paid: "Paid by gift card or store credit",
	pays: (end: string) => `Gift card …${end}`,
	credit: "Store credit",
	useCredit: (balance: string) => `Pay with my store credit, ${balance}`,
	toPay: "Left to pay",
} as const;
