/** A customer's own unpaid order that holds what a code stands for. */

/** The customer's own unpaid order that has the code that was typed, or the money of its gift card. */
export interface OrderWithCode {
	id: string;
	number: number;
}
