/** The texts of the cart's page. */

import { name as shopName } from "../config/config.ts";
import { plural } from "./numbers.ts";

export const cartLoading = "Loading your cart…";
export const itemsInCart = (count: number) => plural(count, { one: "# item", other: "# items" });
export const changeTo = (quantity: number) => `Change to ${quantity}`;
export const removedFromCart = (name: string) => `${name} was removed.`;
export const cartLeftOut = (count: number) =>
	plural(count, {
		one: "One tool can't be ordered right now and isn't included.",
		other: "# tools can't be ordered right now and aren't included.",
	});
export const cardsByMail =
	"Gift cards arrive by e-mail. No tax now; tax applies when they're spent.";
/** Where it is free to some countries alone. */
export const atCheckout = "Calculated at checkout";
export const shippingFrom = (price: string) => `From ${price}`;
export const missingForFreeShipping = (price: string) => `Add ${price} for free shipping.`;
export const hasFreeShipping = "Shipping is free.";
export const freeShippingProgress = "Toward free shipping";
export const orPickUp = "Or pick it up in our shop for free.";
/** `tax` is what the shop calls it, such as "VAT". */
export const taxIncluded = (tax: string) => `${tax} included`;
export const taxAtCheckout = "Tax is calculated at checkout.";
/** Where the address decides what comes on top. */
export const totalBefore = {
	shipping: "Total before shipping",
	tax: "Total before tax",
	both: "Total before shipping and tax",
} as const;
export const checkOut = "Check out";
export const quantitiesToChange = "Change the marked quantities first.";

export const ok = "OK";
export const summary = "Summary";
export const priceEach = (price: string) => `${price} each`;
export const acceptPrice = (change: string) => `OK: ${change}`;
export const oneLess = (name: string) => `One less: ${name}`;
export const oneMore = (name: string) => `One more: ${name}`;
export const changeQuantityOf = (name: string) => `Change the quantity of ${name}`;
export const quantityOf = (name: string) => `Quantity of ${name}`;
export const cartDescription = `The tools in your cart at ${shopName}.`;

export const arrives = "Arrives";

export const waysOn = "Start from what you know: the tool, the problem, or your bike.";
export const findByProblem = "Something's wrong with my bike";
export const findByBike = "What fits my bike";

export const saveForLater = "Save for later";
export const savedForLater = (name: string) => `${name} is saved for later.`;
export const savedHeading = "Saved for later";
export const moveToCart = "Move to cart";
