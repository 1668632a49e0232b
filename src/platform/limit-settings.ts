/**
 * How much one account may do: the limits that are settings, each with the number that holds where
 * none is set. Pure, so that `npm start` can check them too; docs/operation.md explains them.
 */
export const limitDefaults = {
	/** Unpaid orders a customer may have at once. */
	MAX_OPEN_ORDERS: 20,
	/** Pieces that a customer's unpaid orders may hold together. */
	MAX_HELD_PIECES: 200,
	/** The same for a customer whose e-mail is not verified. */
	MAX_OPEN_ORDERS_UNVERIFIED: 5,
	MAX_HELD_PIECES_UNVERIFIED: 50,
	/** Reviews a customer may write within a day; one that replaces another counts as well. */
	REVIEWS_A_DAY: 10,
	/** Pictures that may be uploaded within a day, by a customer and by an administrator. */
	UPLOADS_A_DAY: 50,
	ADMIN_UPLOADS_A_DAY: 500,
} as const;

export type LimitName = keyof typeof limitDefaults;

/** Whether a setting's text is a limit: a whole number above 0. */
export function isLimit(text: string): boolean {
	return Number.isSafeInteger(Number(text)) && Number(text) > 0;
}
