/** The endpoints for administrators who moderate reviews. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { pageQueryEntries } from "../../values/paging.ts";
import { moderatedReviewSchema, moderation, reviewViews } from "./moderation.ts";

export const listModeratedReviewsEndpoint = endpoint({
	method: "GET",
	path: "/rating/queue",
	access: "reviews",
	summary:
		"Lists new and reported reviews, latest first; or by `view` reported, hidden or all reviews",
	query: v.object({
		...pageQueryEntries,
		view: v.optional(v.picklist(reviewViews), "queue"),
		toolId: v.optional(id),
	}),
	reply: v.array(moderatedReviewSchema),
});

export const moderateReviewEndpoint = endpoint({
	method: "PATCH",
	path: "/rating/{id}",
	access: "reviews",
	summary:
		"Hides a review for a reason and tells its author, or shows it again with `null`; sets the shop's answer, which an empty text removes; marks it as seen",
	params: v.object({ id }),
	body: moderation,
	reply: moderatedReviewSchema,
	errors: ["not_found"],
});
