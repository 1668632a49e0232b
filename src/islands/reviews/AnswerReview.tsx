import { useState } from "react";
import * as common from "../../messages.common.ts";
import { moderation, saveAnswer } from "../../messages.reviews.ts";
import type { ModeratedReview } from "../../shop/reviews/moderation.ts";
import { maxLengths } from "../../values/fields.ts";
import { TextareaField } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
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
		<Modal title={moderation.answerTitle} onClose={onClose} canClose={() => !sending}>
			<form
				noValidate
				method="post"
				className="grid gap-5 pt-5"
				onSubmit={(event) => {
					event.preventDefault();
					onChange(review, { answer }, onClose);
				}}
			>
				<blockquote className="line-clamp-4 wrap-anywhere text-quiet">
					{review.description}
				</blockquote>
				<TextareaField
					label={moderation.answerLabel}
					hint={moderation.answerHint}
					error={undefined}
					rows={6}
					maxLength={maxLengths.description}
					value={answer}
					onChange={(event) => setAnswer(event.target.value)}
				/>
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton busy={sending} busyLabel={common.saving}>
						{saveAnswer}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
