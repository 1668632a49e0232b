import type { ReactNode } from "react";
import { useHydrated } from "./useHydrated.ts";

interface Props {
	busy: boolean;
	/** What it says while busy. */
	busyLabel: string;
	disabled?: boolean;
	children: ReactNode;
}

/** The button that sends a form: not before the island is alive, and not twice. */
export function SubmitButton({ busy, busyLabel, disabled = false, children }: Props) {
	const hydrated = useHydrated();
	return (
		<button type="submit" className="btn btn-primary" disabled={!hydrated || busy || disabled}>
			{busy ? busyLabel : children}
		</button>
	);
}
