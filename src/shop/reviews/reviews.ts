/** Customers' reviews of tools and of the shop. */
import * as v from "valibot";
import * as messages from "../../messages/messages.ts";
import {
	id,
	imagePath,
	maxLengths,
	requiredMultilineText,
	timestamp,
} from "../../values/fields.ts";

/** A review in the API. `name` is the rating from 1 to 5, as in the specification. */
export const reviewSchema = v.object({
	_id: v.string(),
	name: v.number(),
	image: v.string(),
	description: v.string(),
	author: v.string(),
	createdAt: timestamp,
	verified: v.boolean(),
	tool: v.exactOptional(
		v.object({ _id: v.string(), name: v.string(), address: v.exactOptional(v.string()) }),
	),
	/** The shop's answer. */
	answer: v.exactOptional(v.object({ text: v.string(), createdAt: timestamp })),
	/** When it last changed, with updatedSince. */
	updatedAt: v.exactOptional(timestamp),
});
export type Review = v.InferOutput<typeof reviewSchema>;

/** A review for its author. `hidden` says that it is hidden and why. */
export type OwnReview = Review & { hidden?: string };

/** How many reviews the home page shows. */
export const homeReviewCount = 3;

/** How many reviews a tool's page shows. */
export const toolReviewCount = 6;

export const maxRating = 5;

/** A new review, the schema of the form and of POST /rating. `productCode` is the id of the reviewed tool. */
export const newReview = v.object({
	name: v.pipe(
		v.number(messages.ratingRequired),
		v.safeInteger(messages.ratingRequired),
		v.minValue(1, messages.ratingRequired),
		v.maxValue(maxRating, messages.ratingRequired),
	),
	image: imagePath(messages.imageRequired),
	description: requiredMultilineText(maxLengths.description, messages.descriptionRequired),
	productCode: v.optional(id),
});
export type NewReview = v.InferOutput<typeof newReview>;
