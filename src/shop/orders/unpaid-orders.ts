/** Orders that wait to be paid, as every page tells of them. */

/** Its id, its number as people read it, and until when it is reserved, in UTC milliseconds. */
export type UnpaidOrder = [id: string, number: string, until: number];

/** The key in a browser's local storage of its orders that wait to be paid. */
export const unpaidKey = "unpaid";

/** The key in this tab's storage of the order that was paid in it. */
export const paidKey = "cogsmith-paid";
