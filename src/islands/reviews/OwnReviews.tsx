import { useState } from "react";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/reviews.ts";
import { ratingText } from "../../messages/tool.ts";
import type { OwnReview as Review } from "../../shop/reviews/reviews.ts";
import { maxRating } from "../../shop/reviews/reviews.ts";
import { formatDate } from "../../values/fields.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";

const DeleteReview = lazyDialog(() => import("./DeleteReview.tsx"), "DeleteReview");

interface Props {
	reviews: readonly Review[];
	onDeleted: (id: string) => void;
}

/** The customer's own reviews, newest first, each with a Delete button. */
export function OwnReviews({ reviews, onDeleted }: Props) {
	const [toDelete, setToDelete] = useState<Review>();
	return (
		<section aria-labelledby="own-reviews" className="mt-10 grid max-w-2xl gap-4">
			<h2 id="own-reviews" className="text-xl">
				{texts.yourReviews}
			</h2>
			{reviews.length === 0 && <p className="text-quiet">{messages.noOwnReviews}</p>}
			<ul className="grid gap-4">
				{reviews.map((review) => (
					<li key={review._id} className="flex items-start justify-between gap-4">
						<div className="min-w-0">
							<p className="text-sm text-quiet">
								{[
									ratingText(String(review.name), maxRating),
									review.tool?.name,
									formatDate(review.createdAt),
									review.hidden,
								]
									.filter(Boolean)
									.join(" · ")}
							</p>
							<p className="line-clamp-3 wrap-anywhere">{review.description}</p>
						</div>
						<Button
							look="btn-sm"
							aria-label={common.deleteReviewOf(formatDate(review.createdAt))}
							onClick={() => setToDelete(review)}
						>
							{common.deleteLabel}
						</Button>
					</li>
				))}
			</ul>
			{toDelete && (
				<DeleteReview
					review={toDelete}
					onDeleted={() => onDeleted(toDelete._id)}
					onClose={() => setToDelete(undefined)}
				/>
			)}
		</section>
	);
}
