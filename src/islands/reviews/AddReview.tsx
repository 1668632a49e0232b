import { useState } from "react";
import type { NewReview, Review } from "../../shop/reviews/reviews.ts";
import { OwnReviews } from "./OwnReviews.tsx";
import { ReviewForm } from "./ReviewForm.tsx";

interface Props {
	/** E-mail and name of the reviewer. */
	email: string;
	name: string;
	/** The tools the reviewer has paid for. */
	paidTools: readonly { id: string; name: string }[];
	/** What the reviewer has written already, newest first. */
	reviews: readonly Review[];
}

/** Adds a review, above those the customer has written. */
export function AddReview({ email, name, paidTools, reviews }: Props) {
	const [ownReviews, setOwnReviews] = useState(reviews);

	/** Shows what was added. Of each tool there is one: the newer takes the older's place. */
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
			<ReviewForm email={email} paidTools={paidTools} onAdded={showAdded} />
			<OwnReviews
				reviews={ownReviews}
				onDeleted={(id) => setOwnReviews((previous) => previous.filter(({ _id }) => _id !== id))}
			/>
		</>
	);
}
