import { useState } from "react";
import { hiding, moderation, reasonChoices, report } from "../../messages.reviews.ts";
import { type HiddenReason, hiddenReasons } from "../../shop/reviews/hidden-reasons.ts";
import type { ModeratedReview } from "../../shop/reviews/moderation.ts";
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

/** Asks why a review is to be hidden, and hides it. */
export function HideReview({ review, sending, onChange, onClose }: Props) {
	const [reason, setReason] = useState<HiddenReason>();
	return (
		<Modal title={moderation.hideTitle} onClose={onClose} canClose={() => !sending}>
			<form
				noValidate
				method="post"
				className="grid gap-5 pt-5"
				onSubmit={(event) => {
					event.preventDefault();
					if (reason) onChange(review, { hidden: reason }, onClose);
				}}
			>
				<p>{moderation.hideEffect}</p>
				<fieldset className="grid gap-1">
					<legend className="mb-1 font-semibold">{report.question}</legend>
					{hiddenReasons.map((one) => (
						<label key={one} className="flex min-h-11 items-center gap-3">
							<input
								type="radio"
								name="reason"
								className="size-5 accent-primary"
								checked={reason === one}
								onChange={() => setReason(one)}
							/>
							{reasonChoices[one]}
						</label>
					))}
				</fieldset>
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton
						busy={sending}
						busyLabel={hiding}
						disabledReason={reason ? undefined : report.noReason}
					>
						{moderation.hide}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
