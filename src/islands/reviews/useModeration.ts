import { call } from "../../http/call.ts";
import { moderation } from "../../messages/reviews.ts";
import { moderateReviewEndpoint } from "../../shop/reviews/moderation.api.ts";
import type { ModeratedReview, Moderation, ReviewView } from "../../shop/reviews/moderation.ts";
import { toast } from "../../stores/toasts.ts";
import { offerUndo, useSend } from "../ui/useSend.ts";

/** Changes a review. `onDone` is called if that worked. */
export type ChangeReview = (
	review: ModeratedReview,
	change: Moderation,
	onDone?: () => void,
) => void;

interface ReviewList {
	replace: (review: ModeratedReview) => void;
	remove: (id: string) => void;
	refresh: () => void;
}

/** Whether a view lists a review. */
function isIn(view: ReviewView, { queued, reports, hidden }: ModeratedReview): boolean {
	if (view === "queue") return queued;
	if (view === "reported") return Object.keys(reports).length > 0;
	return view === "hidden" ? hidden !== undefined : true;
}

/** Changes reviews one at a time, and takes those from the list that are no longer in its view. */
export function useModeration(view: ReviewView, list: ReviewList) {
	const { sending, send } = useSend();
	const change: ChangeReview = (review, body, onDone) =>
		void send(async () => {
			const changed = await call(moderateReviewEndpoint, { params: { id: review._id }, body });
			onDone?.();
			if (isIn(view, changed)) list.replace(changed);
			else list.remove(changed._id);
			offerUndo(textOf(body), () => undo(review, body));
		});

	/** Changes a review to what it was before `body`. It is in the view again. */
	const undo = async (before: ModeratedReview, body: Moderation) => {
		const params = { id: before._id };
		await call(moderateReviewEndpoint, { params, body: undoing(before, body) });
		toast("success", moderation.undone);
		list.refresh();
	};
	return { sending, change };
}

/** What takes a change back. */
function undoing({ hidden, answer }: ModeratedReview, change: Moderation): Moderation {
	if (change.seen) return { seen: false };
	if (change.hidden !== undefined) return { hidden: hidden?.reason ?? null };
	return { answer: answer?.text ?? "" };
}

function textOf(change: Moderation): string {
	if (change.seen) return moderation.markedSeen;
	if (change.hidden !== undefined) return change.hidden ? moderation.hidden : moderation.shown;
	return change.answer ? moderation.answered : moderation.answerRemoved;
}
