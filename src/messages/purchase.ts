/** The texts of Purchase. Separate from messages/messages.ts, so that only its page loads it. */

export const orderOneTool = "Order one tool.";
export const yourOrder = "Your order";
export const ordered = (product: string) => `${product} has been ordered Please check my order`;
