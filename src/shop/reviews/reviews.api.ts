/** The calls on reviews. The specification calls a review a rating. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { pageEntries } from "../../http/paging.ts";
import { inserted } from "../values.ts";
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
	summary: "Adds a review; one of a tool the caller has paid for counts as verified",
	body: newReview,
	reply: inserted,
	refuses: ["not_found"],
});
