/** The texts of the payment page that stand nowhere else. */

export const title = "Payment";
export const description = "Pay for your order.";
export const hello = (name: string) => `Hello, ${name}`;
export const card = "Card";
export const preparing = "Preparing the payment …";
/** The label of the button, with the total. */
export const pay = (total: string) => `Pay ${total}`;
export const processing = (total: string) => `Processing … ${total}`;
export const orderNumber = "Order number";
export const free = "Free";
/** How many pieces at what price; an order that was refunded says so. */
export const pieces = (quantity: number, price: string, isRefunded = false) =>
	`${quantity} × ${price}${isRefunded ? " · Refunded" : ""}`;
