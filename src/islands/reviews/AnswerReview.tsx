import { useState } from "react";
import * as common from "../../messages/common.ts";
import { moderation, saveAnswer } from "../../messages/reviews.ts";
import type { ModeratedReview } from "../../shop/reviews/moderation.ts";
import { maxLengths } from "../../values/fields.ts";
import { DialogForm } from "../ui/DialogForm.tsx";
import { TextareaField } from "../ui/Field.tsx";
import type { ChangeReview } from "./useModeration.ts";

interface Props {
	review: ModeratedReview;
	sending: boolean;
	onChange: ChangeReview;
	onClose: () => void;
}

/** Writes or changes the shop's answer to a review. */
export function AnswerReview({ review, sending, onChange, onClose }: Props) {
	const [answer, setAnswer] = useState(review.answer?.text ?? "");
	return (
		<DialogForm
			title={moderation.answerTitle}
			sending={sending}
			onSubmit={() => onChange(review, { answer }, onClose)}
			onClose={onClose}
			submitLabel={saveAnswer}
			busyLabel={common.saving}
		>
			<blockquote className="line-clamp-4 wrap-anywhere text-quiet">
				{review.description}
			</blockquote>
			<TextareaField
				label={moderation.answerLabel}
				hint={moderation.answerHint}
				rows={6}
				maxLength={maxLengths.description}
				value={answer}
				onChange={(event) => setAnswer(event.target.value)}
			/>
		</DialogForm>
	);
}
