import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/reviews.ts";
import { deleteReviewEndpoint } from "../../shop/reviews/reviews.api.ts";
import type { Review } from "../../shop/reviews/reviews.ts";
import { DeleteDialog } from "../ui/DeleteDialog.tsx";

interface Props {
	review: Review;
	/** Called when the review is deleted, now or earlier. */
	onDeleted: () => void;
	onClose: () => void;
}

/** Deletes a review after a confirmation. */
export function DeleteReview({ review, onDeleted, onClose }: Props) {
	return (
		<DeleteDialog
			title={texts.deleteReviewQuestion}
			confirmLabel={texts.deleteReview}
			request={() => call(deleteReviewEndpoint, { query: { id: review._id } })}
			deletedMessage={messages.reviewDeleted}
			onDeleted={onDeleted}
			onClose={onClose}
		>
			<p>{texts.deleteReviewWarning}</p>
		</DeleteDialog>
	);
}
