/** The editor of a tool, on gift cards. */

export const isGiftCard =
	"This is a gift card: we e-mail its code once it's paid for, without tax or shipping";
export const cardInKit = "A gift card can't be a kit or part of one.";
