import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { deleteReviewEndpoint } from "../../shop/reviews/reviews.api.ts";
import type { Review } from "../../shop/reviews/reviews.ts";
import { say } from "../../stores/toasts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useSend, wordsOf } from "../ui/useSend.ts";

interface Props {
	review: Review;
	/** It is deleted, now or before. */
	onGone: () => void;
	onClose: () => void;
}

/** Asks, and deletes a review. */
export function DeleteReview({ review, onGone, onClose }: Props) {
	const { sending, send } = useSend();
	const remove = () =>
		send(
			async () => {
				await call(deleteReviewEndpoint, { query: { id: review._id } });
				say("success", messages.reviewDeleted);
				onClose();
				onGone();
			},
			(error) => {
				say("error", wordsOf(error));
				onClose();
				if (error instanceof ShopError && error.code === "not_found") onGone();
			},
		);
	return (
		<ConfirmDialog
			title="Delete this review?"
			action="Delete review"
			busy={sending}
			onConfirm={remove}
			onCancel={onClose}
		>
			<p>It leaves the shop and every site that shows it. This can't be undone.</p>
		</ConfirmDialog>
	);
}
