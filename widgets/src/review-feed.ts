import { isReviews, type ReviewData } from "./data.ts";
import { CogsmithElement, reflect } from "./element.ts";
import { feedView, type View, type ViewContext } from "./views.ts";

/**
 * The newest reviews of the shop.
 *
 * @tagname cogsmith-review-feed
 * @attr {number} limit - Number of reviews, 1 to 6; 3 by default
 * @csspart feed - The feed
 * @csspart list - The list of reviews
 * @csspart review - One review
 * @csspart reviewer - The image of a review, and who wrote it when
 * @csspart byline - Stars, name and date of a review
 * @csspart avatar - The image of a review
 * @csspart stars - The stars of a review
 * @csspart text - The text of a review
 * @csspart empty - The text shown if there are no reviews
 * @slot - The link shown without JavaScript, while the feed loads, and after an error
 */
export class ReviewFeed extends CogsmithElement<ReviewData[]> {
	declare limit: string | number | null | undefined;

	static get observedAttributes(): string[] {
		return reflect(ReviewFeed, "limit");
	}

	protected path(): string {
		const limit = Math.floor(Number(this.getAttribute("limit")));
		return `reviews/${Math.min(6, Math.max(1, limit || 3))}`;
	}

	protected accepts(data: unknown): data is ReviewData[] {
		return isReviews(data);
	}

	protected view(reviews: ReviewData[], context: ViewContext): View {
		return feedView(reviews, context);
	}
}

declare global {
	interface HTMLElementTagNameMap {
		"cogsmith-review-feed": ReviewFeed;
	}
}
