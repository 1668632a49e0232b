import { useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/reviews.ts";
import { sitePaths } from "../../paths/site.ts";
import { addReviewEndpoint } from "../../shop/reviews/reviews.api.ts";
import { type NewReview, newReview } from "../../shop/reviews/reviews.ts";
import { toast } from "../../stores/toasts.ts";
import { FieldError, TextareaField } from "../ui/Field.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useHookFormGuard } from "../ui/useHookFormGuard.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { RatingField } from "./RatingField.tsx";

interface Props {
	/** E-mail of the reviewer. */
	email: string;
	/** The tools the reviewer has paid for. */
	paidTools: readonly { id: string; name: string; image: string }[];
	/** The one to start with. */
	toolId: string | undefined;
	/** Called with the id of the added review. */
	onAdded: (id: string, review: NewReview) => void;
}

/** Adds a review: rating, image, description and optionally a tool that the reviewer has paid for, chosen by its picture. */
export function ReviewForm({ email, paidTools, toolId, onAdded }: Props) {
	const { form, field, valueField, handleSubmit } = useSchemaForm(newReview, {
		productCode: toolId,
	});
	const { ref: focusRef, ...rating } = valueField("name");
	const image = valueField("image");
	const tool = valueField("productCode");
	const hydrated = useHydrated();
	const { formError, sending, restored, send } = useHookFormGuard(form, email);
	const [uploading, setUploading] = useState(false);
	const [added, setAdded] = useState(false);

	const add = handleSubmit((review) =>
		send(
			async () => {
				setAdded(false);
				const { insertedId, hidden } = await call(addReviewEndpoint, { body: review });
				toast("success", messages.added);
				setAdded(!hidden);
				onAdded(insertedId, review);
				form.reset();
			},
			() => toast("error", messages.addFailed),
		),
	);

	const choice = (id: string | undefined, name: string, picture?: string) => (
		<label key={id}>
			<input
				type="radio"
				name={tool.name}
				disabled={!hydrated}
				checked={tool.value === id}
				onChange={() => tool.onChange(id)}
			/>
			{picture && <img src={`${picture}?w=160`} alt="" width="80" height="80" />}
			{name}
		</label>
	);

	return (
		<form noValidate method="post" className="grid max-w-2xl gap-5" onSubmit={add}>
			{restored && <p role="status">{messages.draftRestored}</p>}
			<fieldset className="grid min-w-0 gap-1.5">
				<legend className="mb-1.5 font-semibold">{texts.toolOptional}</legend>
				{paidTools[0] && (
					<div className="tool-choice">
						{paidTools.map(({ id, name, image }) => choice(id, name, image))}
						{choice(undefined, texts.noSpecificTool)}
					</div>
				)}
				<p className="text-sm text-quiet">
					{paidTools[0] ? messages.verifiedPurchaseHint : messages.noPaidOrders}
				</p>
			</fieldset>
			<RatingField focusRef={focusRef} {...rating} />
			<ImageField label={common.image} onBusy={setUploading} {...image} />
			<TextareaField label={common.description} rows={6} {...field("description")} />
			<FieldError message={formError} />
			<div className="flex flex-wrap items-center gap-4">
				<SubmitButton busy={sending} busyLabel={common.adding} disabled={uploading}>
					{texts.addReview}
				</SubmitButton>
				<p role="status" className="empty:hidden">
					{added && (
						<Sentence text={texts.reviewIsLive}>
							<a className="link" href={sitePaths.review}>
								{texts.review}
							</a>
						</Sentence>
					)}
				</p>
			</div>
		</form>
	);
}
