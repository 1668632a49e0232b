import { type ReactNode, useId } from "react";
import { Button } from "./Button.tsx";

interface Props {
	busy: boolean;
	/** The label while busy. */
	busyLabel: string;
	disabled?: boolean;
	/** Why the form can't be submitted now; shown below and part of the button's description. */
	disabledReason?: string | undefined;
	/** What tells it from another submit button of the form. */
	value?: string;
	/** Whether the view has a primary button already. */
	quiet?: boolean;
	children: ReactNode;
}

/** A form's submit button, disabled until hydration and while the form is being sent. */
export function SubmitButton({
	busy,
	busyLabel,
	disabled = false,
	disabledReason,
	value,
	quiet = false,
	children,
}: Props) {
	const id = useId();
	return (
		<>
			<Button
				type="submit"
				value={value}
				look={quiet ? "btn-outline" : "btn-primary"}
				disabled={busy || disabled || disabledReason !== undefined}
				aria-describedby={disabledReason && id}
			>
				{busy ? busyLabel : children}
			</Button>
			{disabledReason && (
				<p id={id} className="sold-out">
					{disabledReason}
				</p>
			)}
		</>
	);
}
