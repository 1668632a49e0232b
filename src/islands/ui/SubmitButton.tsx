import { type ReactNode, useId } from "react";
import { useHydrated } from "./useHydrated.ts";

interface Props {
	busy: boolean;
	/** What it says while busy. */
	busyLabel: string;
	disabled?: boolean;
	/** Why it can't be sent now, if it can't: shown below and told with the button. */
	whyNot?: string | undefined;
	children: ReactNode;
}

/** The button that sends a form: not before the island is alive, and not twice. */
export function SubmitButton({ busy, busyLabel, disabled = false, whyNot, children }: Props) {
	const hydrated = useHydrated();
	const id = useId();
	return (
		<>
			<button
				type="submit"
				className="btn btn-primary"
				disabled={!hydrated || busy || disabled || whyNot !== undefined}
				aria-describedby={whyNot && id}
			>
				{busy ? busyLabel : children}
			</button>
			{whyNot && (
				<p id={id} className="sold-out">
					{whyNot}
				</p>
			)}
		</>
	);
}
