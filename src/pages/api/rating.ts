import { handle, only } from "../../http/handle.ts";
import { nextLink, pageOf } from "../../http/paging.ts";
import { addReviewEndpoint, listReviewsEndpoint } from "../../shop/reviews/reviews.api.ts";
import { addReview, listReviews } from "../../shop/reviews/reviews.server.ts";

export const GET = handle(listReviewsEndpoint, async ({ query, request, headers }) => {
	const { reviews, next } = await listReviews(pageOf(query));
	if (next) headers.set("Link", nextLink(request.url, next));
	return reviews;
});

export const POST = handle(addReviewEndpoint, ({ caller, body }) => addReview(caller, body));

export const ALL = only("GET", "POST");
