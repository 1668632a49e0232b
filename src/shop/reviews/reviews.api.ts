/** The endpoints for reviews. The specification calls a review a rating. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { deletedReply, id, insertedReply } from "../../values/fields.ts";
import { pageQueryEntries, updatedSince } from "../../values/paging.ts";
import { newReview, reviewSchema } from "./reviews.ts";

export const listReviewsEndpoint = endpoint({
	method: "GET",
	path: "/rating",
	access: "public",
	summary: "Lists all reviews, newest first",
	query: v.object({ ...pageQueryEntries, updatedSince }),
	reply: v.array(reviewSchema),
});

export const addReviewEndpoint = endpoint({
	method: "POST",
	path: "/rating",
	access: "user",
	status: 201,
	summary:
		"Adds a review, verified if you have paid for the tool. A newer review of the same tool replaces the older, and is hidden if that was. The image must be your own upload",
	body: newReview,
	reply: v.object({ ...insertedReply.entries, hidden: v.exactOptional(v.literal(true)) }),
	errors: ["not_found", "too_many"],
});

export const deleteReviewEndpoint = endpoint({
	method: "DELETE",
	path: "/rating",
	access: "user",
	summary: "Deletes your review; administrators can delete any",
	query: v.object({ id }),
	reply: deletedReply,
	errors: ["forbidden", "not_found"],
});
