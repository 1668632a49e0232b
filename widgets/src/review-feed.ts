import { isReviews, type ReviewData } from "./data.ts";
import { CogsmithElement, reflect } from "./element.ts";
import { feedView, type Setting, type View } from "./views.ts";

/**
 * The newest reviews of the shop.
 *
 * @tagname cogsmith-review-feed
 * @attr {number} limit - How many reviews, 1 to 6; 3 where nothing is said
 * @csspart feed - The feed
 * @csspart list - The list of reviews
 * @csspart review - One review
 * @csspart avatar - The picture of a review
 * @csspart stars - The stars of a review
 * @csspart text - What a review says
 * @csspart empty - What stands there while there are no reviews
 * @slot - The link seen without JavaScript, while the feed loads, and where that fails
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

	protected holds(data: unknown): data is ReviewData[] {
		return isReviews(data);
	}

	protected view(reviews: ReviewData[], setting: Setting): View {
		return feedView(reviews, setting);
	}
}

declare global {
	interface HTMLElementTagNameMap {
		"cogsmith-review-feed": ReviewFeed;
	}
}
