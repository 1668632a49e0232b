/** The newest reviews as an Atom feed. */

import { name as shopName } from "../../config/config.ts";
import { textRoute } from "../../http/text-route.ts";
import { reviewsOfShop } from "../../messages/feeds.ts";
import { sitePaths } from "../../paths/site.ts";
import { cachePolicy } from "../../platform/cache/cache-policy.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { atomFeed } from "../../shop/feeds/atom.ts";
import { newestReviews } from "../../shop/feeds/feeds.server.ts";
import { feedPaths } from "../../shop/feeds/feeds.ts";
import { maxRating } from "../../shop/reviews/reviews.ts";

export const { GET, ALL } = textRoute("application/atom+xml", cachePolicy("reviews"), async () => {
	const origin = shopOrigin();
	const page = origin + sitePaths.review;
	const reviews = await newestReviews();
	return atomFeed({
		url: origin + feedPaths.reviews,
		page,
		title: reviewsOfShop,
		entries: reviews.map((review) => ({
			id: `${page}#${review._id}`,
			url: review.tool ? origin + sitePaths.tool(review.tool) : page,
			title: `${review.tool?.name ?? shopName}: ${review.name} of ${maxRating} stars`,
			author: review.author,
			published: new Date(review.createdAt),
			text: review.description,
			image: origin + review.image,
		})),
	});
});
