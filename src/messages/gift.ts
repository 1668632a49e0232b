/** The fields of who gets gift cards, at checkout. */

export const email = "Recipient's e-mail";
export const emailHint = "All gift cards in this order go there.";
export const from = "Your name in the e-mail";
export const fromHint = "Leave it empty to use the name above.";
export const day = "Send on";
/** `zone` is the shop's time zone. */
export const dayHint = (zone: string) =>
	`We e-mail them at 9:00 AM (${zone}). Leave it empty to send them once you've paid.`;
export const message = "Message";
export const messageHint = (max: number) => `Up to ${max} characters, without web addresses.`;
