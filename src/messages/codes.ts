/** What customers read of offers and their codes, in cart, checkout and orders. */
export const codes = {
	label: "Discount code or gift card",
	fold: "Use a discount code or gift card",
	apply: "Apply",
	remove: "Remove the code",
	goToOrder: "Go to the order",
} as const;

/** The amount of an offer: it is taken off. */
export const takenOff = (price: string) => `−${price}`;
export const discounts = "Discounts";
/** Beside an offer with free shipping: what that saves, if it is known. */
export const shippingSaved = (price: string) => `${price} saved`;
export const shippingIsFree = "Free shipping";
/** What an offer is called, with the code that was typed. */
export const withCode = (label: string, code: string | null) =>
	code ? `${label} (${code})` : label;
