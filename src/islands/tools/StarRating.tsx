import { formatAverage } from "../../messages/numbers.ts";
import * as messages from "../../messages/tool.ts";
import { maxRating } from "../../shop/reviews/reviews.ts";
import type { ToolRating } from "../../shop/tools/tools.ts";

/** The average of a tool's reviews, the island version of components/StarRating.astro. */
export function StarRating({ rating: { average, count } }: { rating: ToolRating }) {
	const full = Math.round(average);
	const written = formatAverage(average);
	return (
		<span>
			<span aria-hidden="true">
				<span className="stars">
					<span className="star-full">{"★".repeat(full)}</span>
					<span className="star-empty">{"★".repeat(maxRating - full)}</span>
				</span>{" "}
				{written} ({count})
			</span>
			<span className="sr-only">
				{messages.ratingText(written, maxRating)}, {messages.reviewCount(count)}
			</span>
		</span>
	);
}
