/** What the shop's embed data holds, and whether an answer really does. */

/** A tool as /embed/v1/tools/{id}.json gives it; one no longer sold has neither price nor stock. */
export interface ToolData {
	_id: string;
	name: string;
	image: string;
	description: string;
	minOrderQuantity?: number;
	quantity?: number;
	/** In US dollars. */
	price?: number;
	retired?: true;
	/** When the shop read this from its books, ISO 8601. */
	checkedAt: string;
}

/** A review as /embed/v1/reviews/{n}.json lists it; `name` holds its stars, as the shop's wire has it. */
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

/** Whether `value` has texts under all of `names`: views take texts for texts and lists for elements. */
function holdsTexts(value: unknown, ...names: string[]): value is Record<string, unknown> {
	return names.every(
		(name) => typeof (value as Record<string, unknown> | null)?.[name] === "string",
	);
}

/** Whether an answer is a tool that can be shown. */
export function isTool(value: unknown): value is ToolData {
	return (
		holdsTexts(value, "_id", "name", "description") &&
		(!!value.retired || ((value.price as number) > 0 && (value.quantity as number) >= 0))
	);
}

/** Whether an answer is a list of reviews that can be shown. */
export function isReviews(value: unknown): value is ReviewData[] {
	return (
		Array.isArray(value) &&
		value.every(
			(review: unknown) =>
				holdsTexts(review, "author", "description") &&
				(review.name as number) > 0 &&
				(!review.tool || holdsTexts(review.tool, "_id", "name")),
		)
	);
}
