/** Gift cards for somebody else: what is wrong with the fields, and what comes of them. */

export const noWebAddress = "Leave out web addresses. If it isn't one, add a space after the dot.";
export const dayOutOfRange = "Choose a day from today to a year from now.";

/** On the order's page, and in its receipt. */
export const giftOnOrder = {
	title: "Gift by e-mail",
	/** What comes of it. `email` is the recipient's. */
	states: {
		unpaid: (email: string) => `Once the order is paid, we'll e-mail the gift to ${email}.`,
		unpaidUntil: (email: string, at: string) =>
			`Once the order is paid, we'll e-mail the gift to ${email} on ${at}.`,
		waiting: (email: string, at: string) => `We'll e-mail the gift to ${email} on ${at}.`,
		now: (email: string) => `We're e-mailing the gift to ${email} right now.`,
		held: (email: string) =>
			`The payment is disputed, so we haven't e-mailed the gift to ${email}. If the dispute ends in the shop's favor, we will.`,
		stopped: (email: string) =>
			`We won't e-mail the gift to ${email}: it was refunded or canceled.`,
		sent: (email: string, at: string) => `We e-mailed the gift to ${email} on ${at}.`,
	},
	from: "From",
	message: "Message",
	email: "Recipient's e-mail",
	correct: "Save e-mail",
	corrected: "Saved.",
	again: "E-mail it again",
	againLeft: (left: number) =>
		left === 0
			? "You've sent it again as often as you can. Ask us if it still hasn't arrived."
			: `It goes to the same address. You can do this ${left === 1 ? "once more" : `${left} more times`}.`,
	wrongAddress: "Wrong address? Ask us, and we'll replace the gift card.",
	sentAgain: "It's on its way again.",
	tooLate: "It was just e-mailed, so the address stays as it was.",
	notAgain: "It's already on its way, or nothing is left on it.",
} as const;
