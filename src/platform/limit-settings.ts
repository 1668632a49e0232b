/** The limits per account, by the setting that overrides shop.config.ts. docs/operation.md explains them. */
import { limits } from "../shop/config/config.ts";

export const limitDefaults = {
	/** Maximum unpaid orders of a customer. */
	MAX_OPEN_ORDERS: limits.openOrders,
	/** Maximum pieces that a customer's unpaid orders reserve in total. */
	MAX_HELD_PIECES: limits.reservedItems,
	/** The same for customers whose e-mail is not verified. */
	MAX_OPEN_ORDERS_UNVERIFIED: limits.openOrdersUnverified,
	MAX_HELD_PIECES_UNVERIFIED: limits.reservedItemsUnverified,
	/** Maximum reviews of a customer a day. A review that replaces another counts too. */
	REVIEWS_A_DAY: limits.reviewsPerDay,
	/** Maximum uploads a day, of a customer and of an administrator. */
	UPLOADS_A_DAY: limits.uploadsPerDay,
	ADMIN_UPLOADS_A_DAY: limits.adminUploadsPerDay,
} as const;

export type LimitName = keyof typeof limitDefaults;

/** Whether a setting's value is a limit: a whole number above 0. */
export function isLimit(text: string): boolean {
	return Number.isSafeInteger(Number(text)) && Number(text) > 0;
}
