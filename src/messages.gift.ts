/** Gift cards for somebody else: the fields at checkout, what is wrong with them, and what comes of them. */

/** At checkout. */
export const isForSomebody = "E-mail the gift card to someone else";
export const email = "Recipient's e-mail";
export const from = "Your name in the e-mail";
export const fromHint = "Leave it empty to use the name above.";
export const day = "Send on";
/** `hour` is that of the shop's time zone. */
export const dayHint = (zone: string) =>
	`We send it at 9:00 AM (${zone}). Leave it empty to send it once you've paid.`;
export const message = "Message";
export const messageHint = (max: number) => `Up to ${max} characters, without web addresses.`;

export const noWebAddress = "Leave out web addresses. If it isn't one, add a space after the dot.";
export const dayOutOfRange = "Choose a day from today to a year from now.";

/** On the order's page. `email` is the recipient's. */
export const giftOnOrder = {
	title: "Gift card by e-mail",
	/** Each before or after a time, or without one. */
	states: {
		unpaid: (email: string) => `Once the order is paid, we'll e-mail the gift card to ${email}.`,
		unpaidUntil: (email: string) =>
			`Once the order is paid, we'll e-mail the gift card to ${email} on`,
		waiting: (email: string) => `We'll e-mail the gift card to ${email} on`,
		now: (email: string) => `We're e-mailing the gift card to ${email} right now.`,
		held: (email: string) =>
			`The payment is disputed, so we haven't e-mailed the gift card to ${email}. We will once the dispute is settled in the shop's favor.`,
		stopped: (email: string) =>
			`We won't e-mail the gift card to ${email}: it was refunded or canceled.`,
		sent: (email: string) => `We e-mailed the gift card to ${email} on`,
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
	wrongAddress: "Wrong address? Ask us, and we'll replace the card.",
	sentAgain: "It's on its way again.",
	tooLate: "It was just e-mailed, so the address stays as it was.",
	notAgain: "It's already on its way, or nothing is left on it.",
} as const;
