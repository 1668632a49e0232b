/** The text of Purchase that is a function. Separate from messages.ts, so that only its page loads it. */

export const ordered = (product: string) => `${product} has been ordered Please check my order`;
