/** What cart and checkout say of lines and what they cost. */

export const priceChanged = (was: string, now: string) => `The price was ${was} and is now ${now}.`;
/** What the cart says, and why a line of an order is rejected. */
export const onlyLeft = (pieces: number) => (pieces === 0 ? "Sold out" : `Only ${pieces} left.`);
/** What a kit is made of, in one line. */
export const partsText = (parts: readonly { name: string; quantity: number }[]) =>
	parts.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
/** Says what is left of a part that bundles or other lines of the order need too. */
export const onlyLeftOf = (pieces: number, name: string) =>
	pieces === 0 ? `${name} is sold out.` : `${name}: only ${pieces} left for your whole order.`;
export const minimumOrderIs = (minimum: number) => `The minimum order is ${minimum}.`;
export const freeShipping = "Free";
/** While the shop is closed. */
export const closedUntil = (day: string) =>
	`We're not taking orders until ${day}. We'll keep your cart for you.`;
export const returnsWithin = (days: number) => `Returns within ${days} days of delivery.`;
/** What it is called where several may apply. */
export const tax = "Tax";

const outcomesForBike = {
	fits: "fits",
	"does-not-fit": "does not fit",
	"not-known": "not known",
} as const;
/** Whether a tool fits the customer's bike; on the pages of an order too. */
export const forTheBike = (outcome: keyof typeof outcomesForBike, reason: string) =>
	`Your bike: ${outcomesForBike[outcome]}. ${reason}`;
