/** The texts of the payment page that stand nowhere else. */

export const title = "Payment";
export const description = "Pay for your order.";
export const hello = (name: string) => `Hello, ${name}`;
export const needsScript =
	"Paying by card needs JavaScript, because your card number goes only to the payment provider. Your order is reserved: turn on JavaScript and reload this page, or open it in another browser. We've e-mailed you a link (at most one e-mail a day).";
export const card = "Card";
export const preparing = "Preparing the payment…";
/** The label of the button, with the total. */
export const pay = (total: string) => `Pay ${total}`;
export const processing = (total: string) => `Processing … ${total}`;
export const orderNumber = "Order number";
/** How many pieces at what price; an order that was refunded says so. */
export const pieces = (quantity: number, price: string, isRefunded = false) =>
	`${quantity} × ${price}${isRefunded ? " · Refunded" : ""}`;

export const paidAsGuest = "Your payment went through. We've e-mailed your receipt.";

/** After paying. The first is the title of the page. */
export const paidTitle = (number: string) => `Order ${number} is paid`;
export const thankYou = (name: string) => (name === "" ? "Thank you" : `Thank you, ${name}`);
export const orderIsPaid = (number: string) => `Order ${number} is paid.`;
export const receiptMailed = (email: string) =>
	`We've e-mailed your receipt and a link to this order to ${email}.`;
export const whatHappensNext = "What happens next";
export const packedNext = "We'll pack your order.";
export const shippedNext = "We'll e-mail you when it ships, with tracking if available.";
/** Says it of gift cards alone. */
export const cardsNext = "We're e-mailing you the code of each gift card.";
export const isShipped = "Your order is on its way.";
export const arrivesNext = (dates: string) => `It should arrive ${dates}.`;
export const returnsNext = (days: number) => `Returns within ${days} days of delivery.`;
export const continueShopping = "Continue shopping";
