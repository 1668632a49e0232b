/**
 * The limits per account that are settings, with their defaults. Imports nothing, so that `npm start`
 * can validate them too. docs/operation.md explains them.
 */
export const limitDefaults = {
	/** Maximum unpaid orders of a customer. */
	MAX_OPEN_ORDERS: 20,
	/** Maximum pieces that a customer's unpaid orders reserve in total. */
	MAX_HELD_PIECES: 200,
	/** The same for customers whose e-mail is not verified. */
	MAX_OPEN_ORDERS_UNVERIFIED: 5,
	MAX_HELD_PIECES_UNVERIFIED: 50,
	/** Maximum reviews of a customer a day. A review that replaces another counts too. */
	REVIEWS_A_DAY: 10,
	/** Maximum uploads a day, of a customer and of an administrator. */
	UPLOADS_A_DAY: 50,
	ADMIN_UPLOADS_A_DAY: 500,
} as const;

export type LimitName = keyof typeof limitDefaults;

/** Whether a setting's value is a limit: a whole number above 0. */
export function isLimit(text: string): boolean {
	return Number.isSafeInteger(Number(text)) && Number(text) > 0;
}
