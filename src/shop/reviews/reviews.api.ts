/** The calls on reviews. The specification calls a review a rating. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { pageEntries } from "../../http/paging.ts";
import { deleted, id, inserted } from "../values.ts";
import { newReview, reviewShape } from "./reviews.ts";

export const listReviewsEndpoint = endpoint({
	method: "GET",
	path: "/rating",
	who: "anyone",
	summary: "All reviews, newest first",
	query: v.object(pageEntries),
	reply: v.array(reviewShape),
});

export const addReviewEndpoint = endpoint({
	method: "POST",
	path: "/rating",
	who: "user",
	status: 201,
	summary:
		"Adds a review; one of a tool the caller has paid for counts as verified. A customer has one of each tool: a newer one replaces it. The picture must be one the caller has uploaded",
	body: newReview,
	reply: inserted,
	refuses: ["not_found", "too_many"],
});

export const deleteReviewEndpoint = endpoint({
	method: "DELETE",
	path: "/rating",
	who: "user",
	summary: "Deletes a review: one's own, or any for an administrator",
	query: v.object({ id }),
	reply: deleted,
	refuses: ["forbidden", "not_found"],
});
