import type { ReactNode } from "react";
import * as common from "../../messages/common.ts";
import { Button } from "./Button.tsx";
import { Modal } from "./Modal.tsx";

interface Props {
	title: string;
	/** The label of the confirm button: the action, not "OK". */
	confirmLabel: string;
	/** The label of the button that closes it, where "Cancel" could mean the action. */
	cancelLabel?: string;
	busy: boolean;
	onConfirm: () => void;
	onCancel: () => void;
	/** Describes what will be lost. */
	children: ReactNode;
}

/** Asks for confirmation before something is deleted. The initial focus is on Cancel. */
export function ConfirmDialog({
	title,
	confirmLabel,
	cancelLabel = common.cancel,
	busy,
	onConfirm,
	onCancel,
	children,
}: Props) {
	return (
		<Modal title={title} onClose={onCancel} canClose={() => !busy}>
			<div className="space-y-3 py-4">{children}</div>
			<div className="modal-action">
				<Button look="" disabled={busy} onClick={onCancel}>
					{cancelLabel}
				</Button>
				<Button look="btn-error" disabled={busy} onClick={onConfirm}>
					{busy ? common.oneMoment : confirmLabel}
				</Button>
			</div>
		</Modal>
	);
}
