/** The shop's embed data and its validation. */

/** A tool as /embed/v1/tools/{id}.json returns it; one no longer sold has neither price nor stock. */
export interface ToolData {
	_id: string;
	name: string;
	image: string;
	description: string;
	minOrderQuantity?: number;
	quantity?: number;
	/** The price in US dollars: all that elements before 1.2.0 know. A shop in another currency leaves it out. */
	price?: number;
	/** The price in the shop's currency (ISO 4217). Shops before 1.2.0 send `price` alone. */
	amount?: number;
	currency?: string;
	/** What one can order at least, and what that costs in the shop's currency. Shops before 1.4.0 don't send it. */
	smallestOrder?: { quantity: number; price: number };
	/** What a piece cost before the sale that has reduced its price, and when that ends, ISO 8601. */
	sale?: { before: number; endsAt: string };
	/** How many tools a family has, for its card, whether others cost more, and the last part of its page's address. */
	family?: { count: number; from: boolean; address: string };
	/** It comes by e-mail, and has no stock. */
	isGiftCard?: boolean;
	/** What so much costs of a tool that is sold by volume, weight or length. */
	unitAmount?: number;
	per?: "l" | "kg" | "m";
	retired?: true;
	/** When the shop read this from its database, ISO 8601. */
	checkedAt: string;
}

/** A review as /embed/v1/reviews/{n}.json returns it; `name` is its stars, as in the shop's API. */
export interface ReviewData {
	_id: string;
	name: number;
	image: string;
	description: string;
	author: string;
	createdAt: string;
	verified: boolean;
	tool?: { _id: string; name: string };
}

/** Whether `value` has strings under all of `names`: views treat strings as text and arrays as elements. */
function hasStrings(value: unknown, ...names: string[]): value is Record<string, unknown> {
	return names.every(
		(name) => typeof (value as Record<string, unknown> | null)?.[name] === "string",
	);
}

/** Whether a response is a tool that can be shown. */
export function isTool(value: unknown): value is ToolData {
	return (
		hasStrings(value, "_id", "name", "description") &&
		(!!value.retired ||
			(((value.amount ?? value.price) as number) > 0 && (value.quantity as number) >= 0))
	);
}

/** Whether a response is a list of reviews that can be shown. */
export function isReviews(value: unknown): value is ReviewData[] {
	return (
		Array.isArray(value) &&
		value.every(
			(review: unknown) =>
				hasStrings(review, "author", "description") &&
				(review.name as number) > 0 &&
				(!review.tool || hasStrings(review.tool, "_id", "name")),
		)
	);
}
