import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import { deleteReviewEndpoint } from "../../shop/reviews/reviews.api.ts";
import type { Review } from "../../shop/reviews/reviews.ts";
import { toast } from "../../stores/toasts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";

interface Props {
	review: Review;
	/** Called when the review is deleted, now or earlier. */
	onDeleted: () => void;
	onClose: () => void;
}

/** Deletes a review after a confirmation. */
export function DeleteReview({ review, onDeleted, onClose }: Props) {
	const { sending, send } = useSend();
	const deleteReview = () =>
		send(
			async () => {
				await call(deleteReviewEndpoint, { query: { id: review._id } });
				toast("success", messages.reviewDeleted);
				onClose();
				onDeleted();
			},
			(error) => {
				toast("error", errorMessage(error));
				onClose();
				if (error instanceof ShopError && error.code === "not_found") onDeleted();
			},
		);
	return (
		<ConfirmDialog
			title="Delete this review?"
			confirmLabel="Delete review"
			busy={sending}
			onConfirm={deleteReview}
			onCancel={onClose}
		>
			<p>
				It will be removed from the shop and from every site that shows it. This can't be undone.
			</p>
		</ConfirmDialog>
	);
}
