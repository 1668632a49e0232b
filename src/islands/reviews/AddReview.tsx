import { useState } from "react";
import type { NewReview, OwnReview as Review } from "../../shop/reviews/reviews.ts";
import { OwnReviews } from "./OwnReviews.tsx";
import { ReviewForm } from "./ReviewForm.tsx";

interface Props {
	/** E-mail and name of the reviewer. */
	email: string;
	name: string;
	/** The tools the reviewer has paid for. */
	paidTools: readonly { id: string; name: string; image: string }[];
	/** The one to start with. */
	toolId: string | undefined;
	/** The reviewer's own reviews, newest first. */
	reviews: readonly Review[];
}

/** The form to add a review, and the customer's own reviews below it. */
export function AddReview({ email, name, paidTools, toolId, reviews }: Props) {
	const [ownReviews, setOwnReviews] = useState(reviews);

	/** Shows an added review. There is one for each tool, so a newer one replaces the older. */
	const showAdded = (id: string, { productCode, ...review }: NewReview) => {
		const tool = paidTools.find((paidTool) => paidTool.id === productCode);
		const added: Review = {
			...review,
			_id: id,
			author: name,
			createdAt: new Date().toISOString(),
			verified: tool !== undefined,
			...(tool && { tool: { _id: tool.id, name: tool.name } }),
		};
		const isReplaced = (old: Review) => tool !== undefined && old.tool?._id === tool.id;
		setOwnReviews((previous) => [added, ...previous.filter((old) => !isReplaced(old))]);
	};

	return (
		<>
			<ReviewForm email={email} paidTools={paidTools} toolId={toolId} onAdded={showAdded} />
			<OwnReviews
				reviews={ownReviews}
				onDeleted={(id) => setOwnReviews((previous) => previous.filter(({ _id }) => _id !== id))}
			/>
		</>
	);
}
