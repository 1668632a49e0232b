/** The names of the steps of buying and of an order on its way. */

/** For screen readers, after the name of a step. */
export const stepDone = "(done)";
export const checkoutSteps = "Steps of your order";
export const checkoutStepNames = ["Cart", "Delivery", "Payment", "Done"] as const;
export const orderSteps = "Where your order is";
/** The steps of an order that is fetched. */
export const pickupStepNames = ["Paid", "Packed", "Ready", "Picked up"] as const;
export const orderStepNames = ["Paid", "Packed", "Shipped", "Delivered"] as const;
