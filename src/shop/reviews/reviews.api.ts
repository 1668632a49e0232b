/** The calls on reviews. The specification calls a review a rating. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { deletedReply, id, insertedReply } from "../fields.ts";
import { pageQueryEntries } from "../paging.ts";
import { newReview, reviewSchema } from "./reviews.ts";

export const listReviewsEndpoint = endpoint({
	method: "GET",
	path: "/rating",
	access: "public",
	summary: "All reviews, newest first",
	query: v.object(pageQueryEntries),
	reply: v.array(reviewSchema),
});

export const addReviewEndpoint = endpoint({
	method: "POST",
	path: "/rating",
	access: "user",
	status: 201,
	summary:
		"Adds a review; one of a tool the caller has paid for counts as verified. A customer has one of each tool: a newer one replaces it. The picture must be one the caller has uploaded",
	body: newReview,
	reply: insertedReply,
	errors: ["not_found", "too_many"],
});

export const deleteReviewEndpoint = endpoint({
	method: "DELETE",
	path: "/rating",
	access: "user",
	summary: "Deletes a review: one's own, or any for an administrator",
	query: v.object({ id }),
	reply: deletedReply,
	errors: ["forbidden", "not_found"],
});
