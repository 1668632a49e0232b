/** The texts of the payment page that stand nowhere else. */

export const title = "Payment";
export const description = "Pay for your order.";
export const hello = (name: string) => `Hello, ${name}`;
export const needsScript =
	"Paying by card needs JavaScript, because the card's number goes to the payment provider alone. Your order is reserved: allow JavaScript and reload this page, or open it in another browser. A link is in our e-mail, which we send once a day if there are several orders.";
export const card = "Card";
export const preparing = "Preparing the payment …";
/** The label of the button, with the total. */
export const pay = (total: string) => `Pay ${total}`;
export const processing = (total: string) => `Processing … ${total}`;
export const orderNumber = "Order number";
/** How many pieces at what price; an order that was refunded says so. */
export const pieces = (quantity: number, price: string, isRefunded = false) =>
	`${quantity} × ${price}${isRefunded ? " · Refunded" : ""}`;

/** After paying. The first is the title of the page. */
export const paidTitle = (number: string) => `Order ${number} is paid`;
export const thankYou = (name: string) => (name === "" ? "Thank you" : `Thank you, ${name}`);
export const orderIsPaid = (number: string) => `Order ${number} is paid.`;
export const receiptMailed = (email: string) =>
	`The receipt and a link to this order are on their way to ${email}.`;
export const whatHappensNext = "What happens next";
export const packedNext = "We pack your order.";
export const shippedNext =
	"You get an e-mail when it ships, with a number to track it if there is one.";
export const isShipped = "Your order is on its way.";
export const arrivesNext = (dates: string) => `It should arrive ${dates}.`;
export const returnsNext = (days: number) =>
	`You can return it within ${days} days after it arrived.`;
export const continueShopping = "Continue shopping";
