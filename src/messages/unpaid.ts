/** The texts about an order that waits to be paid: the notice of every page, and the page that changes it. */

/** Stands for the order's number until a script knows it. */
export const numberPlace = "#";

export const label = "Unpaid order";
/** In a page that the server makes for its customer. */
export const ownOrders = "Your unpaid orders";
export const waits = (number: string) => `Order ${number} waits to be paid:`;
export const pay = "Pay";
export const change = "Change";
export const cancel = "Cancel";

export const changeOrCancel = "Change or cancel";

/** The page. */
export const changeTitle = (number: string) => `Change order ${number}`;
export const description = (shop: string) => `Change or cancel your unpaid order at ${shop}.`;
export const backToOrder = (number: string) => `Back to order ${number}`;
export const payNow = (total: string) => `Pay ${total}`;
export const reservedUntil = (time: string) => `We hold its items for you until ${time}.`;
export const delivery = "Delivery";
export const emailHint =
	"A new e-mail gets the link to this order. Links in earlier e-mails stop working.";
export const save = "Save changes";
/** What another address costs. */
export const costsThere = (there: string, now: string) =>
	`At this address your order costs ${there} instead of ${now}, because of shipping and tax.`;
export const saveFor = (there: string) => `Save, and pay ${there}`;
export const cancelTitle = "Cancel the order";
export const cancelHint = "You haven't paid anything. Its items go back into stock.";
export const cancelOrder = "Cancel this order";
export const isOver = (number: string) => `Order ${number} is canceled`;
export const isExpired = (number: string) => `Order ${number} wasn't paid in time`;
export const nothingCharged = "You haven't been charged.";
export const keepShopping = "Keep shopping";
