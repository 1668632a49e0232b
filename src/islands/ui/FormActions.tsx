import type { ReactNode } from "react";
import * as common from "../../messages/common.ts";
import { Button } from "./Button.tsx";

interface Props {
	sending: boolean;
	onCancel: () => void;
	/** The label of Cancel, where it only goes a step back. */
	cancelLabel?: string;
	/** The submit button. */
	children: ReactNode;
}

/** The last row of a form in a dialog: Cancel and the submit button. */
export function FormActions({ sending, onCancel, cancelLabel = common.cancel, children }: Props) {
	return (
		<div className="modal-action mt-0">
			<Button look="" disabled={sending} onClick={onCancel}>
				{cancelLabel}
			</Button>
			{children}
		</div>
	);
}
