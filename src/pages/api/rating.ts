import { allowAnySite, handle } from "../../http/handle.ts";
import {
	addReviewEndpoint,
	deleteReviewEndpoint,
	listReviewsEndpoint,
} from "../../shop/reviews/reviews.api.ts";
import {
	addReview,
	deleteReview,
	listChangedReviews,
	listReviews,
} from "../../shop/reviews/reviews.server.ts";
import { parsePage, setPageHeaders } from "../../values/paging.ts";

export const { GET } = handle(listReviewsEndpoint, async ({ query, request, headers }) => {
	const { updatedSince } = query;
	if (updatedSince) {
		const page = await listChangedReviews(updatedSince, parsePage(query));
		setPageHeaders(headers, request.url, page);
		return page.items;
	}
	const page = await listReviews(parsePage(query));
	setPageHeaders(headers, request.url, page);
	return page.reviews;
});

export const { POST } = handle(addReviewEndpoint, ({ caller, body }) => addReview(caller, body));

export const { DELETE } = handle(deleteReviewEndpoint, ({ caller, query }) =>
	deleteReview(caller, query.id),
);

export const ALL = allowAnySite("GET", "POST", "DELETE");
