/** The editor of a tool on gift cards: apart, because nothing else of that page needs it. */

export const isGiftCard =
	"This is a gift card: its code is mailed once it is paid, without tax and shipping";
export const cardInKit = "A gift card is neither a kit nor a part of one.";
