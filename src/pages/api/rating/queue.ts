import { handle } from "../../../http/handle.ts";
import { listModeratedReviewsEndpoint } from "../../../shop/reviews/moderation.api.ts";
import { listModeratedReviews } from "../../../shop/reviews/moderation.server.ts";
import { parsePage, setPageHeaders } from "../../../values/paging.ts";

export const { GET, ALL } = handle(
	listModeratedReviewsEndpoint,
	async ({ query, request, headers }) => {
		const page = await listModeratedReviews({ ...query, ...parsePage(query) });
		setPageHeaders(headers, request.url, page);
		return page.reviews;
	},
);
