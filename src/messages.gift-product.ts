/** The editor of a tool on gift cards: apart, because nothing else of that page needs it. */

export const isGiftCard = "This is a gift card";
export const giftCardHint =
	"Each piece that is paid becomes a card worth its price, and its code goes to the buyer by mail. It has no tax, shipping and offers. Its stock is how many you sell at most.";
export const cardInKit = "A gift card is neither a kit nor a part of one.";
