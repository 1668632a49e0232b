/** The texts of Purchase. */

export const orderOneTool = "Order one tool.";
export const yourOrder = "Your order";
export const ordered = (product: string) => `${product} has been ordered Please check my order`;
