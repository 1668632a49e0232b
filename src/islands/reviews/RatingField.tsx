import { type Ref, useEffect, useEffectEvent, useId, useRef } from "react";
import { numberOf } from "../../messages/common.ts";
import * as texts from "../../messages/reviews.ts";
import { starsRow } from "../../messages/tool.ts";
import { maxRating } from "../../shop/reviews/reviews.ts";
import { FieldError } from "../ui/Field.tsx";

interface Props {
	value: number | undefined;
	error: string | undefined;
	name: string;
	/** Receives the focus when the rating is missing. */
	focusRef: Ref<HTMLInputElement>;
	onChange: (stars: number) => void;
}

const stars = Array.from({ length: maxRating }, (_, index) => index + 1);

/** One to five stars, as radio buttons for arrow keys and screen readers. */
export function RatingField({ value, error, name, focusRef, onChange }: Props) {
	const id = useId();
	const radioGroup = useRef<HTMLDivElement>(null);
	// Reads a star that was chosen before hydration.
	const readInitialRating = useEffectEvent(() => {
		const checked = radioGroup.current?.querySelector<HTMLInputElement>("input:checked");
		if (checked) onChange(Number(checked.value));
	});
	useEffect(() => readInitialRating(), []);
	return (
		<fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-1.5">
			<legend className="mb-1.5 font-semibold">{texts.rating}</legend>
			<div ref={radioGroup} className="star-choice">
				{stars.map((star) => (
					<label key={star}>
						<input
							ref={star === 1 ? focusRef : undefined}
							type="radio"
							name={name}
							value={star}
							checked={value === star}
							onChange={() => onChange(star)}
						/>
						<span aria-hidden="true">{value !== undefined && star <= value ? "★" : "☆"}</span>
						<span className="sr-only">{starsRow(star)}</span>
					</label>
				))}
				<span aria-hidden="true" className="text-sm text-quiet">
					{value === undefined ? texts.chooseStars : numberOf(value, maxRating)}
				</span>
			</div>
			<FieldError id={`${id}-error`} message={error} />
		</fieldset>
	);
}
