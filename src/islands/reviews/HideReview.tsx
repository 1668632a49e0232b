import { useState } from "react";
import { hiding, moderation, reasonChoices, report } from "../../messages/reviews.ts";
import { type HiddenReason, hiddenReasons } from "../../shop/reviews/hidden-reasons.ts";
import type { ModeratedReview } from "../../shop/reviews/moderation.ts";
import { DialogForm } from "../ui/DialogForm.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";
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
		<DialogForm
			title={moderation.hideTitle}
			sending={sending}
			onSubmit={() => reason && onChange(review, { hidden: reason }, onClose)}
			onClose={onClose}
			submitLabel={moderation.hide}
			busyLabel={hiding}
			disabledReason={reason ? undefined : report.noReason}
		>
			<p>{moderation.hideEffect}</p>
			<RadioChoice
				question={report.question}
				name="reason"
				choices={hiddenReasons}
				chosen={reason}
				onChoose={setReason}
				label={(choice) => reasonChoices[choice]}
			/>
		</DialogForm>
	);
}
