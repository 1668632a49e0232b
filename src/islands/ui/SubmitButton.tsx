import { type ReactNode, useId } from "react";
import { useHydrated } from "./useHydrated.ts";

interface Props {
	busy: boolean;
	/** What it says while busy. */
	busyLabel: string;
	disabled?: boolean;
	/** Why it can't be sent now, if it can't: shown below and told with the button. */
	disabledReason?: string | undefined;
	children: ReactNode;
}

/** The button that sends a form: not before the island is alive, and not twice. */
export function SubmitButton({
	busy,
	busyLabel,
	disabled = false,
	disabledReason,
	children,
}: Props) {
	const hydrated = useHydrated();
	const id = useId();
	return (
		<>
			<button
				type="submit"
				className="btn btn-primary"
				disabled={!hydrated || busy || disabled || disabledReason !== undefined}
				aria-describedby={disabledReason && id}
			>
				{busy ? busyLabel : children}
			</button>
			{disabledReason && (
				<p id={id} className="sold-out">
					{disabledReason}
				</p>
			)}
		</>
	);
}
