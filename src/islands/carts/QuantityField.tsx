import { useId, useState } from "react";
import * as cartMessages from "../../messages/cart.ts";
import * as lineTexts from "../../messages/cart-lines.ts";
import * as messages from "../../messages/messages.ts";
import { blurOnWheel, FieldError } from "../ui/Field.tsx";

interface Props {
	/** The tool's name, for screen readers. */
	name: string;
	quantity: number;
	min: number;
	max: number;
	/** Called with each quantity from `min` to `max`. */
	onChange: (quantity: number) => void;
}

/**
 * A quantity to type, with buttons for one less and one more. A quantity out of bounds is marked while it
 * is typed, and becomes the nearest that is possible when the field is left.
 */
export function QuantityField({ name, quantity, min, max, onChange }: Props) {
	const id = useId();
	const [typed, setTyped] = useState<string>();
	const error = typed === undefined ? undefined : quantityError(typed, min, max);
	// What was typed yields to a change in another tab.
	const shown = error || Number(typed) === quantity ? typed : quantity;
	const clamp = (wanted: number) => Math.min(Math.max(wanted, min), max);

	const type = (text: string) => {
		setTyped(text);
		if (!quantityError(text, min, max)) onChange(Number(text));
	};
	const leave = () => {
		if (error && Number.isInteger(Number(typed)) && typed?.trim()) onChange(clamp(Number(typed)));
		setTyped(undefined);
	};
	const step = (by: number) => {
		setTyped(undefined);
		if (clamp(quantity + by) !== quantity) onChange(clamp(quantity + by));
	};
	return (
		<div className="grid gap-1">
			<div className="quantity-field">
				<StepButton
					label={cartMessages.oneLess(name)}
					sign="−"
					disabled={quantity <= min}
					onClick={() => step(-1)}
				/>
				<input
					type="number"
					inputMode="numeric"
					min={min}
					max={max}
					value={shown}
					aria-label={cartMessages.quantityOf(name)}
					aria-invalid={error ? true : undefined}
					aria-describedby={error && id}
					className="input"
					onChange={({ target }) => type(target.value)}
					onBlur={leave}
					onKeyDown={({ key }) => {
						if (key === "Enter") leave();
					}}
					onWheel={blurOnWheel}
				/>
				<StepButton
					label={cartMessages.oneMore(name)}
					sign="+"
					disabled={quantity >= max}
					onClick={() => step(1)}
				/>
			</div>
			<FieldError id={id} message={error} />
		</div>
	);
}

interface StepButtonProps {
	label: string;
	sign: string;
	disabled: boolean;
	onClick: () => void;
}

/** `aria-disabled` and not `disabled`, which would lose the focus at the last step. */
function StepButton({ label, sign, disabled, onClick }: StepButtonProps) {
	return (
		<button
			type="button"
			className="btn btn-outline"
			aria-label={label}
			aria-disabled={disabled}
			onClick={onClick}
		>
			{sign}
		</button>
	);
}

/** Why a typed quantity is not possible, or undefined. */
function quantityError(text: string, min: number, max: number): string | undefined {
	const quantity = Number(text);
	if (text.trim() === "" || !Number.isInteger(quantity)) return messages.orderQuantityWhole;
	if (quantity < min) return lineTexts.minimumOrderIs(min);
	return quantity > max ? lineTexts.onlyLeft(max) : undefined;
}
