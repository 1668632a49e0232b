import type { ReactNode } from "react";
import { Modal } from "./Modal.tsx";

interface Props {
	title: string;
	/** What the confirming button says: the deed, not "OK". */
	confirmLabel: string;
	busy: boolean;
	onConfirm: () => void;
	onCancel: () => void;
	/** What will be lost. */
	children: ReactNode;
}

/** Asks before something is lost. The focus starts on Cancel. */
export function ConfirmDialog({ title, confirmLabel, busy, onConfirm, onCancel, children }: Props) {
	return (
		<Modal title={title} onClose={onCancel} canClose={() => !busy}>
			<div className="space-y-3 py-4">{children}</div>
			<div className="modal-action">
				<button type="button" className="btn" disabled={busy} onClick={onCancel}>
					Cancel
				</button>
				<button type="button" className="btn btn-error" disabled={busy} onClick={onConfirm}>
					{busy ? "One moment …" : confirmLabel}
				</button>
			</div>
		</Modal>
	);
}
